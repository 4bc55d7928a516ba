import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { plantedBugs } from './model/plantedBugs.ts';

const runPlanted = fileURLToPath(new URL('./model/runPlanted.ts', import.meta.url));
const found = new Map<string, { after: number; problem: string | null }>();

beforeAll(async () => {
  const child = spawn(process.execPath, [runPlanted, process.env.SEED ?? '1', '10000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, after, problem } = JSON.parse(line);
    found.set(name, { after, problem });
    process.stdout.write(`${name}: ${problem ? `after ${after}, ${problem}` : 'never'}\n`);
  }
}, 30 * 60_000);

test.each(Object.keys(plantedBugs))('an outbox that %s is caught within 10,000 schedules', (name) => {
  expect(found.get(name)?.problem).toBeTypeOf('string');
});
