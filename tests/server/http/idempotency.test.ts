import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { writeOnce } from '../../../server/writes/writeOnce.ts';
import { jobReport, messageOf, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onBothDatabases, type TestServer } from '../../support/server/server.ts';

const userType = 'CLIENT' as const;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

/** Begins a write; it has its key, which is taken together with its first statement, once `begun` is over. */
function begin(db: Database, write: Parameters<typeof writeOnce>[1], work: () => Promise<string>) {
  const begun = Promise.withResolvers<void>();
  const first = writeOnce({ db, now: Date.now }, write, async (tx) => {
    await tx.query('select 1');
    begun.resolve();
    return work();
  });
  return { begun: begun.promise, first };
}

onBothDatabases('an idempotency key', (start, kind) => {
  const server = start.forAll();

  async function count(table: 'jobs' | 'messages' | 'attachments' | 'idempotency'): Promise<number> {
    const [row] = await server.db.query<{ count: number }>(`select count(*) as count from ${table}`);
    return row?.count ?? -1;
  }

  it('gets the identical response at every repeat, and the write happens once', async () => {
    const body = jobReport({ message: 'Hello' });
    const first = await server.call('reportJob', { as: 'client', body, key: 'once' });
    const [jobs, messages] = [await count('jobs'), await count('messages')];
    server.clock.advance(86_400);
    const again = await server.call('reportJob', { as: 'client', body, key: 'once' });
    expect(again.status).toBe(first.status);
    expect(again.response.body).toBe(first.response.body);
    expect(again.response.headers['content-type']).toBe(first.response.headers['content-type']);
    expect([await count('jobs'), await count('messages')]).toEqual([jobs, messages]);
    server.clock.advance(-86_400);
  });

  it('does not depend on the order of the fields', async () => {
    const body = jobReport();
    const first = await server.call('reportJob', { as: 'client', body, key: 'order' });
    const turned = Object.fromEntries(Object.entries(body).reverse()) as typeof body;
    const again = await server.call('reportJob', { as: 'client', body: turned, key: 'order' });
    expect(again.response.body).toBe(first.response.body);
  });

  it('is refused with another body, another call, or other files, and nothing is written', async () => {
    const job = await newJob(server);
    const body = messageOf(job.jobId, 'client', 'First');
    const file = { name: 'plan.20261121T103000.pdf', bytes: pdf, type: 'application/pdf' };
    await server.call('updateJob', { as: 'client', body, files: [file], key: 'other' });
    const before = [await count('messages'), await count('attachments')];
    const reused = { status: 422, code: 'key-reused' };

    const otherText = { ...body, 'evCommunication.content': 'Second' };
    expect(
      await server.call('updateJob', { as: 'client', body: otherText, files: [file], key: 'other' }),
    ).toMatchObject(reused);
    expect(await server.call('updateJob', { as: 'client', body, files: [], key: 'other' })).toMatchObject(
      reused,
    );
    const otherBytes = { ...file, bytes: Buffer.concat([pdf, Buffer.from('\n%%EOF\n')]) };
    expect(
      await server.call('updateJob', { as: 'client', body, files: [otherBytes], key: 'other' }),
    ).toMatchObject(reused);
    const otherName = { ...file, name: 'roof.20261121T103000.pdf' };
    expect(
      await server.call('updateJob', { as: 'client', body, files: [otherName], key: 'other' }),
    ).toMatchObject(reused);
    expect(await server.call('reportJob', { as: 'client', body: jobReport(), key: 'other' })).toMatchObject(
      reused,
    );

    expect([await count('messages'), await count('attachments')]).toEqual(before);
  });

  it('covers a repeat with files whose boundary, time and stamp differ, and stores the bytes once', async () => {
    const job = await newJob(server);
    const body = messageOf(job.jobId, 'client', 'With a plan');
    const files = [{ name: 'plan.pdf', bytes: pdf, type: 'application/pdf' }];
    const first = await server.call('updateJob', { as: 'client', body, files, key: 'files' });
    const stored = await server.storedFiles();
    server.clock.advance(90);
    const again = await server.call('updateJob', { as: 'client', body, files, key: 'files' });
    expect(again.response.body).toBe(first.response.body);
    expect(await server.storedFiles()).toEqual(stored);
    server.clock.advance(-90);
  });

  it('is each user’s own', async () => {
    const body = jobReport();
    const mine = await server.call('reportJob', { as: 'client', body, key: 'shared' });
    const other = jobReport({ jobReporter: people.otherClient.email });
    const theirs = await server.call('reportJob', { as: 'otherClient', body: other, key: 'shared' });
    expect(theirs.answer.jobId).not.toBe(mine.answer.jobId);
    const again = await server.call('reportJob', { as: 'otherClient', body: other, key: 'shared' });
    expect(again.response.body).toBe(theirs.response.body);
    const mineAgain = await server.call('reportJob', { as: 'client', body, key: 'shared' });
    expect(mineAgain.response.body).toBe(mine.response.body);
  });

  it.each(['invite-ms.quill@canary.test', 'note%20for%20ms.quill%40canary.test'])(
    '%s is stored without its address, and still repeats',
    async (key) => {
      const body = jobReport({ message: 'With an address in its key' });
      const first = await server.call('reportJob', { as: 'client', body, key });
      const again = await server.call('reportJob', { as: 'client', body, key });
      expect(again.answer.jobId).toBe(first.answer.jobId);
      expect(await server.db.query("select 1 from idempotency where key ilike '%quill%'")).toEqual([]);
    },
  );

  it('is free again after a refused write', async () => {
    const job = await newJob(server);
    const duplicate = jobReport({ address: job.address });
    const refused = await server.call('reportJob', { as: 'client', body: duplicate, key: 'refused' });
    expect(refused.code).toBe('duplicate-job');
    const rows = await server.db.query("select key from idempotency where key = 'refused'");
    expect(rows).toEqual([]);
    const other = await server.call('reportJob', { as: 'client', body: jobReport(), key: 'refused' });
    expect(other.status).toBe(200);
  });

  it('writes once when the same write comes many times at once', async () => {
    const body = jobReport({ message: 'Once' });
    const before = await count('jobs');
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => server.call('reportJob', { as: 'client', body, key: 'at once' })),
    );
    expect(new Set(replies.map((reply) => reply.response.body)).size).toBe(1);
    expect(replies.map((reply) => reply.status)).toEqual(Array(12).fill(200));
    expect(await count('jobs')).toBe(before + 1);
  });

  it('allows one of several different simultaneous writes', async () => {
    const before = await count('jobs');
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.call('reportJob', { as: 'client', body: jobReport(), key: 'torn' }),
      ),
    );
    expect(replies.map((reply) => reply.code).sort()).toEqual(['', ...Array(5).fill('key-reused')]);
    expect(await count('jobs')).toBe(before + 1);
  });

  it('stores neither write nor key when the work fails', async () => {
    const write = { uid: 'uid-clara', key: 'crash', call: 'test', fingerprint: 'f', userType };
    const before = await count('messages');
    const job = await newJob(server);
    const insert = (db: { query: TestServer['db']['query'] }) =>
      db.query(
        `insert into messages (communication_id, job_id, content, status, from_user, from_user_type, created)
         values ('broken-off', $1, 'half', 'NEW', 'clara@ev.test', 'CLIENT', 0)`,
        [job.jobId],
      );
    const crash = writeOnce({ db: server.db, now: Date.now }, write, async (db) => {
      await insert(db);
      throw new Error('the process is gone');
    });
    await expect(crash).rejects.toThrow('the process is gone');
    expect(await count('messages')).toBe(before);
    const again = await writeOnce({ db: server.db, now: Date.now }, write, async (db) => {
      await insert(db);
      return 'done';
    });
    expect(again).toEqual({ answer: '{"body":"done"}', repeated: false });
    expect(await count('messages')).toBe(before + 1);
  });

  it('makes a repeat wait for the first request, and then responds equally', async () => {
    const write = { uid: 'uid-clara', key: 'wait', call: 'test', fingerprint: 'f', userType };
    let done = false;
    const { begun, first } = begin(server.db, write, async () => {
      await wait(500);
      done = true;
      return 'first';
    });
    await begun;
    const again = await writeOnce({ db: server.db, now: Date.now }, write, async () => 'second');
    expect(done).toBe(true);
    expect(again).toEqual({ answer: '{"body":"first"}', repeated: true });
    expect(await first).toEqual({ answer: '{"body":"first"}', repeated: false });
  });

  it('runs the repeat when the first request failed', async () => {
    const write = { uid: 'uid-clara', key: 'heir', call: 'test', fingerprint: 'f', userType };
    const { begun, first } = begin(server.db, write, async () => {
      await wait(300);
      throw new Error('broke off');
    });
    const failed = expect(first).rejects.toThrow('broke off');
    await begun;
    const again = await writeOnce({ db: server.db, now: Date.now }, write, async () => 'second');
    expect(again).toEqual({ answer: '{"body":"second"}', repeated: false });
    await failed;
  });

  it.each([
    ['of 200 characters', 'k'.repeat(200)],
    ['with signs', 'a b;c,d=e/f:g{h}[i]~!@#$%^&*()'],
    ['that begins with a quote', '"half'],
    ['that is one quote', '"'],
  ])('may be one %s', async (_, key) => {
    const body = jobReport();
    const first = await server.call('reportJob', { as: 'client', body, key });
    expect(first.status).toBe(200);
    expect((await server.call('reportJob', { as: 'client', body, key })).response.body).toBe(
      first.response.body,
    );
  });

  it('is the same quoted and bare', async () => {
    const body = jobReport();
    const bare = await server.call('reportJob', { as: 'client', body, key: 'quoted-1' });
    const quoted = await server.call('reportJob', { as: 'client', body, key: '"quoted-1"' });
    expect(quoted.response.body).toBe(bare.response.body);
  });

  it.each([
    ['empty', ''],
    ['two quotes', '""'],
    ['longer than 200 characters', 'k'.repeat(201)],
    ['a tab in it', 'a\tb'],
  ])('is refused when it is no key: %s', async (_, key) => {
    const before = await count('jobs');
    const { failure } = await server.call('reportJob', { as: 'client', body: jobReport(), key });
    expect(failure).toMatchObject({ code: 'invalid', field: 'Idempotency-Key' });
    expect(await count('jobs')).toBe(before);
  });

  it('is ignored by a call that only reads', async () => {
    const read = { as: 'client', body: { username: people.client.email }, key: 'once' } as const;
    expect((await server.call('jobs', read)).status).toBe(200);
  });

  it('of one user never returns a response to another user who may not see it', async () => {
    const job = await newJob(server);
    const body = messageOf(job.jobId, 'client', 'Mine');
    await server.call('updateJob', { as: 'client', body, key: 'private' });
    const foreign = messageOf(job.jobId, 'otherClient', 'Mine');
    expect((await server.call('updateJob', { as: 'otherClient', body: foreign, key: 'private' })).code).toBe(
      'not-found',
    );
  });

  it('does not repeat a response to a user who has lost rights since', async () => {
    const body = { profiles: [{ email: people.client.email, company: 'Wind & Sun' }] };
    const change = () => server.call('updateProfiles', { as: 'employee', body, key: 'demoted' });
    const become = (type: string) =>
      server.db.query('update users set user_type = $2 where email = $1', [people.employee.email, type]);
    await become('ADMIN');
    const first = await change();
    expect(first.answer[0]).toMatchObject({ company: 'Wind & Sun' });
    expect((await change()).response.body).toBe(first.response.body);
    await become('EMPLOYEE');
    expect((await change()).code).toBe('forbidden');
    await become('ADMIN');
    expect((await change()).response.body).toBe(first.response.body);
    await become('EMPLOYEE');
  });

  describe.runIf(kind === 'postgres')('in use by another server process', () => {
    const write = { uid: 'uid-clara', key: 'held', call: 'test', fingerprint: 'f', userType };

    it('is refused as in use when the wait gets too long', async () => {
      const other = await openPostgres(server.databaseUrl);
      const held = Promise.withResolvers<string>();
      const { begun, first } = begin(other, write, () => held.promise);
      await begun;
      const impatient = writeOnce({ db: server.db, now: Date.now }, write, async () => 'second');
      await expect(impatient).rejects.toMatchObject({ code: 'key-in-use' });
      held.resolve('first');
      await first;
      const patient = await writeOnce({ db: server.db, now: Date.now }, write, async () => 'third');
      expect(patient).toEqual({ answer: '{"body":"first"}', repeated: true });
      await other.close();
    });

    it('is free again when that process dies', async () => {
      const other = await openPostgres(server.databaseUrl);
      const dying = writeOnce({ db: other, now: Date.now }, { ...write, key: 'dying' }, async (db) => {
        const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
        await server.db.query('select pg_terminate_backend($1)', [row?.pid]);
        await wait(100);
        return 'never';
      });
      await expect(dying).rejects.toMatchObject({ name: 'Unavailable' });
      const heir = await writeOnce(
        { db: server.db, now: Date.now },
        { ...write, key: 'dying' },
        async () => 'done',
      );
      expect(heir).toEqual({ answer: '{"body":"done"}', repeated: false });
      await other.close();
    });
  });
});
