import * as v from 'valibot';
import { cursorNumber, cursorOf, placeOf } from './db/cursor.ts';

/**
 * How far somebody has seen what happened. The snapshot says which transactions they had seen: a number that grows would
 * skip what is committed late. The newest event they had seen is the token of the database, and of its time: it is not there in one
 * that was restored from a copy made before, and it goes when events are deleted.
 */
export type LivePosition = {
  /** PostgreSQL's `pg_snapshot`, as text: `xmin:xmax:running`. */
  snapshot: string;
  /** 0 where nothing had ever happened. */
  newestSeq: number;
  newestXid: string;
  /** Seconds. */
  newestCreated: number;
};

const listing = 'happened';
const xid = v.pipe(v.string(), v.regex(/^\d{1,18}$/));

/** Whether PostgreSQL takes it for a snapshot: running transactions in order, from xmin up to below xmax. */
function isSnapshot(text: string): boolean {
  if (!/^\d{1,18}:\d{1,18}:(\d{1,18}(,\d{1,18})*)?$/.test(text)) return false;
  const [xmin = 0n, xmax = 0n, ...running] = text.split(/[:,]/).filter(Boolean).map(BigInt);
  const inOrder = running.every(
    (one, index) => one >= xmin && one < xmax && one > (running[index - 1] ?? 0n),
  );
  return xmin > 0n && xmin <= xmax && inOrder;
}

export function liveCursorOf({ snapshot, newestSeq, newestXid, newestCreated }: LivePosition): string {
  return cursorOf(listing, [snapshot, newestSeq, newestXid, newestCreated]);
}

/** The position in a cursor; undefined for anything that `liveCursorOf` did not make. */
export function livePositionOf(cursor: string): LivePosition | undefined {
  try {
    const [snapshot, newestSeq, newestXid, newestCreated] = placeOf(listing, cursor, [
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
