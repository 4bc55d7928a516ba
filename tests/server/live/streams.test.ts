import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { openAt } from '../../support/database/openAt.ts';
import { factOf, makeType, openStream, soon } from '../../support/server/eventStream.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people, tokenOf } from '../../support/server/people.ts';
import {
  onOneDatabase,
  onPostgres,
  type StartOptions,
  type TestServer,
} from '../../support/server/server.ts';

async function listening(
  start: (options?: StartOptions) => Promise<TestServer>,
  options: StartOptions = {},
): Promise<{ server: TestServer; origin: string }> {
  const server = await start(options);
  return { server, origin: await server.app.listen({ port: 0, host: '127.0.0.1' }) };
}

onOneDatabase('an event stream', (start) => {
  let server: TestServer;
  let origin = '';
  beforeAll(async () => {
    ({ server, origin } = await listening(start));
  });

  it('is neither cached nor buffered on its way, and starts at once', async () => {
    const stream = await openStream(origin, server.token('client'));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.batches).toEqual([{ cursor: expect.any(String), missed: false, events: [] }]);
    expect(stream.retryMs).toBe(1000);
    stream.cut();
  });

  it('sends a returning client what it missed, and then new events', async () => {
    const job = await newJob(server);
    const first = await openStream(origin, server.token('client'));
    await send(server, job.jobId, 'employee', 'One');
    await expect.poll(() => first.events().map(factOf), soon).toEqual(['message One']);
    first.cut();
    await send(server, job.jobId, 'employee', 'Two');
    const second = await openStream(origin, server.token('client'), { last: first.lastId() });
    await send(server, job.jobId, 'employee', 'Three');
    await expect.poll(() => second.events().map(factOf), soon).toEqual(['message Two', 'message Three']);
    second.cut();
  });

  it('begins before its request where the client asks for that, and says how far it reaches back', async () => {
    const { jobId } = await newJob(server);
    await openStream(origin, server.token('client')).then((stream) => stream.cut());
    const begunAt = performance.now();
    // A cursor is remembered each second.
    await expect
      .poll(async () => {
        const probe = await openStream(origin, server.token('client'), { ago: 0 });
        probe.cut();
        return performance.now() - (probe.batches[0]?.ago ?? 0);
      }, soon)
      .toBeGreaterThan(begunAt);
    await send(server, jobId, 'employee', 'Before the stream');
    const ago = performance.now() - begunAt;
    const stream = await openStream(origin, server.token('client'), { ago: Math.ceil(ago) });
    expect(stream.events().map(factOf)).toContain('message Before the stream');
    expect(stream.batches[0]?.ago).toBeGreaterThanOrEqual(Math.ceil(ago));
    // Of others' events it has none either.
    const other = await openStream(origin, server.token('otherClient'), { ago: Math.ceil(ago) });
    expect(other.events()).toEqual([]);
    stream.cut();
    other.cut();
  });

  it('reports missed events to a client with an invalid cursor', async () => {
    const stream = await openStream(origin, server.token('client'), { last: 'none' });
    expect(stream.batches).toEqual([{ cursor: expect.any(String), missed: true, events: [] }]);
    stream.cut();
  });

  it('ends when the token expires', async () => {
    const exp = Math.floor(server.clock.nowMs / 1000) + 1;
    const stream = await openStream(origin, tokenOf(people.client, server.clock.nowMs, { exp }));
    expect(await stream.ended).toBe(true);
  });

  it('ends when a user is approved, who then receives that and events of own jobs', async () => {
    const stream = await openStream(origin, server.token('pending'));
    const profiles = [{ email: people.pending.email, userApproved: true }];
    await server.call('updateProfiles', { as: 'admin', body: { profiles } });
    expect(await stream.ended).toBe(true);
    const again = await openStream(origin, server.token('pending'), { last: stream.lastId() });
    expect(again.events().map(factOf)).toEqual([`profile ${people.pending.email}`]);
    const { jobId } = await newJob(server, { jobReporter: people.pending.email }, { as: 'pending' });
    await expect.poll(() => again.events().map(factOf), soon).toContain(`job ${jobId}`);
    again.cut();
  });

  it('ends when staff becomes a client, before any event that a client may not receive', async () => {
    const job = await newJob(server, {}, { as: 'otherClient' });
    const stream = await openStream(origin, server.token('employee'));
    await makeType(server, 'employee', 'CLIENT');
    await send(server, job.jobId, 'otherClient', 'Canary');
    expect(await stream.ended).toBe(true);
    const again = await openStream(origin, server.token('employee'), { last: stream.lastId() });
    expect(again.events().map(factOf)).toEqual([`profile ${people.employee.email}`]);
    await send(server, job.jobId, 'otherClient', 'Canary');
    const reply = await server.call('events', { as: 'employee', body: { cursor: stream.lastId() } });
    expect(reply.answer.events.map(factOf)).toEqual([`profile ${people.employee.email}`]);
    expect(stream.text + again.text).not.toContain('Canary');
    again.cut();
  });

  it('ends when a client is suspended, who then receives events of their profile only', async () => {
    const { jobId } = await newJob(server, {}, { as: 'otherClient' });
    const stream = await openStream(origin, server.token('otherClient'));
    const profiles = [{ email: people.otherClient.email, userApproved: false }];
    await server.call('updateProfiles', { as: 'admin', body: { profiles } });
    await send(server, jobId, 'admin', 'Canary');
    expect(await stream.ended).toBe(true);
    const again = await openStream(origin, server.token('otherClient'), { last: stream.lastId() });
    const reply = await server.call('events', { as: 'otherClient', body: { cursor: stream.lastId() } });
    const own = [`profile ${people.otherClient.email}`];
    expect([again.events().map(factOf), reply.answer.events.map(factOf)]).toEqual([own, own]);
    expect(stream.text + again.text).not.toContain('Canary');
    again.cut();
  });

  it('does not end when a user only changes their name', async () => {
    const stream = await openStream(origin, server.token('client'));
    const profiles = [{ email: people.client.email, firstName: 'Claire' }];
    await server.call('updateProfiles', { as: 'client', body: { profiles } });
    const { jobId } = await newJob(server);
    await expect.poll(() => stream.events().map(factOf), soon).toContain(`job ${jobId}`);
    stream.cut();
  });
});

onOneDatabase('a stream within bounds', (start) => {
  let server: TestServer;
  let origin = '';
  beforeAll(async () => {
    ({ server, origin } = await listening(start, {
      live: { heartbeatMs: 5, mostStreams: 2, mostBufferedBytes: 20_000 },
    }));
  });

  it('is closed, the oldest first, when a user has too many', async () => {
    const [first, second, other] = [
      await openStream(origin, server.token('client')),
      await openStream(origin, server.token('client')),
      await openStream(origin, server.token('employee')),
    ];
    const third = await openStream(origin, server.token('client'));
    expect(await first.ended).toBe(true);
    const { jobId } = await newJob(server);
    for (const stream of [second, third, other]) {
      await expect.poll(() => stream.events().map(factOf), soon).toEqual([`job ${jobId}`]);
      stream.cut();
    }
  });

  it('is cut when its client reads too slowly, which then gets all of it', async () => {
    const job = await newJob(server);
    // Awaiting each message on a second stream keeps the server from sending several in one batch.
    const reader = await openStream(origin, server.token('employee'));
    const answer = await server.app.inject({
      url: '/api/events/stream',
      headers: { authorization: `Bearer ${server.token('client')}` },
      payloadAsStream: true,
    });
    const body = answer.stream();
    const [first] = await once(body, 'data');
    body.pause();
    const cursor = /^id: (.*)$/m.exec(String(first))?.[1] ?? '';
    const words = Array.from({ length: 40 }, (_, index) => `${index} `.padEnd(5000, 'x'));
    const cut = once(body, 'close').catch(() => undefined);
    for (const content of words) {
      await send(server, job.jobId, 'employee', content);
      await expect.poll(() => reader.events().map(factOf), soon).toContain(`message ${content}`);
    }
    reader.cut();
    await cut;
    expect(body.readableLength).toBeLessThan(100_000);
    const { events } = (await server.call('events', { as: 'client', body: { cursor } })).answer;
    expect(events.map(factOf)).toEqual(words.map((content) => `message ${content}`));
  });
});

onOneDatabase('a stream whose client has missed more than may pile up', (start) => {
  it('brings all of it in its first batch', async () => {
    const { server, origin } = await listening(start, { live: { mostBufferedBytes: 20_000 } });
    const { jobId } = await newJob(server);
    const first = await openStream(origin, server.token('client'));
    const last = first.lastId();
    first.cut();
    const words = ['one', 'two', 'three'].map((word) => word.padEnd(9000, 'x'));
    for (const content of words) await send(server, jobId, 'employee', content);
    const second = await openStream(origin, server.token('client'), { last });
    expect(second.events().map(factOf)).toEqual(words.map((content) => `message ${content}`));
    second.cut();
  });
});

onOneDatabase('a stream that lasts longer than the limit of a request body', (start) => {
  it('goes on', async () => {
    const { server, origin } = await listening(start, {
      timeouts: { bodyMs: 100 },
      live: { heartbeatMs: 20 },
    });
    const stream = await openStream(origin, server.token('client'));
    await expect.poll(() => stream.text.match(/^:$/gm)?.length ?? 0, soon).toBeGreaterThan(30);
    const { jobId } = await newJob(server);
    await expect.poll(() => stream.events().map(factOf), soon).toEqual([`job ${jobId}`]);
    stream.cut();
  });
});

onOneDatabase('a stream under a limit of requests', (start) => {
  let server: TestServer;
  let origin = '';
  beforeAll(async () => {
    ({ server, origin } = await listening(start, { rateLimit: { address: 4 }, live: { heartbeatMs: 5 } }));
  });

  it('counts as one request, whatever it sends', async () => {
    const stream = await openStream(origin, server.token('employee'));
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'One');
    await expect.poll(() => stream.events(), soon).toHaveLength(2);
    await expect.poll(() => stream.text.match(/^:$/gm)?.length ?? 0, soon).toBeGreaterThan(5);
    expect(stream.batches.slice(1).every(({ events }) => events.length > 0)).toBe(true);
    const list = { as: 'client', body: { username: people.client.email } } as const;
    expect((await server.call('jobs', list)).status).toBe(200);
    expect((await server.call('jobs', list)).code).toBe('rate-limited');
    stream.cut();
  });
});

onOneDatabase('a stop', (start) => {
  it('ends the streams without waiting for any, even for one that nobody reads', async () => {
    const { server, origin } = await listening(start);
    const job = await newJob(server);
    const streams = await Promise.all(
      (['client', 'employee', 'admin', 'pending'] as PersonName[]).map((name) =>
        openStream(origin, server.token(name)),
      ),
    );
    const deaf = connect(Number(new URL(origin).port), '127.0.0.1');
    deaf.on('error', () => undefined);
    const token = server.token('employee');
    deaf.write(`GET /api/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    deaf.pause();
    await send(server, job.jobId, 'client', 'One');
    await server.app.close();
    for (const stream of streams) expect(await stream.ended).toBe(true);
    await expect(openStream(origin, token)).rejects.toThrow();
    deaf.destroy();
  });

  it('does not wait for connections without a request', async () => {
    // As long as the time limit of the test: nothing else closes it before.
    const timeouts = { headMs: 300_000, silenceMs: 300_000 };
    const { server, origin } = await listening(start, { timeouts });
    const line = connect(Number(new URL(origin).port), '127.0.0.1');
    await new Promise((resolve) => line.once('connect', resolve));
    expect((await fetch(`${origin}/api/healthz`)).status).toBe(200);
    await server.app.close();
    line.destroy();
  });
});

onPostgres('a user whose rights are withdrawn while their stream is opened', (start) => {
  it('receives nothing by those rights', async () => {
    let meanwhile = async () => {};
    const { server, origin } = await listening(start, {
      async connect(url) {
        const db = await openAt(url);
        return {
          ...db,
          async query<R>(sql: string, params: readonly unknown[] = []) {
            if (sql.includes('pg_current_snapshot')) {
              const now = meanwhile;
              meanwhile = async () => {};
              await now();
            }
            return db.query<R>(sql, params);
          },
        };
      },
    });
    const job = await newJob(server, {}, { as: 'otherClient' });
    meanwhile = () => makeType(server, 'employee', 'CLIENT');
    const stream = await openStream(origin, server.token('employee'));
    const witness = await openStream(origin, server.token('admin'));
    await send(server, job.jobId, 'otherClient', 'Canary');
    await expect.poll(() => witness.events().map(factOf), soon).toContain('message Canary');
    expect(stream.text).not.toContain('Canary');
    stream.cut();
    witness.cut();
  });
});
