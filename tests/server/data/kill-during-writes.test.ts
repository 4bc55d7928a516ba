import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { amount, isAll } from '../../support/amount.ts';
import {
  adminEmail,
  call,
  callAt,
  counted,
  filesThatOpen,
  registerPeople,
  report,
  sendAll,
  writeNumber,
} from '../../support/network/outsider.ts';
import { newDataDir, type Running, startBareServer } from '../../support/server/stack.ts';

const rounds = amount('KILL_ROUNDS', 2, 12);
const writesPerRound = amount('KILL_WRITES', 40, 120);

let server: Running | undefined;
let origin = '';
let dataDir = '';
callAt(() => origin);

afterAll(async () => {
  await server?.kill();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<void> {
  const running = await startBareServer({ DATA_DIR: dataDir, ADMIN_EMAIL: adminEmail });
  server = running;
  origin = running.origin;
}

it.runIf(isAll)(
  'a kill during many writes, again and again, loses no acknowledged write, and a retry doubles none',
  async () => {
    dataDir = await newDataDir(false);
    await startServer();
    await registerPeople();

    let unheard = 0;
    for (let round = 0; round < rounds; round++) {
      const body = report(`ROUND${round}`, `${round} Long Rd`);
      const { jobId } = await call<JobDetails>({ path: '/jobs/report', body });
      const writes = Array.from({ length: writesPerRound }, (_, index) => writeNumber(index, round, jobId));

      // In every other round the line breaks a moment earlier, so that writes are kept whose answers nobody hears.
      const line = new AbortController();
      const killAfter = Math.round(writesPerRound * (0.1 + (0.8 * round) / rounds));
      let killed: Promise<void> | undefined;
      async function kill() {
        if (round % 2 === 1) {
          line.abort();
          // Answered behind what had arrived by then.
          await counted(jobId);
          await sleep(40);
        }
        await server?.kill();
      }
      await sendAll(
        writes,
        (count) => {
          if (count === killAfter) killed = kill();
        },
        line.signal,
      );
      await killed;
      expect(writes.some((write) => !write.acknowledged)).toBe(true);

      await startServer();
      const afterKill = await counted(jobId);
      const lost = writes.filter((write) => write.acknowledged && !afterKill.has(write.mark));
      expect(lost.map((write) => write.mark)).toEqual([]);
      unheard += writes.filter((write) => !write.acknowledged && afterKill.has(write.mark)).length;

      await sendAll(writes);
      expect(writes.filter((write) => !write.acknowledged)).toEqual([]);
      const afterRetry = await counted(jobId);
      expect(writes.filter((write) => afterRetry.get(write.mark) !== 1).map((write) => write.mark)).toEqual(
        [],
      );
      const withFile = writes.filter((write) => write.kind === 'file').map((write) => write.mark);
      expect((await filesThatOpen(jobId)).sort()).toEqual(withFile.sort());
    }
    expect(unheard).toBeGreaterThan(0);
  },
  400_000,
);
