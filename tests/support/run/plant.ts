import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/**
 * A mistake as a change of the sources. Its place is found in the syntax tree, whatever the file is called and however it is
 * formatted: inside a named declaration, or by being the only code of its form.
 */
export type Change = {
  /** Folder or file of the project to search. */
  in: string;
  /** Name of the function, method, class or constant around the place. */
  symbol?: string;
  /**
   * The code to replace: an expression, a statement (ends with `;` or `}`) or a property of an object (ends with `,`).
   * `$name` stands for any code, and for the same code wherever it is repeated; `$$$name` for any number of arguments,
   * elements or statements. Types and parentheses do not count.
   */
  find: string;
  /** The replacement; `$name` is the code found for it, `$all` the whole replaced code. */
  instead: string;
};

export type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Found = Map<string, string>;

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));
const skippedKeys = new Set([
  ...['type', 'start', 'end', 'range', 'loc', 'raw', 'decorators', 'optional', 'definite', 'declare'],
  ...['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'accessibility', 'readonly'],
  ...['shorthand', 'override', 'abstract'],
]);
const wrappers = new Set([
  ...['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'],
]);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Parses a source. @throws Error with the place, for one that breaks the grammar */
function parse(source: string, file = 'code.tsx'): Node {
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${errors[0]?.message} in ${file}:\n${source.slice(0, 200)}`);
  return program as unknown as Node;
}

/** Returns the expression inside casts and parentheses. */
function bare(value: unknown): unknown {
  let node = value;
  while (isNode(node) && wrappers.has(node.type)) node = node.expression;
  return node;
}

/** Parses a pattern inside an async generator's loop, where every kind of statement is allowed. */
function patternOf(find: string): Node {
  const code = find.trim();
  if (code.endsWith(',')) {
    const [statement] = parse(`(${JSON.stringify('')}, { ${code} });`).body as Node[];
    const sequence = bare((statement as Node).expression) as { expressions: Node[] };
    const [property] = (bare(sequence.expressions[1]) as { properties: Node[] }).properties;
    return property as Node;
  }
  const isStatement = /[;}]$/.test(code);
  const inside = isStatement ? code : `(${code});`;
  const program = parse(`class K { async *m() { a: for (;;) { ${inside} } } }`);
  const statements: Node[] = [];
  walk(program, (node) => {
    if (node.type === 'ForStatement' && statements.length === 0)
      statements.push(...((node.body as { body: Node[] }).body as Node[]));
  });
  const [statement] = statements;
  if (!statement || statements.length !== 1) throw new Error(`Not one statement or expression: ${find}`);
  return isStatement ? statement : (bare(statement.expression) as Node);
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const [key, child] of Object.entries(value)) if (key !== 'type') walk(child, visit);
  }
}

/** Returns the name of a placeholder node, `$$$` ones included. */
function placeholder(value: unknown): string | undefined {
  const node = isNode(value) && value.type === 'ExpressionStatement' ? value.expression : value;
  const inner = isNode(node) && node.type === 'Property' && node.shorthand ? node.value : node;
  if (!isNode(inner) || inner.type !== 'Identifier') return undefined;
  const name = inner.name as string;
  return /^\$+\w+$/.test(name) ? name : undefined;
}

function matches(pattern: unknown, value: unknown, source: string, found: Found): boolean {
  const wanted = bare(pattern);
  const name = placeholder(wanted);
  if (name !== undefined && !name.startsWith('$$$')) {
    if (!isNode(value)) return false;
    const text = source.slice(value.start, value.end);
    const before = found.get(name);
    found.set(name, before ?? text);
    return before === undefined || before === text;
  }
  const actual = bare(value);
  if (Array.isArray(wanted)) return Array.isArray(actual) && matchesList(wanted, actual, source, found);
  if (!isNode(wanted)) {
    if (typeof wanted !== 'object' || wanted === null) return (wanted ?? null) === (actual ?? null);
    return typeof actual === 'object' && JSON.stringify(wanted) === JSON.stringify(actual);
  }
  if (!isNode(actual) || actual.type !== wanted.type) return false;
  return Object.keys(wanted).every(
    (key) => skippedKeys.has(key) || matches(wanted[key], actual[key], source, found),
  );
}

function matchesList(patterns: unknown[], values: unknown[], source: string, found: Found): boolean {
  const rest = patterns.findIndex((pattern) => placeholder(bare(pattern))?.startsWith('$$$'));
  if (rest < 0) {
    return (
      patterns.length === values.length &&
      patterns.every((pattern, at) => matches(pattern, values[at], source, found))
    );
  }
  const after = patterns.length - rest - 1;
  if (values.length < patterns.length - 1) return false;
  const middle = values.slice(rest, values.length - after) as Node[];
  const [first, last] = [middle[0], middle.at(-1)];
  found.set(
    placeholder(bare(patterns[rest])) ?? '',
    first && last ? source.slice(first.start, last.end) : '',
  );
  return (
    patterns.slice(0, rest).every((pattern, at) => matches(pattern, values[at], source, found)) &&
    patterns
      .slice(rest + 1)
      .every((pattern, at) => matches(pattern, values[values.length - after + at], source, found))
  );
}

function nameOf(value: unknown): unknown {
  return isNode(value) ? value.name : undefined;
}

/** Returns the declarations of a name. */
function declarationsOf(program: Node, symbol: string): Node[] {
  const found: Node[] = [];
  walk(program, (node) => {
    const isNamed = nameOf(node.id) === symbol || nameOf(node.key) === symbol;
    if (isNamed && /Declar|Definition|Property|Class|Function/.test(node.type)) found.push(node);
  });
  return found;
}

type Place = { file: string; source: string; start: number; end: number; found: Found };

function placesIn(file: string, source: string, { symbol, find }: Change): Place[] {
  const program = parse(source, file);
  const pattern = patternOf(find);
  const places = new Map<number, Place>();
  for (const around of symbol === undefined ? [program] : declarationsOf(program, symbol)) {
    walk(around, (node) => {
      if (node.type === 'ExpressionStatement' && pattern.type !== 'ExpressionStatement') return;
      const found: Found = new Map();
      if (!matches(pattern, node, source, found)) return;
      const text = source.slice(node.start, node.end);
      // A cast and its operand match both; the outer one counts.
      if (!places.has(node.start)) {
        places.set(node.start, {
          file,
          source,
          start: node.start,
          end: node.end,
          found: found.set('$all', text),
        });
      }
    });
  }
  return [...places.values()];
}

function sourcesIn(place: string): string[] {
  const path = join(projectDir, place);
  if (/\.tsx?$/.test(place)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns whether a file contains the pattern's words, and so is worth parsing. */
function hasWords(source: string, { symbol, find }: Change): boolean {
  const words = `${find} ${symbol ?? ''}`.replaceAll(/\$+\w+/g, ' ').match(/[A-Za-z_]\w{3,}/g) ?? [];
  return words.every((word) => source.includes(word));
}

/**
 * Returns the changed sources by file, from the project's folder.
 *
 * @throws an Error that names the change whose place is not there, or there more than once
 */
export function plant(changes: readonly Change[]): Map<string, string> {
  const changed = new Map<string, string>();
  for (const change of changes) {
    const places = sourcesIn(change.in).flatMap((path) => {
      const file = relative(projectDir, path);
      const source = changed.get(file) ?? readFileSync(path, 'utf8');
      return hasWords(source, change) ? placesIn(file, source, change) : [];
    });
    const [place] = places;
    if (!place || places.length !== 1) {
      const where = change.symbol === undefined ? change.in : `${change.symbol} of ${change.in}`;
      const files = places.map(({ file }) => file).join(', ');
      throw new Error(`"${change.find}" is ${places.length} times in ${where}. ${files}`);
    }
    const { file, source, start, end, found } = place;
    const text = change.instead.replaceAll(/\$+\w+/g, (name) => found.get(name) ?? name);
    changed.set(file, source.slice(0, start) + text + source.slice(end));
  }
  return changed;
}
