import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors/errors.ts';

const hourMs = 3_600_000;
const megabyte = 1024 * 1024;

/**
 * Bytes of requests, without files, that one user may send in a period. A hundred texts of maximum length are 3 MB; a day of typing
 * is less than a tenth of one.
 */
const spans = [
  { ms: hourMs, most: 10 * megabyte },
  { ms: 24 * hourMs, most: 30 * megabyte },
];
/** Counted at least, because even the shortest write adds rows. */
const leastBytes = 512;
/** Users counted at once; the least recently active is evicted. */
const mostUsers = 20_000;

/** Counts what users write, in this process (see `limitRate`). */
export type WriteQuota = {
  /** @throws Refusal `rate-limited` when the user has written too much; nothing is counted then */
  spend(uid: string, bytes: number): void;
};

export function openWriteQuota(now: () => number): WriteQuota {
  const users = new LRUCache<string, { began: number; bytes: number }[]>({ max: mostUsers });

  return {
    spend(uid, bytes) {
      const at = now();
      const before = users.get(uid) ?? [];
      const counts = spans.map(({ ms }, index) => {
        const count = before[index];
        return count && at - count.began < ms ? count : { began: at, bytes: 0 };
      });
      const charged = Math.max(leastBytes, bytes);
      for (const [index, { ms, most }] of spans.entries()) {
        const { began, bytes: written } = counts[index] as { began: number; bytes: number };
        if (written + charged <= most) continue;
        throw new Refusal('rate-limited', {
          message: 'You’ve sent more than EV Jobs can accept right now. Try again later.',
          retryAfter: Math.ceil((began + ms - at) / 1000),
        });
      }
      users.set(
        uid,
        counts.map((count) => ({ ...count, bytes: count.bytes + charged })),
      );
    },
  };
}
