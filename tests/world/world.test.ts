import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { failuresOf, playInProcess, sumOf } from './run/playInProcess.ts';

/** Names one schedule, as a failure prints it: a seed and a number, or the file of a history. */
const only = process.env.WORLD;
const seed = Number(process.env.SEED ?? 1);
const count = amount('SCHEDULES', 60, 400);
const histories = fileURLToPath(new URL('./histories/', import.meta.url));
const timeout = 60 * 60_000;

test.runIf(only === undefined)('no schedule of the world breaks a rule', { timeout }, async () => {
  const half = Math.ceil(count / 2);
  const stored = readdirSync(histories)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(histories, name));
  // The first one is played by both processes, and by the second one again after all others.
  const first = `${seed}/0/1`;
  const played = (
    await Promise.all([
      playInProcess([`${seed}/0/${half}`, ...stored]),
      playInProcess([first, `${seed}/${half}/${count - half}`, first]),
    ])
  ).flat();
  expect(failuresOf(played)).toBe('');
  expect(played).toHaveLength(count + stored.length + 2);
  const hashes = played.filter(({ name }) => name === `${seed}/0`).map(({ hash }) => hash);
  expect(hashes, 'traces of one schedule').toEqual(Array(3).fill(hashes[0]));
  const met = sumOf(played, 'met');
  process.stdout.write(`${count} schedules; met: ${JSON.stringify(met).replaceAll('"', '')}\n`);
  expect(Object.values(sumOf(played, 'rules')).every((times) => times > 0)).toBe(true);
});

test.runIf(only !== undefined)(`the schedule ${only} breaks no rule`, { timeout }, async () => {
  expect(failuresOf(await playInProcess([only?.includes('.json') ? only : `${only}/1`]))).toBe('');
});
