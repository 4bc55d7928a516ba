import { expect, it } from 'vitest';
import { openPostgres } from '../../../server/data/db/open.ts';
import { type RecordedDatabase, recordedDatabase } from '../../bench/recordedDatabase.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onPostgres } from '../../support/server/server.ts';

onPostgres('statements', (start) => {
  it('are few for each call that users wait for', async () => {
    const recorded = Promise.withResolvers<RecordedDatabase>();
    const server = await start({
      wakeUpMs: 1_000_000,
      connect: async (url) => {
        const db = recordedDatabase(await openPostgres(url, { poolSize: 1 }));
        recorded.resolve(db);
        return db;
      },
    });
    const db = await recorded.promise;
    const { jobId } = await newJob(server);
    const countOf = async (work: () => Promise<{ status: number }>) => {
      const statements = await db.record(async () => expect((await work()).status).toBe(200));
      return statements.length;
    };
    const as = 'client';
    const username = people.client.email;
    const body = messageOf(jobId, as, 'Hello');
    // Who calls is one of each; a write has its key, its caller and its answer to keep beside what it does.
    expect([
      await countOf(() => server.call('jobs', { as, body: { username } })),
      await countOf(() => server.call('job', { as, params: { jobId } })),
      await countOf(() => server.call('conversation', { as, params: { jobId } })),
      await countOf(() => server.call('allMessages', { as, body: { username } })),
      await countOf(() => server.call('stats', { as: 'employee' })),
      await countOf(() => server.call('updateJob', { as, body, key: 'once' })),
    ]).toEqual([2, 2, 2, 2, 2, 6]);
  });
});
