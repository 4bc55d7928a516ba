/**
 * Finds where a statement goes on several nodes, from its syntax tree. Whatever the tree does not decide counts as crossing. One closure
 * walks the tree, because every step adds to the same tables and reads the same scopes.
 */
import { type InsertStmt, type Node, parseSync, type SelectStmt } from 'libpg-query';
import type { Distribution } from './distribution.ts';
import type { Schema } from './schema.ts';

/**
 * - `none`: reads no table
 * - `reference`: reads what every node has
 * - `replicated`: writes what every node has
 * - `local`: needs the one node with the local tables
 * - `shard`: needs the shard of one value, `key`: a parameter (`$1`) or a literal
 * - `crossing`: anything else; `why` names it
 */
export type Route = { kind: 'none' | 'reference' | 'replicated' | 'local' } | Shard | Crossing;
type Shard = { kind: 'shard'; by: string; key: string };
type Crossing = { kind: 'crossing'; why: string };

/** A column that a query returns, with the value that it equals, if any. */
type Output = { name: string; value: string | undefined };
type Relation = { id: number; name: string; table: string | null; outputs: readonly Output[] };
/**
 * `equal` has, for each column or value, another one that it equals; `later` is what must be read after the condition of the whole query:
 * outer joins and what refers to tables beside it.
 */
type Scope = {
  outer: Scope | null;
  relations: Relation[];
  equal: Map<string, string>;
  queries: Map<string, readonly Output[]>;
  later: (() => void)[];
};
type Use = { table: string; isWrite: boolean; key: string | undefined };

function isValue(term: string): boolean {
  return term.startsWith('$') || term.startsWith("'");
}

function rootOf(equal: ReadonlyMap<string, string>, term: string): string {
  let root = term;
  for (let next = equal.get(root); next !== undefined; next = equal.get(root)) root = next;
  return root;
}

/** Values become roots, so that the root of a column is the value that it equals. */
function equate(equal: Map<string, string>, one: string, other: string): void {
  const [a, b] = [rootOf(equal, one), rootOf(equal, other)];
  if (a === b || (isValue(a) && isValue(b))) return;
  if (isValue(a)) equal.set(b, a);
  else equal.set(a, b);
}

function valueIn(equal: ReadonlyMap<string, string>, term: string | undefined): string | undefined {
  const root = term === undefined ? '' : rootOf(equal, term);
  return isValue(root) ? root : undefined;
}

/** Reads the tables of a statement, with the value of the key of each. */
function usesOf(sql: string, schema: Schema, distribution: Distribution): { uses: Use[]; unknown: string[] } {
  const uses: Use[] = [];
  const unknown: string[] = [];
  let lastId = 0;

  function within(outer: Scope | null): Scope {
    return { outer, relations: [], equal: new Map(outer?.equal), queries: new Map(), later: [] };
  }

  function add(scope: Scope, relation: Omit<Relation, 'id'>): Relation {
    lastId += 1;
    const added = { id: lastId, ...relation };
    scope.relations.push(added);
    for (const { name, value } of added.outputs)
      if (value !== undefined) equate(scope.equal, `${added.id}.${name}`, value);
    return added;
  }

  function has({ table, outputs }: Relation, column: string): boolean {
    if (table !== null) return schema.tables.get(table)?.has(column) ?? false;
    return outputs.some(({ name }) => name === column);
  }

  function termOfColumn(scope: Scope, names: readonly string[]): string | undefined {
    const column = names.at(-1) ?? '';
    for (let at: Scope | null = scope; at; at = at.outer) {
      const found =
        names.length > 1
          ? at.relations.find(({ name }) => name === names.at(-2))
          : at.relations.find((relation) => has(relation, column));
      if (found) return `${found.id}.${column}`;
    }
    return undefined;
  }

  function termOf(scope: Scope, node: Node | undefined): string | undefined {
    if (!node) return undefined;
    if ('TypeCast' in node) return termOf(scope, node.TypeCast.arg);
    if ('ParamRef' in node) return `$${node.ParamRef.number}`;
    if ('A_Const' in node) return node.A_Const.sval ? `'${node.A_Const.sval.sval ?? ''}'` : undefined;
    if (!('ColumnRef' in node)) return undefined;
    const names = (node.ColumnRef.fields ?? []).map((field) => ('String' in field ? field.String.sval : ''));
    return termOfColumn(scope, names as string[]);
  }

  /** Adds what a condition says about columns that equal each other or a value. */
  function addEqualities(scope: Scope, node: Node | undefined): void {
    if (!node) return;
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
      for (const arg of node.BoolExpr.args ?? []) addEqualities(scope, arg);
    if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return;
    const { name, lexpr, rexpr } = node.A_Expr;
    if (JSON.stringify(name) !== '[{"String":{"sval":"="}}]') return;
    const isRow = lexpr && rexpr && 'RowExpr' in lexpr && 'RowExpr' in rexpr;
    const left = isRow ? (lexpr.RowExpr.args ?? []) : [lexpr];
    const right = isRow ? (rexpr.RowExpr.args ?? []) : [rexpr];
    left.forEach((one, index) => {
      const [a, b] = [termOf(scope, one), termOf(scope, right[index])];
      if (a !== undefined && b !== undefined) equate(scope.equal, a, b);
    });
  }

  function addUse(table: string, key: string | undefined, isWrite: boolean): void {
    uses.push({ table, key, isWrite });
    if (!schema.tables.has(table) || !(table in distribution)) unknown.push(`${table} is no known table`);
  }

  function keyColumnOf(table: string): string | undefined {
    const home = distribution[table];
    return typeof home === 'object' && schema.tables.get(table)?.has(home.column) ? home.column : undefined;
  }

  function keyTermOf({ id, table }: Relation): string | undefined {
    const column = table === null ? undefined : keyColumnOf(table);
    return column && `${id}.${column}`;
  }

  function placeRelation(relation: Relation, equal: ReadonlyMap<string, string>, isWrite = false): void {
    if (relation.table !== null) addUse(relation.table, valueIn(equal, keyTermOf(relation)), isWrite);
  }

  /** Walks an expression: its subqueries, and its calls of functions that use tables. */
  function walk(scope: Scope, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if ('SelectStmt' in value) {
      select(scope, value.SelectStmt as SelectStmt);
      return;
    }
    if ('FuncCall' in value) {
      const called = JSON.stringify((value.FuncCall as { funcname?: unknown }).funcname);
      for (const name of schema.functions) if (called.includes(`"${name}"`)) unknown.push(`calls ${name}()`);
    }
    for (const inner of Object.values(value)) walk(scope, inner);
  }

  /** Reads the condition of an outer join, which restricts the right side only. */
  function readOuterJoin(scope: Scope, right: readonly Relation[], condition: Node | undefined): void {
    const inside = { ...scope, equal: new Map(scope.equal) };
    addEqualities(inside, condition);
    walk(inside, condition);
    for (const relation of right) {
      placeRelation(relation, inside.equal);
      const term = keyTermOf(relation);
      const key = valueIn(inside.equal, term);
      if (term && key) equate(scope.equal, term, key);
    }
  }

  function readCondition(scope: Scope, condition: Node | undefined): void {
    addEqualities(scope, condition);
    for (const read of scope.later) read();
    walk(scope, condition);
  }

  /** Reads one item of `from`. @returns the relations that it adds, whose use is not yet read */
  function from(scope: Scope, item: Node): Relation[] {
    if ('RangeVar' in item) {
      const { relname = '', alias } = item.RangeVar;
      for (let at: Scope | null = scope; at; at = at.outer) {
        const outputs = at.queries.get(relname);
        if (outputs) return [add(scope, { name: alias?.aliasname ?? relname, table: null, outputs })];
      }
      return [add(scope, { name: alias?.aliasname ?? relname, table: relname, outputs: [] })];
    }
    if ('RangeSubselect' in item) {
      const { subquery, alias, lateral } = item.RangeSubselect;
      if (lateral && subquery) {
        scope.later.push(() => statement(scope, subquery));
        return [add(scope, { name: alias?.aliasname ?? '', table: null, outputs: [] })];
      }
      const isRenamed = alias?.colnames !== undefined;
      const outputs = subquery ? statement(scope, subquery) : [];
      return [add(scope, { name: alias?.aliasname ?? '', table: null, outputs: isRenamed ? [] : outputs })];
    }
    if ('RangeFunction' in item) {
      walk(scope, item.RangeFunction.functions);
      const columns = (item.RangeFunction.alias?.colnames ?? []).concat(item.RangeFunction.coldeflist ?? []);
      const names = columns.map((node) =>
        'String' in node ? node.String.sval : 'ColumnDef' in node ? node.ColumnDef.colname : '',
      );
      const name = item.RangeFunction.alias?.aliasname ?? '';
      const outputs = [...names, name].map((column) => ({ name: column ?? '', value: undefined }));
      return [add(scope, { name, table: null, outputs })];
    }
    if (!('JoinExpr' in item)) {
      unknown.push(`reads from ${Object.keys(item)}`);
      return [];
    }
    const { jointype, larg, rarg, quals, usingClause } = item.JoinExpr;
    if (usingClause) unknown.push('joins by using');
    const left = larg ? from(scope, larg) : [];
    if (jointype === 'JOIN_INNER') {
      const right = rarg ? from(scope, rarg) : [];
      addEqualities(scope, quals);
      scope.later.push(() => walk(scope, quals));
      return [...left, ...right];
    }
    if (jointype !== 'JOIN_LEFT') unknown.push(`joins by ${jointype}`);
    const right = rarg ? from(scope, rarg) : [];
    scope.later.push(() => readOuterJoin(scope, right, quals));
    return left;
  }

  /** Returns the columns of `*`, or of `first.*`. */
  function allColumns(scope: Scope, first: Node | undefined): Output[] {
    const of = first && 'String' in first ? first.String.sval : undefined;
    const relations = scope.relations.filter(({ name }) => of === undefined || name === of);
    return relations.flatMap(({ id, table, outputs }) => {
      const names = table === null ? outputs.map(({ name }) => name) : [...(schema.tables.get(table) ?? [])];
      return names.map((name) => ({ name, value: valueIn(scope.equal, `${id}.${name}`) }));
    });
  }

  function outputsOf(scope: Scope, targets: readonly Node[] = []): Output[] {
    return targets.flatMap((target) => {
      if (!('ResTarget' in target)) return [];
      const { name, val } = target.ResTarget;
      const fields = (val && 'ColumnRef' in val && val.ColumnRef.fields) || [];
      const field = fields.at(-1);
      if (field && 'A_Star' in field) return allColumns(scope, fields[0]);
      const column = field && 'String' in field ? field.String.sval : undefined;
      return [{ name: name ?? column ?? '', value: valueIn(scope.equal, termOf(scope, val)) }];
    });
  }

  function addQueries(scope: Scope, clause: SelectStmt['withClause']): void {
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      if (clause?.recursive) scope.queries.set(ctename, []);
      const outputs = ctequery ? statement(scope, ctequery) : [];
      scope.queries.set(ctename, clause?.recursive || aliascolnames ? [] : outputs);
    }
  }

  function select(outer: Scope | null, query: SelectStmt): Output[] {
    const scope = within(outer);
    addQueries(scope, query.withClause);
    if (query.larg && query.rarg) {
      const [one, other] = [select(scope, query.larg), select(scope, query.rarg)];
      walk(scope, [query.sortClause, query.limitCount, query.limitOffset]);
      return one.map(({ name, value }, index) => ({
        name,
        value: value === other[index]?.value ? value : undefined,
      }));
    }
    if (query.valuesLists) {
      walk(scope, query.valuesLists);
      const rows = query.valuesLists.map((row) => ('List' in row ? (row.List.items ?? []) : []));
      return (rows[0] ?? []).map((_, index) => {
        const values = new Set(rows.map((row) => valueIn(scope.equal, termOf(scope, row[index]))));
        return { name: `column${index + 1}`, value: values.size === 1 ? [...values][0] : undefined };
      });
    }
    const relations = (query.fromClause ?? []).flatMap((item) => from(scope, item));
    readCondition(scope, query.whereClause);
    for (const relation of relations) placeRelation(relation, scope.equal);
    const { targetList, groupClause, havingClause, windowClause, distinctClause } = query;
    const { sortClause, limitCount, limitOffset } = query;
    walk(scope, [targetList, groupClause, havingClause, windowClause, distinctClause]);
    walk(scope, [sortClause, limitCount, limitOffset]);
    return outputsOf(scope, targetList);
  }

  function insert(outer: Scope | null, node: InsertStmt): Output[] {
    const scope = within(outer);
    addQueries(scope, node.withClause);
    const table = node.relation?.relname ?? '';
    const values = node.selectStmt ? statement(scope, node.selectStmt) : [];
    const columns = (node.cols ?? []).map((col) => ('ResTarget' in col ? col.ResTarget.name : ''));
    const column = keyColumnOf(table);
    const key = column === undefined ? undefined : values[columns.indexOf(column)]?.value;
    addUse(table, key, true);
    const relation = add(scope, { name: node.relation?.alias?.aliasname ?? table, table, outputs: [] });
    if (key !== undefined) equate(scope.equal, `${relation.id}.${column}`, key);
    walk(scope, [node.onConflictClause, node.returningClause]);
    return outputsOf(scope, node.returningClause?.exprs);
  }

  function statement(outer: Scope | null, node: Node): Output[] {
    if ('SelectStmt' in node) return select(outer, node.SelectStmt);
    if ('InsertStmt' in node) return insert(outer, node.InsertStmt);
    if (!('UpdateStmt' in node || 'DeleteStmt' in node)) {
      unknown.push(`is a ${Object.keys(node)}`);
      return [];
    }
    const { relation, withClause, whereClause, returningClause } =
      'UpdateStmt' in node ? node.UpdateStmt : node.DeleteStmt;
    const more = 'UpdateStmt' in node ? node.UpdateStmt.fromClause : node.DeleteStmt.usingClause;
    const set = 'UpdateStmt' in node ? (node.UpdateStmt.targetList ?? []) : [];
    const scope = within(outer);
    addQueries(scope, withClause);
    const table = relation?.relname ?? '';
    const target = add(scope, { name: relation?.alias?.aliasname ?? table, table, outputs: [] });
    const relations = (more ?? []).flatMap((item) => from(scope, item));
    readCondition(scope, whereClause);
    placeRelation(target, scope.equal, true);
    for (const read of relations) placeRelation(read, scope.equal);
    if (set.some((to) => 'ResTarget' in to && to.ResTarget.name === keyColumnOf(table)))
      unknown.push(`changes the key of ${table}`);
    walk(scope, [set, returningClause]);
    return outputsOf(scope, returningClause?.exprs);
  }

  const statements = parseSync(sql).stmts ?? [];
  if (statements.length > 1) unknown.push('has several statements');
  for (const { stmt } of statements) if (stmt) statement(null, stmt);
  return { uses, unknown };
}

/** Returns where a statement goes. */
export function routeOf(sql: string, schema: Schema, distribution: Distribution): Route {
  const { uses, unknown } = usesOf(sql, schema, distribution);
  const crossing = (why: string): Crossing => ({ kind: 'crossing', why });
  const namesOf = (some: readonly Use[]) => [...new Set(some.map(({ table }) => table))].sort().join(', ');
  const placed = uses.flatMap((use) => {
    const home = distribution[use.table];
    return typeof home === 'object' ? [{ ...use, by: home.by }] : [];
  });
  const local = uses.filter(({ table }) => distribution[table] === 'local');
  const replicated = uses.filter(({ table, isWrite }) => isWrite && distribution[table] === 'reference');
  if (unknown.length > 0) return crossing(unknown.join(', '));
  const everywhere = placed.filter(({ key }) => key === undefined);
  if (everywhere.length > 0) return crossing(`no key: ${namesOf(everywhere)}`);
  const [first] = placed;
  if (first?.key !== undefined) {
    if (placed.some(({ by, key }) => by !== first.by || key !== first.key))
      return crossing(`several keys: ${namesOf(placed)}`);
    if (local.length > 0) return crossing(`one shard and the local ${namesOf(local)}`);
    if (replicated.length > 0) return crossing(`one shard and every copy of ${namesOf(replicated)}`);
    return { kind: 'shard', by: first.by, key: first.key };
  }
  if (replicated.length > 0) return { kind: 'replicated' };
  if (local.length > 0) return { kind: 'local' };
  return { kind: uses.length > 0 ? 'reference' : 'none' };
}
