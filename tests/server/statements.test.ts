import { expect, it } from 'vitest';
import { openPostgres } from '../../server/data/db/db.ts';
import { type RecordedDatabase, recordedDatabase } from '../bench/recordedDatabase.ts';
import { messageOf, newJob } from '../support/jobs.ts';
import { people } from '../support/people.ts';
import { onOneDatabase } from '../support/server.ts';

onOneDatabase('statements', (start) => {
  it('are few for each call that users wait for, and are planned once per connection', async () => {
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
    // What runs in the background prepares statements of its own.
    await server.notify();
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

    const prepared = async () => {
      const rows = await db.query<{ statement: string }>('select statement from pg_prepared_statements');
      return rows.map(({ statement }) => statement);
    };
    await server.notify();
    const before = await prepared();
    for (const part of [
      'from erasures',
      'from jobs j',
      'from messages',
      'insert into messages',
      'idempotency',
    ]) {
      expect(before.filter((statement) => statement.includes(part)).length, part).toBeGreaterThan(0);
    }
    await server.call('conversation', { as, params: { jobId: 'another' } });
    await server.call('updateJob', { as, body: messageOf(jobId, as, 'Again'), key: 'twice' });
    expect(await prepared()).toEqual(before);
    expect(before.join('\n')).not.toContain(jobId);
  });
});
