import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { isAll } from '../support/amount.ts';
import { plantedBugs } from './model/plantedBugs.ts';

const runPlanted = fileURLToPath(new URL('./model/runPlanted.ts', import.meta.url));
const names = Object.keys(plantedBugs);
const found = new Map<string, { after: number; problem: string | null }>();

beforeAll(async () => {
  if (!isAll) return;
  const child = spawn(process.execPath, [runPlanted, process.env.SEED ?? '1', '10000', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, after, problem } = JSON.parse(line);
    found.set(name, { after, problem });
    process.stdout.write(`${name}: ${problem ? `after ${after}, ${problem}` : 'never'}\n`);
  }
}, 30 * 60_000);

test.runIf(isAll).each(names)('an outbox that %s is caught within 10,000 schedules', (name) => {
  expect(found.get(name)?.problem).toBeTypeOf('string');
});
