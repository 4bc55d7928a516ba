import type { KindName, OutboxRecord, RecordOf } from './records/record.ts';

/** Rows that a user has or shares and saves whole, as they will be once what waits has arrived. */

type Named = { name: string };

/** A row, and its change that has not arrived. */
export type Waiting<Row, K extends KindName> = Row & { record?: RecordOf<K> };

/**
 * Applies the queued saves of a kind to the rows that were read.
 *
 * @param of `id` names the row of a save or the row itself; `saved` is the row after it, null where it removes it
 * @returns all of them by name
 */
export function withWaitingRows<Row extends Named, K extends KindName>(
  kind: K,
  rows: readonly Row[],
  records: readonly OutboxRecord[],
  of: {
    id: (row: Row | RecordOf<K>['payload']) => string;
    saved: (payload: RecordOf<K>['payload'], known: Row | undefined) => Row | null;
  },
): Waiting<Row, K>[] {
  const shown = new Map<string, Waiting<Row, K>>(rows.map((row) => [of.id(row), row]));
  for (const one of records) {
    if (one.kind !== kind || one.state === 'acked') continue;
    const record = one as RecordOf<K>;
    const id = of.id(record.payload);
    const row = of.saved(record.payload, shown.get(id));
    if (row) shown.set(id, { ...row, record });
    else shown.delete(id);
  }
  return [...shown.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-US', { sensitivity: 'base' }));
}
