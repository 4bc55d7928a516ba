import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { addEvent } from '../../../server/data/events.ts';
import { deleteOldEvents, eventsSince, mostEvents } from '../../../server/data/liveEvents.ts';
import { factOf, soon } from '../../support/server/eventStream.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { onOneDatabase, onPostgres, type TestServer } from '../../support/server/server.ts';

const day = 86_400;

async function since(server: TestServer, cursor: string | null) {
  return (await server.call('events', { as: 'employee', body: { cursor } })).answer;
}

/** Something small that happens to nobody in particular. */
function happening(server: TestServer, name: string) {
  return {
    kind: 'profile' as const,
    actor: '',
    created: Math.floor(server.clock.nowMs / 1000),
    forUser: name,
    detail: { decision: '' as const },
  };
}

async function happen(server: TestServer, name: string, db = server.db): Promise<void> {
  await db.tx((tx) => addEvent(tx, happening(server, name)));
}

/** Deletes what is old; the server may be about to do the same. */
async function deleteAll({ db }: TestServer, now: number): Promise<void> {
  for (let pause = 0; pause < 2; pause++) {
    while ((await deleteOldEvents(db, now)) > 0);
    await wait(100);
  }
}

function made(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

onOneDatabase('a cursor', (start) => {
  const server = start.forAll();

  it('returns each event once, and the next cursor what follows', async () => {
    const first = await since(server, null);
    expect(first).toMatchObject({ missed: false, events: [] });
    await happen(server, 'one');
    await happen(server, 'two');
    const second = await since(server, first.cursor);
    expect(second.events.map(factOf)).toEqual(['profile one', 'profile two']);
    expect((await since(server, second.cursor)).events).toEqual([]);
    await happen(server, 'three');
    expect((await since(server, second.cursor)).events.map(factOf)).toEqual(['profile three']);
    expect((await since(server, first.cursor)).events).toHaveLength(3);
  });

  it('has missed events when it is invalid or from the future', async () => {
    const newest = '1';
    const wrong = [
      '',
      'x',
      made([]),
      made(['jobs', '1:2:', 0, '0', 0]),
      made(['happened', 'x', 0, '0', 0]),
      made(['happened', '0:0:', 0, '0', 0]),
      made(['happened', '9:3:', 0, '0', 0]),
      made(['happened', '3:9:2', 0, '0', 0]),
      made(['happened', '3:9:5,4', 0, '0', 0]),
      made(['happened', '3:9:9', 0, '0', 0]),
      made(['happened', '3:9:4,', 0, '0', 0]),
      made(['happened', "3:9:'", 0, '0', 0]),
      made(['happened', '3:99999999999999999999:', 0, '0', 0]),
      made(['happened', '3:9:', 0, 'x', 0]),
      made(['happened', '3:9:', 1.5, newest, 0]),
      made(['happened', `900000000:900000001:`, 0, '0', 0]),
      made(['happened', '3:9:', 4711, newest, 0]),
    ];
    for (const cursor of wrong) {
      // Also one that only this server could have made.
      expect((await eventsSince(server.db, { cursor, onlyFor: null })).missed, cursor).toBe(true);
      const reply = await since(server, cursor);
      expect(reply, cursor).toEqual({ cursor: expect.any(String), missed: true, events: [] });
      expect((await since(server, reply.cursor)).missed).toBe(false);
    }
    const tooLong = await server.call('events', { as: 'employee', body: { cursor: 'x'.repeat(4001) } });
    expect(tooLong.code).toBe('invalid');
  });

  it('tells a client nothing of what is not for them', async () => {
    const present = async () =>
      (await server.call('events', { as: 'client', body: { cursor: null } })).answer.cursor;
    const before = [await present(), await present()];
    for (let n = 0; n < 30; n += 1) await happen(server, `note ${n}`);
    const after = [await present(), await present()];
    const all = [...before, ...after];
    expect(new Set(all).size).toBe(4);
    expect(new Set(all.map((cursor) => cursor.length)).size).toBe(1);
    for (const cursor of all) expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('happened');
    const changed = Buffer.from(before[0] ?? '', 'base64url');
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(await since(server, changed.toString('base64url'))).toMatchObject({ missed: true, events: [] });
    expect((await since(server, before[0] ?? '')).missed).toBe(false);
  });

  it('has missed events when there are too many', async () => {
    const { cursor } = await since(server, null);
    await server.db.tx(async (tx) => {
      for (let index = 0; index < mostEvents; index++) await addEvent(tx, happening(server, `n${index}`));
    });
    expect((await since(server, cursor)).events).toHaveLength(mostEvents);
    await happen(server, 'one too many');
    const reply = await since(server, cursor);
    expect(reply).toMatchObject({ missed: true, events: [] });
    expect(await since(server, reply.cursor)).toMatchObject({ missed: false, events: [] });
    // Of all that, nothing was for a client.
    expect((await server.call('events', { as: 'client', body: { cursor } })).answer).toMatchObject({
      missed: false,
      events: [],
    });
  });

  it('has missed events when there are too many of other users', async () => {
    const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
    const others = `insert into events (created, kind, actor, for_user, detail, to_notify)
      select 1, 'profile', '', 'other@ev.test', '{"decision":""}', false from generate_series(1, $1)`;
    await server.db.query(others, [20_000]);
    const asked = async () => (await server.call('events', { as: 'client', body: { cursor } })).answer;
    expect(await asked()).toMatchObject({ missed: false, events: [] });
    await server.db.query(others, [1]);
    expect(await asked()).toMatchObject({ missed: true, events: [] });
  });

  it('has missed events when its last known one has been deleted', async () => {
    await happen(server, 'old');
    const old = await since(server, null);
    server.clock.advance(2 * day);
    await happen(server, 'newer');
    const newer = await since(server, null);
    server.clock.advance(day + 1);
    await happen(server, 'newest');
    const now = Math.floor(server.clock.nowMs / 1000);
    await deleteAll(server, now);
    expect(await since(server, old.cursor)).toMatchObject({ missed: true, events: [] });
    expect((await since(server, newer.cursor)).events.map(factOf)).toEqual(['profile newest']);
  });
});

onOneDatabase('old events', (start) => {
  it('stay until they are dispatched, and when they are the newest', async () => {
    const server = await start({ wakeUpMs: 3_600_000 });
    const job = await newJob(server);
    await send(server, job.jobId, 'client', 'Hello');
    await happen(server, 'last');
    const { cursor } = await since(server, null);
    const kinds = async (where = 'true') => {
      const sql = `select kind from events where ${where} order by seq`;
      return (await server.db.query<{ kind: string }>(sql)).map(({ kind }) => kind);
    };
    const now = Math.floor(server.clock.nowMs / 1000);
    await expect.poll(() => kinds('to_notify'), soon).toEqual([]);
    // Or it would look once more, and make these notices as well.
    await server.app.background.close();
    await server.db.query("update events set to_notify = (kind = 'message')");
    await deleteAll(server, now + 3 * day);
    expect(await kinds()).toEqual(['new-job', 'message', 'profile']);
    await deleteAll(server, now + 3 * day + 1);
    expect(await kinds()).toEqual(['message', 'profile']);
    expect(await since(server, cursor)).toMatchObject({ missed: false, events: [] });
  });

  it('are deleted where statistics say that there are none', async () => {
    const server = await start({ wakeUpMs: 3_600_000 });
    const many = `insert into events (created, kind, actor, for_user, detail, to_notify)
      select 1, 'profile', '', 'other@ev.test', '{"decision":""}', false from generate_series(1, 20000)`;
    await server.db.query(many);
    await server.db.query('delete from events');
    await server.db.query('vacuum (analyze, truncate false) events');
    await server.db.query(many);
    // A plan for no rows takes longer than a statement may.
    expect(await deleteOldEvents(server.db, 5 * day)).toBe(5000);
  });

  it('are deleted once an hour', async () => {
    const server = await start();
    const count = async (where: string) =>
      (await server.db.query(`select 1 from events where ${where}`)).length;
    const old = () => count("for_user = 'old'");
    async function happened() {
      await happen(server, 'old');
      // The newest event stays.
      await happen(server, 'newest');
    }
    await happened();
    server.clock.advance(4 * day);
    // Every write beats.
    const job = await newJob(server);
    await expect.poll(old, soon).toBe(0);

    await happened();
    await server.db.query("update events set created = 0 where for_user = 'old'");
    server.clock.advance(3599);
    await send(server, job.jobId, 'client', 'One');
    await expect.poll(() => count('to_notify'), soon).toBe(0);
    expect(await old()).toBe(1);
    server.clock.advance(1);
    await send(server, job.jobId, 'client', 'Two');
    await expect.poll(old, soon).toBe(0);
  });
});

onPostgres('transactions that commit late', (start) => {
  it('are returned once, although later ones were returned before', async () => {
    const server = await start();
    const before = await since(server, null);
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const late = server.db.tx(async (tx) => {
      await addEvent(tx, happening(server, 'late'));
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    await happen(server, 'early');
    const first = await since(server, before.cursor);
    expect(first.events.map(factOf)).toEqual(['profile early']);
    go.resolve();
    await late;
    const second = await since(server, first.cursor);
    expect(second.events.map(factOf)).toEqual(['profile late']);
    expect((await since(server, second.cursor)).events).toEqual([]);
    expect((await since(server, before.cursor)).events.map(factOf)).toEqual([
      'profile late',
      'profile early',
    ]);
  });

  it('are not returned when they are rolled back', async () => {
    const server = await start();
    const { cursor } = await since(server, null);
    const undone = server.db.tx(async (tx) => {
      await addEvent(tx, happening(server, 'undone'));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await happen(server, 'kept');
    expect((await since(server, cursor)).events.map(factOf)).toEqual(['profile kept']);
  });
});

describe('a database that was replaced', () => {
  onPostgres('by a restored copy', (start) => {
    it('has missed what came after the copy, and returns what happens from then on', async () => {
      const server = await start();
      await happen(server, 'before');
      const known = await since(server, null);
      await happen(server, 'after the copy');
      const lost = await since(server, null);
      // As a restore leaves it: the rows of the copy, and what is new under numbers given before.
      await server.db.query("delete from events where for_user = 'after the copy'");
      await server.db.query('alter table events alter column seq restart with 2');
      server.clock.advance(1);
      await happen(server, 'new');
      expect(await since(server, lost.cursor)).toMatchObject({ missed: true, events: [] });
      expect((await since(server, known.cursor)).events.map(factOf)).toEqual(['profile new']);
    });

    it('returns events with the number of a transaction that was seen to roll back', async () => {
      const server = await start();
      await happen(server, 'before');
      const [burnt] = await server.db.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
      const { cursor } = await since(server, null);
      // As after a crash, which forgets the numbers of transactions that left nothing behind.
      await happen(server, 'after the crash');
      await server.db.query("update events set xid = $1::xid8 where for_user = 'after the crash'", [
        burnt?.xid ?? '',
      ]);
      expect((await since(server, cursor)).events.map(factOf)).toEqual(['profile after the crash']);
    });

    it('does not repeat events of a copy from another server', async () => {
      const server = await start();
      const { cursor } = await since(server, null);
      await happen(server, 'of the copy');
      await server.db.query("update events set xid = '900000000'");
      const reply = await since(server, cursor);
      expect(reply).toMatchObject({ missed: false, events: [] });
      await happen(server, 'new');
      const next = await since(server, reply.cursor);
      expect(next.events.map(factOf)).toEqual(['profile new']);
      expect((await since(server, next.cursor)).events).toEqual([]);
    });
  });
});
