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
  // The first one of each part is played by both.
  const played = (
    await Promise.all([
      playInProcess([`${seed}/0/${half}`]),
      playInProcess([`${seed}/0/1`, `${seed}/${half}/${count - half}`]),
    ])
  ).flat();
  expect(failuresOf(played)).toBe('');
  expect(played).toHaveLength(count + 1);
  const ofFirst = played.filter(({ name }) => name === `${seed}/0`);
  expect(new Set(ofFirst.map(({ hash }) => hash)).size, 'traces of one schedule in two processes').toBe(1);
  const met = sumOf(played, 'met');
  process.stdout.write(`${count} schedules; met: ${JSON.stringify(met).replaceAll('"', '')}\n`);
  expect(Object.values(sumOf(played, 'rules')).every((times) => times > 0)).toBe(true);
});

test.runIf(only === undefined)(
  'a seed has the same trace whatever was played before it',
  { timeout },
  async () => {
    const again = await playInProcess([`${seed}/1/1`, `${seed}/2/1`, `${seed}/1/1`, `${seed}/2/1`]);
    const hashes = again.map(({ hash }) => hash);
    expect(hashes.slice(2)).toEqual(hashes.slice(0, 2));
  },
);

test.runIf(only === undefined)('every stored history keeps the rules', { timeout }, async () => {
  const files = readdirSync(histories).filter((name) => name.endsWith('.json'));
  const played = await playInProcess(files.map((name) => join(histories, name)));
  expect(failuresOf(played)).toBe('');
  expect(played).toHaveLength(files.length);
});

test.runIf(only !== undefined)(`the schedule ${only} breaks no rule`, { timeout }, async () => {
  expect(failuresOf(await playInProcess([only?.includes('.json') ? only : `${only}/1`]))).toBe('');
});
