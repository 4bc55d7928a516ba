import type { Database } from '../../../server/data/db/db.ts';
import { type Progress, storedOf } from '../load.ts';

/** Adds a sentence to what the drill found wrong. */
export type AddFault = (fault: string) => void;

/** Returns the numbers of the stored messages of a device or writer, in their order. */
async function numbersOf(db: Database, progress: Progress): Promise<number[]> {
  const stored = await storedOf(db, progress);
  return stored.map((content) => Number(content.slice(progress.name.length + 1)));
}

/**
 * Checks that a restored database has, of each device and writer, its first messages once and in order: at least those acknowledged
 * before the moment that it shows, and none that was typed after it.
 *
 * @returns how many it has of each
 */
export async function restored(
  db: Database,
  {
    before,
    after,
    addFault,
  }: { before: readonly Progress[]; after: readonly Progress[]; addFault: AddFault },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [n, progress] of before.entries()) {
    const { name, acknowledged } = progress;
    const numbers = await numbersOf(db, progress);
    const wrong = numbers.findIndex((number, index) => number !== index + 1);
    if (wrong >= 0) addFault(`${name}: ${numbers[wrong]} stands where ${wrong + 1} should`);
    if (numbers.length < acknowledged)
      addFault(`${name}: ${numbers.length} restored of ${acknowledged} that were acknowledged`);
    const most = after[n]?.typed ?? 0;
    if (numbers.length > most) addFault(`${name}: ${numbers.length} restored of ${most} typed until then`);
    counts.set(name, numbers.length);
  }
  return counts;
}

/** Counts the messages that were acknowledged, and are not in the restored database. */
export function lost(atTheEnd: readonly Progress[], counts: ReadonlyMap<string, number>): number {
  return atTheEnd.reduce(
    (sum, { name, acknowledged }) => sum + Math.max(0, acknowledged - (counts.get(name) ?? 0)),
    0,
  );
}

/**
 * Checks that, after what was restored, everything stands once and in order that was not acknowledged before the database was lost: nothing
 * that waited is missing, and nothing else came back.
 *
 * @returns how many that are
 */
export async function continued(
  db: Database,
  {
    counts,
    atTheEnd,
    now,
    addFault,
  }: {
    counts: ReadonlyMap<string, number>;
    atTheEnd: readonly Progress[];
    now: readonly Progress[];
    addFault: AddFault;
  },
): Promise<number> {
  let sum = 0;
  for (const [n, { name, acknowledged }] of atTheEnd.entries()) {
    const progress = now[n] as Progress;
    const rest = (await numbersOf(db, progress)).slice(counts.get(name));
    // What was carried out without its response is in the restored database already.
    const first = Math.max(acknowledged, counts.get(name) ?? 0);
    const due = Array.from({ length: progress.acknowledged - first }, (_, index) => first + index + 1);
    if (rest.join() !== due.join()) addFault(`${name}: ${rest.join()} follow, ${due.join()} should`);
    sum += rest.length;
  }
  return sum;
}
