import { createHash, type Hash } from 'node:crypto';
import type { Queryable, Transaction } from './db/db.ts';

/**
 * Tables that are not backed up: pending notifications, so that a restore a week later sends nobody last week's news; sign-ups, which
 * have no person yet by whom an erasure would find them in a restored database; previews and comparisons, which are made again on request;
 * versions of the app, which the server stores when it starts; counts and times, which triggers maintain as rows are inserted; and the list
 * of migrations, which the manifest has.
 */
export const notBackedUp = [
  'app_versions',
  'comparisons',
  'events',
  'job_counts',
  'job_times',
  'migrations',
  'people_counts',
  'previews',
  'sign_ups',
  'tasks',
  'upload_pieces',
  'uploads',
];
const rowsAtOnce = 500;

export type BackedUpTable = {
  name: string;
  /** Columns to sort by, so that each row comes after those it refers to. */
  order: string[];
};

/** Quotes an identifier for SQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns every table that is backed up, each after those it refers to. */
export async function backedUpTables(db: Queryable): Promise<BackedUpTable[]> {
  const names = await db.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1::text[]) order by relname`,
    [notBackedUp],
  );
  const references = await db.query<{ from: string; to: string }>(
    `select distinct a.relname as "from", b.relname as "to" from pg_constraint c
      join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
      where c.contype = 'f' and a.oid <> b.oid and a.relnamespace = 'public'::regnamespace`,
  );
  const columns = await db.query<{ table: string; column: string; identity: boolean }>(
    `select c.relname as "table", a.attname as "column", a.attidentity <> '' as identity
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and (a.attidentity <> '' or a.attnum = any(i.indkey)) order by c.relname, a.attidentity = '', a.attnum`,
  );
  const left = names.map(({ name }) => name);
  const tables: BackedUpTable[] = [];
  while (left.length > 0) {
    const waits = (name: string) => references.some(({ from, to }) => from === name && left.includes(to));
    const next = left.find((name) => !waits(name));
    if (next === undefined) throw new Error(`These tables refer to each other: ${left.join(', ')}.`);
    left.splice(left.indexOf(next), 1);
    const own = columns.filter(({ table }) => table === next);
    // Generated numbers are in insertion order, and no row refers to a later one.
    const numbered = own.filter(({ identity }) => identity);
    tables.push({ name: next, order: (numbered.length > 0 ? numbered : own).map(({ column }) => column) });
  }
  return tables;
}

/** Yields the rows of a table as JSON, in its order. Must be called in a transaction. */
export async function* rowsOf(tx: Transaction, { name, order }: BackedUpTable): AsyncGenerator<string> {
  const cursor = quoted(`rows of ${name}`);
  const by = order.length > 0 ? `order by ${order.map(quoted).join(', ')}` : '';
  await tx.query(
    `declare ${cursor} no scroll cursor for select to_jsonb(t)::text as row from ${quoted(name)} t ${by}`,
  );
  for (;;) {
    const rows = await tx.query<{ row: string }>(`fetch ${rowsAtOnce} from ${cursor}`);
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.query(`close ${cursor}`);
}

/** Count and hash of a table's rows. */
export type TableSum = { rows: number; sha256: string };

/** Computes a `TableSum` while rows pass. */
export class RowSum {
  #rows = 0;
  readonly #hash: Hash = createHash('sha256');

  add(row: string): void {
    this.#rows += 1;
    this.#hash.update(row).update('\n');
  }

  end(): TableSum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** Inserts rows with their generated numbers. */
export async function insertRows(
  tx: Transaction,
  { name }: BackedUpTable,
  rows: AsyncIterable<string>,
): Promise<void> {
  const sql = `insert into ${quoted(name)} overriding system value
    select * from jsonb_populate_recordset(null::${quoted(name)}, $1::jsonb)`;
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length > 0) await tx.query(sql, [`[${batch.join(',')}]`]);
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === rowsAtOnce) await flush();
  }
  await flush();
}

/** Sets each sequence to continue after the highest restored number. */
export async function continueNumbers(tx: Transaction, tables: readonly BackedUpTable[]): Promise<void> {
  for (const { name, order } of tables) {
    for (const column of order) {
      const [sequence] = await tx.query<{ name: string | null }>(
        'select pg_get_serial_sequence($1, $2) as name',
        [quoted(name), column],
      );
      if (!sequence?.name) continue;
      await tx.query(
        `select setval($1::regclass, (select coalesce(max(${quoted(column)}), 1) from ${quoted(name)}),
          exists (select 1 from ${quoted(name)}))`,
        [sequence.name],
      );
    }
  }
}

/** Makes the transaction read-only, with one snapshot for all of its statements. Must be its first statement. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
}

/** Returns the names of the migrations that have run. */
export async function migrationsIn(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** Returns the files that rows name. */
export async function filesIn(tx: Transaction): Promise<{ key: string; sha256: string; size: number }[]> {
  return tx.query('select key, sha256, size from attachments order by seq');
}

/** Whether the database has any user. */
export async function hasUsers(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from users limit 1')).length > 0;
}
