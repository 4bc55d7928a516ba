import type { Database } from '../../server/data/db/db.ts';
import type { Statement } from './recordedDatabase.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
};

/** The work of the database for one statement. */
export type Plan = {
  sql: string;
  ms: number;
  /** Pages of 8 KB read. */
  pages: number;
  /** Rows read, discarded ones included. */
  rows: number;
  /** Tables of `large` that it scans fully. */
  scans: string[];
};

const large = ['jobs', 'messages', 'users'];
const readable = /^\s*(select|with)\b/i;
const writes = /\b(insert into|update \w+ set|delete from)\b/i;
const planned = /^\s*(select|with|insert|update|delete)\b/i;

/** A small number of rows of a table: a limit ends the scan there. */
const fewRows = 1000;

/** Returns whether a node scans its whole table. */
function readsAll(node: Node): boolean {
  const isEnded = node['Actual Rows'] !== undefined && rowsOf(node) <= fewRows;
  return node['Node Type'] === 'Seq Scan' && !isEnded;
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: Node): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * (node['Actual Loops'] ?? 1);
}

class Undone extends Error {}

/** Returns the plans of these statements as they were run; those that write are planned only, and rolled back. */
export async function plansOf(db: Database, statements: readonly Statement[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { sql, params } of statements) {
    if (!planned.test(sql)) continue;
    const how = readable.test(sql) && !writes.test(sql) ? 'analyze, buffers, format json' : 'format json';
    type Explained = { 'QUERY PLAN': { Plan: Node; 'Execution Time'?: number }[] };
    try {
      await db.tx(async (tx) => {
        const [row] = await tx.query<Explained>(`explain (${how}) ${sql}`, params);
        const [explained] = row?.['QUERY PLAN'] ?? [];
        if (!explained) throw new Error(`There is no plan of ${sql}`);
        const nodes = nodesOf(explained.Plan);
        const root = explained.Plan;
        plans.push({
          sql: sql.replaceAll(/\s+/g, ' ').trim(),
          ms: explained['Execution Time'] ?? 0,
          pages: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
          rows: Math.round(
            nodes.filter((node) => node['Relation Name']).reduce((sum, node) => sum + rowsOf(node), 0),
          ),
          scans: nodes
            .filter(readsAll)
            .map((node) => node['Relation Name'] ?? '')
            .filter((name) => large.includes(name)),
        });
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  }
  return plans;
}
