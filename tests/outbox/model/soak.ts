import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { failureTable, type Tally, total } from './failures.ts';
import { faults, invariants } from './names.ts';

/**
 * Plays many schedules in chunks, two at a time, and appends a line to a log for each finished chunk: a run that is killed loses only
 * what it was playing. The next one takes seeds that the log does not have. Ends with what all of the log comes to.
 *
 * `SCHEDULES` (100,000), `SEED` of the first chunk, `SOAK_LOG`, `CHUNK` (5,000).
 */
const schedules = Number(process.env.SCHEDULES ?? 100_000);
const chunk = Math.min(schedules, Number(process.env.CHUNK ?? 5000));
const log = process.env.SOAK_LOG ?? join('node_modules', '.cache', 'soak.jsonl');
const workers = 2;

/** A killed run may leave a line without its end. */
function readLog(): Tally[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Tally];
      } catch {
        return [];
      }
    });
}

const before = readLog();
const used = before.map(({ seed }) => seed);
let nextSeed = Number(
  process.env.SEED ?? (used.length > 0 ? Math.max(...used) + 1 : Math.floor(Math.random() * 2 ** 30)),
);
let left = schedules;

function takeChunk(): { seed: number; count: number } | null {
  if (left <= 0) return null;
  while (used.includes(nextSeed)) nextSeed += 1;
  const count = Math.min(chunk, left);
  left -= count;
  nextSeed += 1;
  return { seed: nextSeed - 1, count };
}

function playChunks(): Promise<void> {
  const worker = new Worker(new URL('./soakWorker.ts', import.meta.url), {
    // The schedules make many objects that live shortly.
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  });
  return new Promise((resolve, reject) => {
    const next = () => {
      const task = takeChunk();
      if (task) worker.postMessage(task);
      else void worker.terminate().then(() => resolve());
    };
    worker.on('error', reject);
    worker.on('message', (tally: Tally) => {
      appendFileSync(log, `\n${JSON.stringify({ ...tally, at: new Date().toISOString() })}`);
      const failed = Object.entries(tally.failures).map(
        ([signature, { count }]) => `${count} × ${signature}`,
      );
      console.log(`seed ${tally.seed}: ${tally.schedules} schedules; ${failed.join('; ') || 'no failure'}`);
      next();
    });
    next();
  });
}

mkdirSync(dirname(log), { recursive: true });
await Promise.all(Array.from({ length: workers }, playChunks));

const tallies = readLog();
const { commits, failures, hits, checks, ...sum } = total(tallies);
const table = await failureTable(failures);
const seeds = tallies.map(({ seed }) => seed);
console.log(`faults: ${faults.map((fault) => `${fault} ${hits[fault] ?? 0}`).join(', ')}`);
console.log(
  `rules: ${Object.keys(invariants)
    .map((rule) => `${rule} ${checks[rule] ?? 0}`)
    .join(', ')}`,
);
console.log(table);
const failed = Object.values(failures).reduce((count, failure) => count + failure.count, 0);
console.log(
  `${log}: ${sum.schedules} schedules with the seeds ${Math.min(...seeds)} to ${Math.max(...seeds)}, ${commits} commits, ${failed} failures`,
);
// Of a long run, each fault occurs at least once in a hundred schedules.
const least = sum.schedules >= 100_000 ? sum.schedules / 100 : 0;
const rare = faults.filter((fault) => (hits[fault] ?? 0) < least);
const unchecked = Object.keys(invariants).filter((rule) => least > 0 && !checks[rule]);
if (rare.length + unchecked.length > 0) console.log(`Too seldom: ${[...rare, ...unchecked].join(', ')}`);
// The channel that the modules have opened would keep it running.
process.exit(failed + rare.length + unchecked.length > 0 ? 1 : 0);
