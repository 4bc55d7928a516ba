import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isAll } from '../support/amount.ts';

const run = fileURLToPath(new URL('./baselines/run.ts', import.meta.url));

test.runIf(isAll)(
  'schedules in which other queues lose or double messages do ours no harm',
  {
    timeout: 300_000,
  },
  async () => {
    const env = { ...process.env, SCHEDULES: '20', SEED: '1' };
    const { stdout } = await promisify(execFile)(process.execPath, [run], { env });
    const harmOf = (queue: string) => {
      const row = stdout.split('\n').find((line) => line.startsWith(`| ${queue} |`)) ?? '';
      return row
        .split('|')
        .slice(2, -1)
        .map((cell) => Number(cell.replaceAll(',', '')));
    };
    expect(harmOf('our outbox')).toEqual([expect.any(Number), 0, 0, 0, 0]);
    for (const other of ['workbox-background-sync', 'TanStack Query, paused mutations']) {
      const [taken = 0, lost = 0, doubled = 0] = harmOf(other);
      // They do send most of it: what they lose is not because nothing works here.
      expect(lost).toBeLessThan(taken / 2);
      expect(lost + doubled).toBeGreaterThan(0);
    }
  },
);
