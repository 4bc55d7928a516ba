import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { expect, it } from 'vitest';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import type { Database } from '../../../server/data/db/db.ts';
import { currentCaller } from '../../../server/data/users/callers.ts';
import { openWakeUp } from '../../../server/data/wakeUp.ts';
import { openHub } from '../../../server/live/hub.ts';
import type { LiveBatch } from '../../../src/contract/live.ts';
import { factOf, makeType, soon } from '../../support/server/eventStream.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, projectId } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** A database on which the look at who calls waits until it is let go on, and that tells how often news were read. */
function heldDatabase(db: Database) {
  const gate = Promise.withResolvers<void>();
  const seen = { held: false, readings: 0 };
  const held: Database = {
    ...db,
    async query<R>(sql: string, params?: readonly unknown[]) {
      if (/from erasures/.test(sql)) {
        seen.held = true;
        await gate.promise;
      }
      const rows = await db.query<R>(sql, params);
      if (/pg_visible_in_snapshot/.test(sql)) seen.readings += 1;
      return rows;
    },
  };
  return { db: held, seen, release: gate.resolve };
}

function batchesOf(body: Readable): LiveBatch[] {
  const batches: LiveBatch[] = [];
  const parser = createParser({ onEvent: ({ data }) => void batches.push(JSON.parse(data)) });
  body.setEncoding('utf8').on('data', (text: string) => parser.feed(text));
  return batches;
}

onOneDatabase('a stream that has joined and not started', (start) => {
  const server = start.forAll();

  /** Opens a stream, lets `work` happen and be read in the middle of that, and gives what the stream tells. */
  async function during(as: PersonName, work: () => Promise<unknown>) {
    const { db, seen, release } = heldDatabase(server.db);
    const now = () => server.clock.nowMs;
    const identity = await emulatorVerifier(projectId, now)(server.token(as) ?? '');
    const caller = await currentCaller(server.db, identity);
    const wakeUp = openWakeUp(db);
    const hub = openHub({ db, now, log: server.app.log, wakeUp, vapid: { privateKey: 'a secret' } });
    const opening = hub.open(caller, null);
    await expect.poll(() => seen.held, soon).toBe(true);
    await work();
    // One reading begins when the one before is over, and all was told that it found.
    for (const over of [0, 1]) {
      wakeUp.signal();
      await expect.poll(() => seen.readings, soon).toBeGreaterThan(over);
    }
    release();
    const body = await opening;
    const batches = batchesOf(body);
    return {
      body,
      facts: () => batches.flatMap(({ events }) => events.map(factOf)),
      async end() {
        body.destroy();
        await hub.close();
        await wakeUp.close();
      },
    };
  }

  it('sends what happened meanwhile, without waiting for another event', async () => {
    const { jobId } = await newJob(server);
    const stream = await during('client', () => send(server, jobId, 'employee', 'Meanwhile'));
    await expect.poll(stream.facts, soon).toEqual(['message Meanwhile']);
    await stream.end();
  });

  it('ends when the user’s rights were withdrawn meanwhile', async () => {
    const stream = await during('employee', () => makeType(server, 'employee', 'CLIENT'));
    await expect.poll(() => stream.body.destroyed || stream.body.readableEnded, soon).toBe(true);
    expect(stream.facts()).toEqual([]);
    await stream.end();
  });
});
