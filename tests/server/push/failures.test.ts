import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renewTask } from '../../../server/data/leasedTasks.ts';
import { leaseTask, type Task } from '../../../server/data/tasks.ts';
import { outcomeOf } from '../../../server/push/outcome.ts';
import { backOffSeconds, retryAfterSeconds } from '../../../server/queue/backOff.ts';
import type { Device } from '../../../src/contract/users/notifications.ts';
import { openPushEndpoint, type PushAnswer, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { deviceSeen, newDevice, noticesWaiting, pushOptions } from '../../support/push/pushes.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { metricOf } from '../../support/server/metricOf.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('a push service', (start) => {
  let server: TestServer;
  let service: PushEndpoint;
  let device: Device;
  let jobId: string;

  beforeAll(async () => {
    server = await start(pushOptions);
  });
  /** Every test has a push service and a device of its own. */
  beforeEach(async () => {
    jobId = (await newJob(server)).jobId;
    service = await openPushEndpoint();
    await server.db.query('delete from push_devices');
    await server.notify();
    device = await newDevice(server, service, 'client');
  });
  afterEach(() => service.close());

  const seconds = () => Math.floor(server.clock.nowMs / 1000);
  const seen = () => deviceSeen(server, 'client', device.deviceId);

  const queued = () => noticesWaiting(server);

  async function waitUntil(): Promise<number> {
    const [row] = await server.db.query<{ wait_until: number }>(
      'select wait_until from push_devices where device_id = $1',
      [device.deviceId],
    );
    return row?.wait_until ?? 0;
  }

  /** Sends a message, and has its push sent. What the push service does must be said before. */
  async function hello(): Promise<void> {
    await send(server, jobId, 'employee', 'Hello');
    await server.notify();
  }

  /** Answers in this order, the last one from then on. */
  function answers(...list: (PushAnswer & object)[]): void {
    service.answer(() => (list.length > 1 ? list.shift() : list[0]) ?? null);
  }

  it('that no longer knows a device ends it, and drops what waits for it', async () => {
    const other = (await newJob(server)).jobId;
    await server.db.query('update push_devices set wait_until = $1', [seconds() + 1]);
    await send(server, other, 'employee', 'Hello');
    await hello();
    expect(await queued()).toBe(2);
    answers({ status: 410 });
    server.clock.advance(1);
    await server.notify();
    expect(service.arrivals).toHaveLength(1);
    expect(await seen()).toMatchObject({
      state: 'GONE',
      error: 'The browser stopped notifications. Turn them on again on that device.',
    });
    expect(await queued()).toBe(0);
    await send(server, jobId, 'employee', 'More');
    await server.notify();
    expect(service.arrivals).toHaveLength(1);
  });

  it('that rejects a push is not asked again, and the device shows why', async () => {
    answers({ status: 403 });
    await hello();
    expect(await seen()).toMatchObject({
      state: 'FAILING',
      error:
        'The push service rejected this server’s key (403). Turn notifications off and on again on that device.',
    });
    server.clock.advance(3600);
    await server.notify();
    expect(service.arrivals).toHaveLength(1);
    expect(await queued()).toBe(0);
    // The next notification is tried again: whoever runs the server may have put it right.
    answers({ status: 201 });
    await send(server, jobId, 'employee', 'More');
    await server.notify();
    expect(service.arrivals).toHaveLength(2);
    expect(await seen()).toMatchObject({ state: 'SUBSCRIBED', error: '', acceptedTimestamp: seconds() });
  });

  it('that does not know the key rejects it, like the real ones', async () => {
    const stranger = await start({ ...pushOptions });
    const foreign = service.subscribe(
      (await server.call('notifications', { as: 'client' })).answer.publicKey,
    );
    const registered = (await stranger.call('registerDevice', { as: 'client', body: foreign })).answer;
    await stranger.call('testDevice', { as: 'client', body: { deviceId: registered.deviceId } });
    await stranger.notify();
    expect(service.faults).toEqual(['Error: another key than the one subscribed to']);
    expect(await deviceSeen(stranger, 'client', registered.deviceId)).toMatchObject({ state: 'FAILING' });
  });

  it('that finds a push too large gets a smaller one', async () => {
    answers({ status: 413 }, { status: 201 });
    await hello();
    const [first, second] = service.arrivals.map(({ payload }) => payload.notification);
    expect(first?.body).toBe('1 new message');
    expect(second?.body).toBe('You have an update');
    expect(second?.title).not.toBe(first?.title);
    expect(second?.data).toEqual(first?.data);
    expect(await seen()).toMatchObject({ state: 'SUBSCRIBED', acceptedTimestamp: seconds() });
    answers({ status: 413 });
    await send(server, jobId, 'employee', 'More');
    await server.notify();
    expect(await seen()).toMatchObject({
      state: 'FAILING',
      error: 'The notification was too large to deliver.',
    });
    expect(await queued()).toBe(0);
  });

  it('that redirects is not followed', async () => {
    const elsewhere = await openPushEndpoint();
    answers({ status: 307, headers: { location: `${elsewhere.origin}/secret` } });
    await hello();
    expect(await seen()).toMatchObject({
      state: 'FAILING',
      error: 'The push service rejected the notification (307).',
    });
    expect(elsewhere.faults).toEqual([]);
    await elsewhere.close();
  });

  it('that returns an error is retried, each time after about twice as long', async () => {
    answers({ status: 500 });
    const later = await metricOf(server, 'deliveries_total{kind="push",outcome="later"}');
    const waits: number[] = [];
    await send(server, jobId, 'employee', 'Hello');
    for (let tries = 1; tries <= 6; tries += 1) {
      await server.notify();
      expect(service.arrivals).toHaveLength(tries);
      expect(await seen()).toMatchObject({
        state: 'SUBSCRIBED',
        error: 'The push service returned an error (500). We’ll try again automatically.',
      });
      waits.push((await waitUntil()) - seconds());
      // Not a moment sooner, and nothing else to the same device meanwhile.
      server.clock.advance((waits.at(-1) ?? 0) - 1);
      await send(server, jobId, 'employee', `Word ${tries}`);
      await server.notify();
      expect(service.arrivals).toHaveLength(tries);
      server.clock.advance(1);
    }
    expect(await metricOf(server, 'deliveries_total{kind="push",outcome="later"}')).toBe(later + 6);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(5 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(10 * 2 ** index);
    }
    answers({ status: 201 });
    await server.notify();
    expect(service.arrivals.at(-1)?.payload.notification.body).toBe('7 new messages');
    expect(await queued()).toBe(0);
    expect(await seen()).toMatchObject({ error: '', acceptedTimestamp: seconds() });
    expect(await waitUntil()).toBe(0);
  });

  it('with Retry-After is not asked before that time', async () => {
    answers({ status: 429, headers: { 'retry-after': '1800' } });
    await hello();
    // Kept, so that another process knows it too.
    expect(await waitUntil()).toBe(seconds() + 1800);
    const second = await newDevice(server, service, 'client');
    await send(server, jobId, 'employee', 'More');
    answers({ status: 201 });
    server.clock.advance(1799);
    await server.notify();
    // Not even another device's push.
    expect(service.arrivals).toHaveLength(1);
    server.clock.advance(1);
    await server.notify();
    const { endpoint } = second;
    expect(service.arrivals.slice(1).filter((arrival) => arrival.endpoint === endpoint)).toHaveLength(1);
    expect(service.arrivals).toHaveLength(3);
  });

  it('that accepts nothing for a day is given up, with a sentence', async () => {
    answers({ status: 500 });
    await send(server, jobId, 'employee', 'Hello');
    for (let hours = 0; hours < 23; hours += 1) {
      await server.notify();
      server.clock.advance(3600);
    }
    expect(await queued()).toBe(1);
    const tries = service.arrivals.length;
    expect(tries).toBeGreaterThan(20);
    server.clock.advance(3600);
    await server.notify();
    expect(service.arrivals).toHaveLength(tries);
    expect(await queued()).toBe(0);
    expect(await seen()).toMatchObject({
      state: 'FAILING',
      error:
        'Notifications to this device failed for a day. Open EV Jobs on that device, or turn notifications off and on again.',
    });
  });

  it('is not blamed for a day without an attempt', async () => {
    await server.db.query('update push_devices set wait_until = $1', [seconds() + 100]);
    await hello();
    expect(await queued()).toBe(1);
    server.clock.advance(24 * 3600 + 1);
    await server.notify();
    expect(service.arrivals).toEqual([]);
    expect(await queued()).toBe(0);
    expect(await seen()).toMatchObject({ state: 'SUBSCRIBED', error: '' });
  });

  it('that cannot be reached is retried', async () => {
    await service.close();
    await hello();
    expect(await seen()).toMatchObject({
      state: 'SUBSCRIBED',
      error: 'The push service didn’t respond. We’ll try again automatically.',
    });
    expect(await queued()).toBe(1);
  });

  it('that responds endlessly or with garbage is disconnected', async () => {
    let sentBytes = 0;
    const talker = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n');
      const timer = setInterval(() => {
        sentBytes += 8192;
        socket.write(`2000\r\n${'x'.repeat(8192)}\r\n`);
      }, 5);
      socket.on('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(talker, 'listening');
    const address = talker.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { publicKey } = (await server.call('notifications', { as: 'client' })).answer;
    const body = { ...service.subscribe(publicKey), endpoint: `http://127.0.0.1:${port}/endless` };
    await server.call('registerDevice', { as: 'client', body });
    await hello();
    // Otherwise it would never have an end.
    await new Promise<void>((resolve) => talker.close(() => resolve()));
    expect(sentBytes).toBeLessThan(100 * 8192);
  });

  it('gets a few requests at a time', async () => {
    for (let index = 0; index < 19; index += 1) await newDevice(server, service, 'client');
    const full = Promise.withResolvers<void>();
    service.answer(async () => {
      if (service.mostAtOnce() === 8) full.resolve();
      await full.promise;
      return { status: 201 };
    });
    await hello();
    expect(new Set(service.arrivals.map(({ endpoint }) => endpoint)).size).toBe(20);
    expect(service.mostAtOnce()).toBe(8);
  });
});

onOneDatabase('a push service that does not respond', (start) => {
  it('delays no other', async () => {
    const [slow, quick] = [await openPushEndpoint(), await openPushEndpoint()];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    slow.answer(async () => {
      await held;
      return { status: 201 };
    });
    const server = await start({ ...pushOptions, pushTimeoutMs: 60_000 });
    const { jobId } = await newJob(server);
    const silent = await newDevice(server, slow, 'client');
    await newDevice(server, quick, 'client');
    await send(server, jobId, 'employee', 'Hello');
    let ended = false;
    const all = server.notify().then(() => {
      ended = true;
    });
    await expect.poll(() => [slow.arrivals.length, quick.arrivals.length]).toEqual([1, 1]);
    await send(server, jobId, 'employee', 'More');
    await expect.poll(() => quick.arrivals.length).toBe(2);
    expect([ended, slow.arrivals.length]).toEqual([false, 1]);
    release();
    await all;
    expect((await deviceSeen(server, 'client', silent.deviceId)).acceptedTimestamp).not.toBeNull();
    await Promise.all([slow.close(), quick.close()]);
  });
});

onOneDatabase('a push that is due', (start) => {
  it('is leased by one of many processes, and by another one when that died', async () => {
    const service = await openPushEndpoint();
    const server = await start(pushOptions);
    const { jobId } = await newJob(server);
    await newDevice(server, service, 'client');
    await server.db.query('update push_devices set wait_until = 99999999999');
    await send(server, jobId, 'employee', 'Hello');
    await server.notify();
    // From here on, nobody looks at the queue but this test.
    await server.app.close();
    await server.db.query('update push_devices set wait_until = 0');

    const now = Math.floor(server.clock.nowMs / 1000);
    const claim = (at: number) =>
      leaseTask(server.db, { kind: 'push', pool: service.service, now: at, leaseSeconds: 60 });
    const claimBySix = async (at: number) =>
      (await Promise.all(Array.from({ length: 6 }, () => claim(at)))).filter((task) => task !== null);
    const claims = (await claimBySix(now)) as Task<'push'>[];
    expect(claims.map(({ payload, items }) => [payload, items.length])).toEqual([[{ jobId }, 1]]);
    expect(await claim(now + 59)).toBeNull();
    const again = await claimBySix(now + 60);
    expect(again).toHaveLength(1);
    // The first one was only slow, and finds that it is not its to send any more.
    const [slow, quick] = [claims[0], again[0]];
    if (!slow || !quick) throw new Error('There is no claim.');
    expect(await renewTask(server.db, slow, now + 120)).toBe(false);
    expect(await renewTask(server.db, quick, now + 120)).toBe(true);
    await service.close();
  });
});

onOneDatabase('a stop', (start) => {
  it('releases pushes in flight, and the next process sends them at once', async () => {
    const service = await openPushEndpoint();
    const server = await start({ loopbackPush: true });
    const { jobId } = await newJob(server);
    await newDevice(server, service, 'client');
    await send(server, jobId, 'employee', 'Hello');
    service.answer(() => null);
    void server.notify();
    await expect.poll(() => service.arrivals.length).toBe(1);
    await server.app.close();
    const rows = await server.db.query("select leased_until, done from tasks where kind = 'push'");
    expect(rows).toEqual([{ leased_until: 0, done: null }]);
    const [device] = await server.db.query<{ failures: number }>('select failures from push_devices');
    expect(device?.failures).toBe(0);
    await service.close();
  });
});

it.each([
  [200, 'accepted'],
  [201, 'accepted'],
  [202, 'accepted'],
  [301, 'refused'],
  [307, 'refused'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [405, 'refused'],
  [406, 'later'],
  [408, 'later'],
  [410, 'gone'],
  [413, 'too-large'],
  [429, 'later'],
  [500, 'later'],
  [502, 'later'],
  [503, 'later'],
])('a push with response %i is %s', (status, kind) => {
  expect(outcomeOf({ status, retryAfter: undefined }, 0).kind).toBe(kind);
  const waits = outcomeOf({ status, retryAfter: '7' }, 0);
  if (kind === 'later') expect(waits).toMatchObject({ retryAfter: 7 });
});

describe('the wait before the next try', () => {
  it('doubles up to an hour, with jitter', () => {
    expect([1, 2, 3, 8, 9, 10, 100].map((failures) => backOffSeconds(failures, 1))).toEqual([
      10, 20, 40, 1280, 2560, 3600, 3600,
    ]);
    expect(backOffSeconds(3, 0)).toBe(20);
    expect(new Set(Array.from({ length: 50 }, () => backOffSeconds(10))).size).toBeGreaterThan(10);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['-5', 0],
    ['999999999', 86_400],
    ['Sat, 21 Nov 2026 10:32:00 GMT', 120],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 0],
    ['Sat, 21 Nov 2037 10:00:00 GMT', 86_400],
  ])('of Retry-After %j is %j', (header, wait) => {
    expect(retryAfterSeconds(header, Date.UTC(2026, 10, 21, 10, 30))).toBe(wait);
  });
});
