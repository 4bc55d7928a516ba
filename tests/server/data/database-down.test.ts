import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/settings/config.ts';
import { openDatabase } from '../../../server/start/openDatabase.ts';
import { throughProxy } from '../../support/database/throughProxy.ts';
import type { TcpProxy } from '../../support/network/tcpProxy.ts';
import { jobReport, messageOf, newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onBothDatabases, onOneDatabase, onPostgres, type TestServer } from '../../support/server/server.ts';

const unavailable = {
  errorMessage: 'EV Jobs isn’t available right now. Try again in a few minutes.',
  code: 'unavailable',
};
const list = { as: 'client', body: { username: people.client.email } } as const;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const plan = { name: 'plan.pdf', bytes: pdf, type: 'application/pdf' };

function readyz({ app }: TestServer) {
  return app.inject({ method: 'GET', url: '/api/readyz' });
}

onPostgres('a database that goes away', (start) => {
  let server: TestServer;
  let proxy: TcpProxy;
  beforeAll(async () => {
    server = await start({
      errorsExpected: true,
      async connect(address) {
        const opened = await throughProxy(address);
        proxy = opened.proxy;
        return opened.db;
      },
    });
  });
  beforeEach(() => proxy.restore());
  afterAll(() => proxy.close());

  async function rowsOf(table: 'jobs' | 'messages' | 'history' | 'attachments' | 'idempotency') {
    return server.db.query(`select * from ${table}`);
  }

  async function everything() {
    return Promise.all(
      (['jobs', 'messages', 'history', 'attachments', 'idempotency'] as const).map((table) => rowsOf(table)),
    );
  }

  it('answers 503 to reads and writes, and comes back without a restart', async () => {
    const job = await newJob(server);
    const before = await everything();
    const files = await server.storedFiles();

    proxy.cut();
    const calls = [
      () => server.call('jobs', list),
      () => server.call('job', { as: 'client', params: { jobId: job.jobId } }),
      () => server.call('reportJob', { as: 'client', body: jobReport(), key: 'down' }),
      () =>
        server.call('updateJob', {
          as: 'client',
          body: messageOf(job.jobId, 'client', 'Hello'),
          files: [plan],
        }),
    ];
    for (const call of calls) {
      const reply = await call();
      expect(reply.status).toBe(503);
      expect(reply.failure).toEqual(unavailable);
    }
    expect(await everything()).toEqual(before);
    expect(await server.storedFiles()).toEqual(files);

    proxy.restore();
    expect((await server.call('jobs', list)).status).toBe(200);
    expect((await server.call('reportJob', { as: 'client', body: jobReport(), key: 'down' })).status).toBe(
      200,
    );
  });

  it('turns /api/readyz red, naming the part, and green again; /api/healthz stays green', async () => {
    expect((await readyz(server)).json()).toEqual({ body: { status: 'ok', database: 'ok', files: 'ok' } });
    proxy.cut();
    const red = await readyz(server);
    expect(red.statusCode).toBe(503);
    expect(red.json()).toEqual({
      errorMessage: 'Not ready: database.',
      code: 'unavailable',
      database: 'down',
      files: 'ok',
    });
    expect((await server.app.inject({ method: 'GET', url: '/api/healthz' })).statusCode).toBe(200);
    proxy.restore();
    expect((await readyz(server)).statusCode).toBe(200);
  });

  async function acceptWrites(isOn: boolean): Promise<void> {
    const name = new URL(server.databaseUrl).pathname.slice(1);
    await server.db.query(
      `alter database ${name} set default_transaction_read_only = ${isOn ? 'off' : 'on'}`,
    );
  }

  it('answers 503 to writes while it accepts none, as a former primary, and goes on with other connections', async () => {
    const write = () => server.call('reportJob', { as: 'client', body: jobReport(), key: 'read only' });
    await acceptWrites(false);
    proxy.cut();
    proxy.restore();
    await expect.poll(async () => (await server.call('jobs', list)).status).toBe(200);
    const refused = await write();
    expect(refused.status).toBe(503);
    expect(refused.failure).toEqual(unavailable);
    expect((await readyz(server)).json()).toMatchObject({ database: 'down', files: 'ok' });

    await acceptWrites(true);
    // Each refusal ends the connection that it came by.
    await expect.poll(async () => (await write()).status).toBe(200);
    await expect.poll(async () => (await readyz(server)).statusCode).toBe(200);
  });

  it('that only reads ends a start with a sentence that says so', async () => {
    await acceptWrites(false);
    const opening = openDatabase(readConfig({ DATABASE_URL: server.databaseUrl }));
    await expect(opening).rejects.toThrow(
      'The database in DATABASE_URL accepts no writes. It may be a standby.',
    );
    await acceptWrites(true);
  });

  it('that refuses what a start needs ends it with its own words, not as one that cannot be reached', async () => {
    await server.db.query(`create function is_full() returns event_trigger language plpgsql as $$
      begin raise exception 'no space left' using errcode = 'disk_full'; end $$`);
    await server.db.query('create event trigger full_disk on ddl_command_start execute function is_full()');
    const opening = openDatabase(readConfig({ DATABASE_URL: server.databaseUrl }));
    const error = await opening.catch((reason: unknown) => reason);
    await server.db.query('drop event trigger full_disk');
    await server.db.query('drop function is_full()');
    expect(error).toMatchObject({ message: 'Can’t use the database in DATABASE_URL: no space left.' });
  });

  it('survives idle connections that break', async () => {
    await Promise.all(Array.from({ length: 8 }, () => server.call('jobs', list)));
    proxy.cut();
    // Each is a turn of the event loop, in which the pool hears of lines that were closed.
    for (let turn = 0; turn < 10; turn += 1) await wait(10);
    proxy.restore();
    const replies = await Promise.all(Array.from({ length: 8 }, () => server.call('jobs', list)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
  });

  it('leaves no partial write when it fails during many writes, and repeats complete them', async () => {
    const job = await newJob(server);
    const writes = Array.from({ length: 60 }, (_, index) => ({
      as: 'client' as const,
      body: messageOf(job.jobId, 'client', `Message ${index}`),
      key: `cut-${index}`,
      ...(index % 3 === 0 ? { files: [plan] } : {}),
    }));
    let answered = 0;
    const first = await Promise.all(
      writes.map(async (write) => {
        const reply = await server.call('updateJob', write);
        answered += 1;
        if (answered === 10) proxy.cut();
        return reply;
      }),
    );
    const codes = new Set(first.map((reply) => reply.code));
    expect([...codes].filter((code) => code !== '' && code !== 'unavailable')).toEqual([]);
    expect(codes).toContain('unavailable');

    // Every message that is there has its file rows and its key's answer, and every file row has its bytes.
    await expect
      .poll(() =>
        server.db.query(
          "select pid from pg_stat_activity where state like '%transaction%' and pid <> pg_backend_pid()",
        ),
      )
      .toEqual([]);
    const torn = await server.db.query(
      `select m.content from messages m
       left join idempotency i on i.answer like '%' || m.communication_id || '%'
       where m.job_id = $1 and m.content like 'Message %' and i.key is null`,
      [job.jobId],
    );
    expect(torn).toEqual([]);

    proxy.restore();
    const second = await Promise.all(writes.map((write) => server.call('updateJob', write)));
    expect(second.map((reply) => reply.status)).toEqual(Array(60).fill(200));
    const messages = await server.db.query<{ content: string }>(
      "select content from messages where job_id = $1 and content like 'Message %'",
      [job.jobId],
    );
    expect(messages.map(({ content }) => content).sort()).toEqual(
      writes.map((write) => (write.body as Record<string, unknown>)['evCommunication.content']).sort(),
    );
    const keys = await server.db.query<{ key: string }>('select key from attachments where job_id = $1', [
      job.jobId,
    ]);
    expect(keys).toHaveLength(20);
    expect(await server.storedFiles()).toEqual(expect.arrayContaining(keys.map(({ key }) => key)));
  });

  it('keeps the files of a write that was committed without a response, and the repeat gets the response', async () => {
    const job = await newJob(server);
    const write = {
      as: 'client' as const,
      body: messageOf(job.jobId, 'client', 'Committed'),
      files: [plan],
      key: 'lost answer',
    };
    proxy.cutAnswerTo('commit', 'Committed');
    expect((await server.call('updateJob', write)).failure).toEqual(unavailable);
    proxy.restore();

    const again = await server.call('updateJob', write);
    const rows = await server.db.query("select 1 from messages where content = 'Committed'");
    expect(rows).toHaveLength(1);
    const file = again.answer.job.attachments.at(-1);
    const download = {
      as: 'client',
      params: { key: file?.key ?? '', fileName: file?.fileName ?? '' },
    } as const;
    expect((await server.call('attachment', download)).bytes.equals(pdf)).toBe(true);
  });

  it('times out when it accepts a connection and stays silent', async () => {
    proxy.freeze();
    const red = await readyz(server);
    expect(red.statusCode).toBe(503);
    proxy.restore();
    await expect.poll(async () => (await server.call('jobs', list)).status).toBe(200);
  });

  it('is reported in the log only, without personal data', async () => {
    const text = JSON.stringify(server.logs);
    expect(text).toContain('The database cannot be reached.');
    expect(text).not.toMatch(/@ev\.test|Hello|eyJ/);
  });
});

describe('a database that was closed', () => {
  onBothDatabases('under a running server', (start) => {
    it('answers 503 and turns /api/readyz red', async () => {
      const server = await start({ errorsExpected: true });
      await server.db.close();
      expect((await server.call('jobs', list)).failure).toEqual(unavailable);
      expect((await readyz(server)).statusCode).toBe(503);
    });
  });
});

onOneDatabase('a file store that goes away', (start) => {
  it('answers 503 to requests that need it, stores nothing, turns /api/readyz red, and recovers', async () => {
    const server = await start({ errorsExpected: true });
    const job = await newJob(server);
    const message = {
      as: 'client',
      body: messageOf(job.jobId, 'client', 'Plan'),
      files: [plan],
      key: 'files',
    } as const;

    await server.store.goAway();
    expect((await server.call('updateJob', message)).failure).toEqual(unavailable);
    const red = await readyz(server);
    expect(red.statusCode).toBe(503);
    expect(red.json()).toMatchObject({ errorMessage: 'Not ready: files.', database: 'ok', files: 'down' });
    expect(
      (await server.call('conversation', { as: 'client', params: { jobId: job.jobId } })).answer,
    ).toEqual([]);

    await server.store.comeBack();
    expect((await server.call('updateJob', message)).status).toBe(200);
    expect((await readyz(server)).statusCode).toBe(200);
  });
});
