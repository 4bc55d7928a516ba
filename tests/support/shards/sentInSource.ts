import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNode, type Node, parse } from '../run/plant.ts';

/** A call of `query` in the server's source; `sql` is null where it is put together from what only runs know. */
export type Sender = { name: string; sql: string | null };

const server = fileURLToPath(new URL('../../../server/', import.meta.url));

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** Returns the text of an expression, where it is made of literals and constants of its file. */
function textOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'Identifier') {
    const constant = constants.get(String(node.name));
    return constant ? textOf(constant, constants) : null;
  }
  if (node?.type !== 'TemplateLiteral') return null;
  const texts = (node.expressions as Node[]).map((part) => textOf(part, constants));
  if (texts.includes(null)) return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }, index) => `${value.cooked}${texts[index] ?? ''}`).join('');
}

/** Returns the calls of `query` in a file, by `file:line`. Files without one are not parsed, which takes longest. */
function sendersIn(file: string): [place: string, sender: Sender][] {
  const source = readFileSync(join(server, file), 'utf8');
  if (!source.includes('.query')) return [];
  const program = parse(source, file);
  const constants = new Map<string, Node>();
  for (const statement of program.body as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (!isNode(declaration) || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations as { id: Node; init: Node }[])
      if (id.type === 'Identifier') constants.set(String(id.name), init);
  }
  const found: [string, Sender][] = [];
  function walk(node: Node, name: string): void {
    const { callee, arguments: given, id } = node as { callee?: Node; arguments?: Node[]; id?: Node };
    const property = callee?.type === 'MemberExpression' ? (callee.property as Node) : undefined;
    if (node.type === 'CallExpression' && property?.name === 'query') {
      const line = source.slice(0, property.start).split('\n').length;
      found.push([`${file}:${line}`, { name: `${file} ${name}`, sql: textOf(given?.[0], constants) }]);
    }
    const isNamed =
      node.type === 'FunctionDeclaration' || (node.type === 'VariableDeclarator' && name === '');
    for (const child of childrenOf(node)) walk(child, isNamed && id ? String(id.name) : name);
  }
  walk(program, '');
  return found;
}

/** Returns where the server's source sends statements, by `file:line`; not the drivers and the migrations. */
export function sendersInSource(): ReadonlyMap<string, Sender> {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith(join('data', 'db')),
  );
  return new Map(files.sort().flatMap(sendersIn));
}
