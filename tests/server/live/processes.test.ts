import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import { type Database, notify } from '../../../server/data/db/db.ts';
import { addEvent } from '../../../server/data/events.ts';
import { openWakeUp } from '../../../server/data/wakeUp.ts';
import {
  type DatabaseKind,
  databaseKinds,
  newDatabase,
  type TestDatabase,
} from '../../support/database/databases.ts';
import { openAt } from '../../support/database/openAt.ts';
import { factOf, openStream, soon } from '../../support/server/eventStream.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { projectId } from '../../support/server/people.ts';
import { onBothDatabases, onPostgres, type TestServer } from '../../support/server/server.ts';

/** So long that whatever comes in time was not found by the timer. */
const never = 3_600_000;

/** Another process on the same database, as far as the database can tell. */
async function another(server: TestServer, options: Partial<AppOptions> = {}) {
  const db = await openAt(server.databaseUrl);
  const app = await buildApp({
    db,
    files: server.files,
    mail: { send: async () => undefined, close: async () => undefined },
    verifyToken: emulatorVerifier(projectId, () => server.clock.nowMs),
    now: () => server.clock.nowMs,
    log: { level: 'silent' },
    publicUrl: 'http://localhost:8080',
    rateLimit: false,
    wakeUpMs: never,
    ...options,
  });
  return {
    origin: await app.listen({ port: 0, host: '127.0.0.1' }),
    async end() {
      await app.close();
      await db.close();
    },
  };
}

describe.each(databaseKinds)('notifications (%s)', (kind: DatabaseKind) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await newDatabase(kind);
    db = database.db;
  });
  afterAll(() => database.end());

  it('reach all listeners of the channel until they stop, and nobody else', async () => {
    const heard: Record<string, string[]> = { one: [], two: [], other: [] };
    const stops = ['one', 'two', 'other'].map((name) =>
      db.listen(name === 'other' ? 'another_channel' : 'a_channel', (payload) => {
        if (payload !== '') heard[name]?.push(payload);
      }),
    );
    await expect
      .poll(async () => {
        await notify(db, 'a_channel', 'hello');
        return Object.values(heard).filter((said) => said.includes('hello')).length;
      }, soon)
      .toBe(2);
    expect(heard.other).toEqual([]);
    await stops[0]?.();
    const before = heard.one?.length;
    await notify(db, 'a_channel', 'bye');
    await expect.poll(() => heard.two, soon).toContain('bye');
    expect(heard.one).toHaveLength(before ?? -1);
    await Promise.all(stops.map((stop) => stop()));
  });

  it('wake up other processes', async () => {
    const [one, two] = [openWakeUp(db, never), openWakeUp(db, never)];
    let beats = 0;
    two.onSignal(() => {
      beats += 1;
    });
    await expect
      .poll(() => {
        one.signal();
        return beats;
      }, soon)
      .toBeGreaterThan(2);
    await Promise.all([one.close(), two.close()]);
  });

  it('do not wake up the process that sent them', async () => {
    const heard: string[] = [];
    let channel = '';
    const spied: Database = {
      ...db,
      listen(name, onNotify) {
        channel = name;
        return db.listen(name, (payload) => {
          heard.push(payload);
          onNotify(payload);
        });
      },
    };
    const wakeUp = openWakeUp(spied, never);
    let beats = 0;
    wakeUp.onSignal(() => {
      beats += 1;
    });
    if (kind === 'postgres') {
      await expect.poll(() => heard, soon).toEqual(['']);
      await notify(db, channel, 'another');
    } else {
      // It does not say when it listens, but tells before the notification is done.
      while (heard.length === 0) await notify(db, channel, 'another');
    }
    await expect.poll(() => heard.at(-1), soon).toBe('another');
    await wait(0);
    const before = beats;
    const told = heard.length;
    wakeUp.signal();
    await expect.poll(() => heard.length, soon).toBe(told + 1);
    await wait(0);
    expect(beats).toBe(before + 1);
    await notify(db, channel, 'another');
    await expect.poll(() => beats, soon).toBe(before + 2);
    await wakeUp.close();
  });
});

onPostgres('two processes on one database', (start) => {
  const listening =
    "select pid from pg_stat_activity where query ilike 'listen%' and datname = current_database()";

  it('notify each other of writes at once', async () => {
    const server = await start({ wakeUpMs: never });
    const other = await another(server);
    const job = await newJob(server);
    const stream = await openStream(other.origin, server.token('client'));
    await send(server, job.jobId, 'employee', 'From the other process');
    await expect.poll(() => stream.events().map(factOf), soon).toEqual(['message From the other process']);
    stream.cut();
    await other.end();
  });

  it('read events by their timers when notifications are lost', async () => {
    const server = await start({ wakeUpMs: never });
    const other = await another(server, { wakeUpMs: 50 });
    const stream = await openStream(other.origin, server.token('employee'));
    const forUser = 'quiet@ev.test';
    await server.db.tx((tx) =>
      addEvent(tx, {
        kind: 'profile',
        actor: '',
        created: server.clock.nowMs / 1000,
        forUser,
        detail: { decision: '' },
      }),
    );
    await expect.poll(() => stream.events().map(factOf), soon).toEqual([`profile ${forUser}`]);
    stream.cut();
    await other.end();
  });

  it('are notified again after the listening connections broke, and read what was written meanwhile', async () => {
    const server = await start({ wakeUpMs: never });
    const other = await another(server);
    const job = await newJob(server);
    const stream = await openStream(other.origin, server.token('client'));
    const told: string[] = [];
    for (let round = 0; round < 3; round++) {
      await expect.poll(async () => (await server.db.query(listening)).length, soon).toBe(2);
      const killed = await server.db.query(`select pg_terminate_backend(pid) from (${listening}) one`);
      expect(killed).toHaveLength(2);
      await send(server, job.jobId, 'employee', `Round ${round}`);
      told.push(`message Round ${round}`);
      await expect.poll(() => stream.events().map(factOf), soon).toEqual(told);
    }
    stream.cut();
    await other.end();
  });
});

onBothDatabases('a client whose connection is cut again and again', (start, kind) => {
  // The embedded database does one thing at a time.
  const writes = kind === 'postgres' ? 500 : 150;
  const leastCuts = 10;

  it(`loses nothing of ${writes} simultaneous writes and receives nothing twice`, async () => {
    const server = await start();
    const origins = [await server.app.listen({ port: 0, host: '127.0.0.1' })];
    const other = kind === 'postgres' ? await another(server) : undefined;
    if (other) origins.push(other.origin);
    const jobs = await Promise.all(Array.from({ length: 4 }, () => newJob(server)));
    const token = server.token('employee');

    const written: string[] = [];
    let toWrite = writes;
    let cuts = 0;
    let reads = true;
    async function writer(index: number) {
      while (reads && (toWrite > 0 || cuts < leastCuts)) {
        toWrite -= 1;
        const name = `w${index} ${toWrite}`;
        if (toWrite % 5 === 0) {
          await send(server, jobs[index % 4]?.jobId ?? '', 'client', name);
          written.push(`message ${name}`);
        } else {
          // Begins before others that are kept before it.
          await server.db.tx(async (tx) => {
            const detail = { decision: '' as const };
            await addEvent(tx, {
              kind: 'profile',
              actor: '',
              created: server.clock.nowMs / 1000,
              forUser: name,
              detail,
            });
            if (kind === 'postgres') await wait(Math.random() * 10);
          });
          written.push(`profile ${name}`);
        }
      }
    }

    const read: string[] = [];
    let last: string | undefined;
    let writing = true;
    async function reader() {
      for (let round = 0; writing || read.length < written.length; round++) {
        let bytes = 20 + Math.random() * 8000;
        const cut = () => stream?.cut();
        let stream: Awaited<ReturnType<typeof openStream>> | undefined;
        stream = await openStream(origins[round % origins.length] ?? '', token, {
          ...(last === undefined ? {} : { last }),
          onText: (text) => {
            bytes -= text.length;
            if (bytes <= 0) setImmediate(cut);
          },
        });
        const soon = setTimeout(cut, 20 + Math.random() * 60);
        await stream.ended;
        clearTimeout(soon);
        cuts += 1;
        expect(stream.batches.every(({ missed }) => !missed)).toBe(true);
        read.push(...stream.events().map(factOf));
        last = stream.lastId() || last;
      }
    }

    const begin = (await server.call('events', { as: 'employee', body: { cursor: null } })).answer;
    last = begin.cursor;
    const reading = reader().finally(() => {
      reads = false;
    });
    await Promise.all(Array.from({ length: kind === 'postgres' ? 8 : 2 }, (_, index) => writer(index)));
    writing = false;
    await reading;
    expect(written.length).toBeGreaterThanOrEqual(writes);
    expect([...read].sort()).toEqual([...written].sort());
    await other?.end();
  });
});
