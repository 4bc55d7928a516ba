import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failuresOf, playInProcess, sumOf } from './playInProcess.ts';
import type { Played } from './worker.ts';

/**
 * Plays many schedules, in chunks of a process each, two at a time: `npm test -- world`. Appends a line for each chunk to a log, so that
 * the next run goes on with other seeds.
 *
 * `SCHEDULES` (2,000), `SEED` of the first chunk, `CHUNK` (100), `WORLD_LOG_FILE`.
 */
const schedules = Number(process.env.SCHEDULES ?? 2000);
const chunk = Math.min(schedules, Number(process.env.CHUNK ?? 100));
const log = process.env.WORLD_LOG_FILE ?? join('node_modules', '.cache', 'world.jsonl');
type Line = { seed: number; count: number; failed: number };

const before = existsSync(log)
  ? readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  : [];
let seed = Number(process.env.SEED ?? Math.max(1000, ...before.map((line) => line.seed + 1)));
let left = schedules;
const all: Played[] = [];
mkdirSync(join('node_modules', '.cache'), { recursive: true });

async function playChunks(): Promise<void> {
  while (left > 0) {
    const count = Math.min(chunk, left);
    const mine = seed;
    left -= count;
    seed += 1;
    const played: Played[] = [];
    await playInProcess([`${mine}/0/${count}`], (one) => played.push(one)).catch(({ message }) =>
      console.log(message),
    );
    all.push(...played);
    const failed = played.filter(({ problems }) => problems.length > 0);
    // A process that ended before its end is a failure too.
    const lacking = count - played.length;
    const line: Line = { seed: mine, count: played.length, failed: failed.length + lacking };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
    console.log(`seed ${mine}: ${played.length} schedules, ${line.failed} failures`);
    if (failed.length > 0) console.log(failuresOf(failed));
    if (lacking > 0) process.exitCode = 1;
  }
}

await Promise.all([playChunks(), playChunks()]);
for (const what of ['met', 'rules'] as const)
  for (const [name, count] of Object.entries(sumOf(all, what))) console.log(`${what}: ${name}: ${count}`);
const failed = all.filter(({ problems }) => problems.length > 0).length;
console.log(`${all.length} schedules, ${failed} failures`);
if (failed > 0) process.exitCode = 1;
