import * as v from 'valibot';
import { cursorNumber, decodeCursor, encodeCursor } from './cursor.ts';

/**
 * The position of a reader of events. The snapshot says which transactions it has seen, because an increasing number alone would skip
 * late commits. The newest event identifies the database and its history: it is missing in one that was restored from an earlier backup,
 * and once old events are deleted.
 */
export type LivePosition = {
  /** PostgreSQL's `pg_snapshot`, as text: `xmin:xmax:running`. */
  snapshot: string;
  /** 0 before the first event. */
  newestSeq: number;
  newestXid: string;
  /** Seconds. */
  newestCreated: number;
};

const listing = 'happened';
const xid = v.pipe(v.string(), v.regex(/^\d{1,18}$/));

/** Whether a text is a valid `pg_snapshot`: running transactions in order, from xmin up to below xmax. */
function isSnapshot(text: string): boolean {
  if (!/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/.test(text)) return false;
  const [xmin = 0n, xmax = 0n, ...running] = text.split(/[:,]/).filter(Boolean).map(BigInt);
  const inOrder = running.every(
    (one, index) => one >= xmin && one < xmax && one > (running[index - 1] ?? 0n),
  );
  return xmin > 0n && xmin <= xmax && inOrder;
}

/** Returns the opaque text of a position. */
export function encodeLiveCursor({ snapshot, newestSeq, newestXid, newestCreated }: LivePosition): string {
  return encodeCursor(listing, [snapshot, newestSeq, newestXid, newestCreated]);
}

/** Returns the position in a cursor; undefined for anything that `encodeLiveCursor` did not make. */
export function decodeLiveCursor(cursor: string): LivePosition | undefined {
  try {
    const [snapshot, newestSeq, newestXid, newestCreated] = decodeCursor(listing, cursor, [
      v.string(),
      cursorNumber,
      xid,
      cursorNumber,
    ]);
    return isSnapshot(snapshot) ? { snapshot, newestSeq, newestXid, newestCreated } : undefined;
  } catch {
    return undefined;
  }
}
