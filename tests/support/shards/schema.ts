import { readdir, readFile } from 'node:fs/promises';
import { loadModule, type Node, parseSync } from 'libpg-query';
import type { Distribution, Home } from './distribution.ts';

const folder = new URL('../../../server/migrations/', import.meta.url);

/** A constraint over the columns of a table; `to` is the table that it refers to. */
type Constraint = { columns: readonly string[]; to: string | null };

export type Schema = {
  tables: ReadonlyMap<string, ReadonlySet<string>>;
  constraints: readonly (Constraint & { table: string })[];
  /** Tables with a column that counts up, once for each column. */
  identities: readonly { table: string; column: string }[];
  triggers: readonly { table: string; name: string }[];
  /** Functions that may read or write tables. */
  functions: ReadonlySet<string>;
};

function textOf(node: Node | undefined): string {
  return node && 'String' in node ? (node.String.sval ?? '') : '';
}

/** Reads the schema from the migrations, by PostgreSQL's own parser. */
export async function readSchema(): Promise<Schema> {
  await loadModule();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const steps = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const tables = new Map<string, Set<string>>([['migrations', new Set(['name', 'applied'])]]);
  const constraints: (Constraint & { table: string })[] = [];
  const identities: { table: string; column: string }[] = [];
  const triggers: { table: string; name: string }[] = [];
  const functions = new Set<string>();

  function addConstraint(table: string, node: Node, column?: string): void {
    if (!('Constraint' in node)) return;
    const { contype, keys = [], pktable } = node.Constraint;
    const columns = column === undefined ? keys.map(textOf) : [column];
    if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE')
      constraints.push({ table, columns, to: null });
    if (contype === 'CONSTR_FOREIGN') constraints.push({ table, columns, to: pktable?.relname ?? '' });
    if (contype === 'CONSTR_IDENTITY') identities.push({ table, column: column ?? '' });
  }

  function addTable(table: string, elements: readonly Node[]): void {
    const columns = new Set<string>();
    tables.set(table, columns);
    for (const element of elements) {
      addConstraint(table, element);
      if (!('ColumnDef' in element)) continue;
      const { colname = '', constraints: own = [] } = element.ColumnDef;
      columns.add(colname);
      for (const constraint of own) addConstraint(table, constraint, colname);
    }
  }

  for (const { stmt } of steps.flatMap((sql) => parseSync(sql).stmts ?? [])) {
    if (!stmt) continue;
    if ('CreateStmt' in stmt)
      addTable(stmt.CreateStmt.relation?.relname ?? '', stmt.CreateStmt.tableElts ?? []);
    else if ('IndexStmt' in stmt) {
      const { unique = false, relation, indexParams = [] } = stmt.IndexStmt;
      const columns = indexParams.map((node) => ('IndexElem' in node ? (node.IndexElem.name ?? '') : ''));
      if (unique) constraints.push({ table: relation?.relname ?? '', columns, to: null });
    } else if ('CreateTrigStmt' in stmt) {
      const { trigname = '', relation, transitionRels } = stmt.CreateTrigStmt;
      if (transitionRels) triggers.push({ table: relation?.relname ?? '', name: trigname });
    } else if ('CreateFunctionStmt' in stmt) {
      const isImmutable = JSON.stringify(stmt.CreateFunctionStmt.options).includes('"immutable"');
      if (!isImmutable) functions.add(textOf(stmt.CreateFunctionStmt.funcname?.[0]));
    } else throw new Error(`A migration has a statement that is not read here: ${Object.keys(stmt)}`);
  }
  return { tables, constraints, identities, triggers, functions };
}

/** Returns what of the schema several nodes cannot do, one sentence each. */
export function obstaclesOf(schema: Schema, distribution: Distribution): string[] {
  const homeOf = (table: string): Home => distribution[table] ?? 'local';
  const isSame = (one: Home, other: Home) =>
    typeof one === 'object' && typeof other === 'object' && one.by === other.by;
  const columnOf = (table: string): string | undefined => {
    const home = homeOf(table);
    return typeof home === 'object' ? home.column : undefined;
  };
  const isDistributed = ({ table }: { table: string }) => columnOf(table) !== undefined;

  const lacking = [...schema.tables].flatMap(([table, columns]) => {
    const column = columnOf(table);
    return column !== undefined && !columns.has(column) ? [`column: ${table} has no ${column}`] : [];
  });
  const broken = schema.constraints.flatMap(({ table, columns, to }) => {
    const column = columnOf(table);
    const list = `${table} (${columns.map((name) => name || 'expression').join(', ')})`;
    if (to === null)
      return column !== undefined && !columns.includes(column)
        ? [`unique: ${list} is without ${column}`]
        : [];
    if (homeOf(to) === 'reference') return [];
    const isTogether = isSame(homeOf(table), homeOf(to)) && columns.includes(column ?? '');
    const isLocal = homeOf(table) === 'local' && homeOf(to) === 'local';
    return isTogether || isLocal ? [] : [`foreign key: ${list} refers to ${to}`];
  });
  return [
    ...lacking,
    ...broken,
    ...schema.identities.filter(isDistributed).map(({ table, column }) => `sequence: ${table}.${column}`),
    ...schema.triggers.filter(isDistributed).map(({ table, name }) => `trigger: ${name} of ${table}`),
  ];
}
