import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { plantedBugs } from './model/plantedBugs.ts';

const runPlanted = fileURLToPath(new URL('./model/runPlanted.ts', import.meta.url));
const seed = process.env.OUTBOX_SEED ?? '1';

test.each(Object.entries(plantedBugs))(
  'an outbox that %s is caught',
  { timeout: 20 * 60_000 },
  async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [runPlanted, name, seed, '10000']);
    expect(JSON.parse(stdout).problem, stdout).toBeTypeOf('string');
  },
);
