import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { isAll } from '../support/amount.ts';
import { plant } from '../support/run/plant.ts';
import { plantedBugs } from './run/plantedBugs.ts';
import { shownBugs } from './run/shownBugs.ts';

const runPlanted = fileURLToPath(new URL('./run/runPlanted.ts', import.meta.url));
const most = 200;
const found = new Map<string, string | null>();

beforeAll(async () => {
  if (!isAll) return;
  const child = spawn(process.execPath, [runPlanted, process.env.SEED ?? '7', String(most), ...shownBugs], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SHRINK: '0' },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, after, problem } = JSON.parse(line);
    found.set(name, problem);
    process.stdout.write(`${name}: ${problem ? `after ${after}, ${problem}` : 'never'}\n`);
  }
}, 4 * 3_600_000);

test.each(Object.entries(plantedBugs))('it can be planted that %s', (_, { changes }) => {
  const changed = [...plant(changes)];
  expect(changed).not.toEqual([]);
  expect(changed.flatMap(([file, source]) => parseSync(file, source).errors)).toEqual([]);
});

test.runIf(isAll).each(shownBugs)(`within ${most} schedules it shows that %s`, (name) => {
  expect(found.get(name)).toBeTypeOf('string');
});
