import type { Queryable } from '../data/db/db.ts';
import { allNamedKeys, namedKeys } from '../data/messages/fileKeys.ts';
import { FileMissing, type Files, type ListedFile } from '../files/files.ts';
import { daySeconds, hourSeconds, type Schedule } from '../queue/scheduleHandler.ts';
import type { Services } from '../services/services.ts';

/**
 * Minimum age of an unused file before it is removed: a file is stored before the row that names it is committed, and no request
 * takes nearly as long. Files still being written are not listed.
 */
const youngMs = 24 * 3_600_000;
/** Most keys held in memory; the next run finds further ones. */
const mostAtOnce = 100_000;
const removedAtOnce = 500;
const mostKeysListed = 20;
/** A store with at most this many files is compared at once, a larger one in 256 shards. */
const fewFiles = 10_000;

export const storeCheck = { name: 'check-store', everySeconds: daySeconds, firstSeconds: hourSeconds };

const hex = [...'0123456789abcdef'];
const shards = hex.flatMap((one) => hex.map((other) => one + other));

type Parts = { db: Queryable; files: Files; now: () => number };

/** Counts of files. */
export type StoreCheckResult = {
  stored: number;
  /** Bytes of all stored files. */
  bytes: number;
  /** Files older than a day that no row names. */
  orphaned: number;
  orphanedBytes: number;
  removed: number;
  /** Files that a row names and the store does not have. */
  missing: number;
};

export type StoreCheck = StoreCheckResult & {
  /** The first keys of missing files. */
  missingKeys: string[];
  /** Whether so many files are unused that the database is more likely the wrong one. */
  suspicious: boolean;
};

/**
 * Whether unused files must not be removed automatically. True for any store that the database knows no file of: the database is
 * empty, or the store belongs to another installation.
 */
function isSuspicious(orphaned: number, stored: number, known: number): boolean {
  return orphaned > 0 && (known === 0 || orphaned > Math.max(20, stored / 10));
}

/** Confirms that a named file is missing: one stored meanwhile was not listed yet. */
async function isMissing({ db, files }: Parts, key: string): Promise<boolean> {
  try {
    (await files.get(key, { start: 0, end: 0 })).destroy();
    return false;
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    return (await namedKeys(db, [key])).has(key);
  }
}

async function removeAll({ db, files }: Parts, orphans: readonly ListedFile[], stop: AbortSignal) {
  let removed = 0;
  for (let at = 0; at < orphans.length && !stop.aborted; at += removedAtOnce) {
    const keys = orphans.slice(at, at + removedAtOnce).map(({ key }) => key);
    const required = await namedKeys(db, keys);
    for (const key of keys.filter((one) => !required.has(one))) {
      await files.remove(key);
      removed += 1;
    }
  }
  return removed;
}

type Part = { there: Map<string, ListedFile>; named: Map<string, boolean> };

/** Returns the files and rows whose keys begin with `shard`; null when there are more than `limit` of either. */
async function partOf({ db, files }: Parts, shard: string, limit: number): Promise<Part | null> {
  const there = new Map<string, ListedFile>();
  for await (const page of files.list(shard)) {
    for (const file of page) there.set(file.key, file);
    if (there.size > limit) return null;
  }
  // Read after the files, so that a row committed meanwhile is seen.
  const named = await allNamedKeys(db, shard, limit + 1);
  return named.size > limit ? null : { there, named };
}

async function* partsOf(parts: Parts, few: number): AsyncGenerator<Part> {
  const whole = await partOf(parts, '', few);
  if (whole) yield whole;
  else for (const shard of shards) yield (await partOf(parts, shard, Number.MAX_SAFE_INTEGER)) as Part;
}

/**
 * Compares the store with the rows and finds unused and missing files. Removes unused files according to `remove`: `none`, `all`, unless
 * the database knows no file of the store, or `few`, which removes them unless there are suspiciously many. Any number of processes may
 * run it at once.
 *
 * @param stop ends it early, with what was found so far
 */
export async function checkStore(
  parts: Parts,
  remove: 'none' | 'few' | 'all',
  { stop = new AbortController().signal, few = fewFiles }: { stop?: AbortSignal; few?: number } = {},
): Promise<StoreCheck> {
  const oldMs = parts.now() - youngMs;
  const found = { stored: 0, bytes: 0, orphaned: 0, orphanedBytes: 0, removed: 0, missing: 0 };
  const orphans: ListedFile[] = [];
  const missingKeys: string[] = [];
  let known = 0;
  for await (const { there, named } of partsOf(parts, few)) {
    if (stop.aborted) break;
    for (const file of there.values()) {
      found.stored += 1;
      found.bytes += file.size;
      if (named.has(file.key)) known += 1;
      else if (file.storedMs < oldMs && orphans.length < mostAtOnce) {
        orphans.push(file);
        found.orphanedBytes += file.size;
      }
    }
    for (const [key, required] of named) {
      if (!required || there.has(key) || !(await isMissing(parts, key))) continue;
      found.missing += 1;
      if (missingKeys.length < mostKeysListed) missingKeys.push(key);
    }
  }
  found.orphaned = orphans.length;
  const suspicious = isSuspicious(orphans.length, found.stored, known);
  if ((remove === 'all' && known > 0) || (remove === 'few' && !suspicious)) {
    found.removed = await removeAll(parts, orphans, stop);
  }
  return { ...found, missingKeys, suspicious };
}

/** Checks the store once a day and removes unused files. A run that ends with its process starts over. */
export function storeSchedule(services: Pick<Services, 'db' | 'files' | 'now' | 'log'>): Schedule {
  const { log } = services;
  return {
    ...storeCheck,
    async run(stop) {
      const { missingKeys, suspicious, ...found } = await checkStore(services, 'few', { stop });
      if (stop.aborted) return undefined;
      if (found.missing > 0)
        log.error({ keys: missingKeys, count: found.missing }, 'files are missing from the store');
      if (suspicious) log.error(found, 'suspiciously many stored files are unused; nothing was removed');
      else if (found.removed > 0) log.info(found, 'unused files were removed');
      return found;
    },
  };
}
