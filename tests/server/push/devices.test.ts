import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasWorkingDevice } from '../../../server/data/notify/pushDevices.ts';
import { vapidKeys } from '../../../server/data/notify/vapidKeys.ts';
import { daySeconds } from '../../../server/data/retention.ts';
import { isPublicAddress, isPublicName, publicLookup } from '../../../server/push/publicHost.ts';
import { isKeyPair } from '../../../server/push/vapid.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { deviceSeen, newDevice, pushOptions } from '../../support/push/pushes.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

let service: PushEndpoint;
beforeAll(async () => {
  service = await openPushEndpoint();
});
afterAll(() => service.close());

onOneDatabase('the devices of a user', (start, kind) => {
  let server: TestServer;
  let publicKey: string;
  beforeAll(async () => {
    server = await start(pushOptions);
    publicKey = (await server.call('notifications', { as: 'client' })).answer.publicKey;
  });

  const nowSeconds = () => Math.floor(server.clock.nowMs / 1000);
  const devices = async (as: PersonName) => (await server.call('notifications', { as })).answer.devices;
  const register = (as: PersonName, body: ReturnType<PushEndpoint['subscribe']>) =>
    server.call('registerDevice', { as, body });

  it('are none at first, with the default settings', async () => {
    expect((await server.call('notifications', { as: 'client' })).answer).toEqual({
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
      settings: defaultNotificationSettings,
      devices: [],
    });
  });

  it('are registered, each known by the hash of its endpoint', async () => {
    const subscription = service.subscribe(publicKey);
    const device = (await register('client', subscription)).answer;
    expect(device).toEqual({
      deviceId: createHash('sha256').update(subscription.endpoint).digest('base64url'),
      label: 'Firefox on Linux',
      service: service.service,
      createdTimestamp: nowSeconds(),
      seenTimestamp: nowSeconds(),
      state: 'SUBSCRIBED',
      acceptedTimestamp: null,
      shownTimestamp: null,
      error: '',
      test: null,
    });
    expect(await devices('client')).toEqual([device]);
    expect(await devices('otherClient')).toEqual([]);
  });

  it('stay one however often they are registered, and their last use is updated', async () => {
    const subscription = service.subscribe(publicKey);
    const first = (await register('employee', subscription)).answer;
    server.clock.advance(100);
    const again = (await register('employee', { ...subscription, label: 'Firefox on Mac' })).answer;
    expect(again).toEqual({ ...first, label: 'Firefox on Mac', seenTimestamp: first.seenTimestamp + 100 });
    expect(await devices('employee')).toEqual([again]);
  });

  it('become another user’s where they sign in on the same browser', async () => {
    const subscription = service.subscribe(publicKey);
    const mine = (await register('otherClient', subscription)).answer;
    const { jobId } = await newJob(server, {}, { as: 'otherClient' });
    await server.db.query('update push_devices set wait_until = 99999999999 where device_id = $1', [
      mine.deviceId,
    ]);
    await send(server, jobId, 'employee', 'Hello');
    await server.notify();
    const queued = () =>
      server.db.query("select 1 from tasks where kind = 'push' and lane = $1", [mine.deviceId]);
    expect(await queued()).toHaveLength(1);
    const theirs = (await register('otherEmployee', subscription)).answer;
    expect(theirs).toEqual({ ...mine, state: 'SUBSCRIBED' });
    expect(await devices('otherClient')).toEqual([]);
    expect(await queued()).toEqual([]);
    service.arrivals.length = 0;
    await server.notify();
    expect(service.arrivals).toEqual([]);
    // What was put in for the one before in that very moment is not told either.
    await server.db.query(
      `insert into tasks (task_id, kind, pool, lane, recipient, payload, items, created, run_after, expires)
        values ('r', 'push', $4, $1, $2, jsonb_build_object('jobId', $3::text),
          '[{"kind":"STATUS","communicationId":null,"noteId":null,"changes":[],"deliverable":"d","created":0}]', 0, 0, 99999999999)`,
      [mine.deviceId, people.otherClient.email, jobId, service.service],
    );
    await server.notify();
    expect(service.arrivals).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('are removed by their own user only', async () => {
    const device = await newDevice(server, service, 'client');
    const body = { deviceId: device.deviceId };
    expect((await server.call('removeDevice', { as: 'otherClient', body })).answer).toEqual({ done: true });
    expect((await devices('client')).map(({ deviceId }) => deviceId)).toContain(device.deviceId);
    expect((await server.call('removeDevice', { as: 'client', body })).answer).toEqual({ done: true });
    expect((await devices('client')).map(({ deviceId }) => deviceId)).not.toContain(device.deviceId);
    expect((await server.call('removeDevice', { as: 'client', body })).answer).toEqual({ done: true });
  });

  it('are 20 at most: an ended one is replaced first, else the one unused for longest', async () => {
    const made: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      server.clock.advance(1);
      made.push((await newDevice(server, service, 'admin')).deviceId);
    }
    await server.db.query("update push_devices set state = 'GONE' where device_id = $1", [made[7]]);
    const ids = async () => (await devices('admin')).map(({ deviceId }) => deviceId);
    expect(await ids()).toEqual(made.toReversed());
    server.clock.advance(1);
    const next = (await newDevice(server, service, 'admin')).deviceId;
    expect(await ids()).toEqual([next, ...made.filter((id) => id !== made[7]).reverse()]);
    const last = (await newDevice(server, service, 'admin')).deviceId;
    expect((await ids()).sort()).toEqual(
      [next, last, ...made.filter((id) => id !== made[7] && id !== made[0])].sort(),
    );
  });

  it('count as working until something is wrong with them', async () => {
    const works = async (email: string) => {
      const [row] = await server.db.query<{ works: boolean }>(
        `select ${hasWorkingDevice('$1::text', '$2::bigint')} as works`,
        [email, Math.floor(server.clock.nowMs / 1000)],
      );
      return row?.works;
    };
    const { email } = people.employee;
    expect(await works(email)).toBe(true);
    await server.db.query('update push_devices set seen = seen - $2::bigint where email = $1', [
      email,
      15 * daySeconds,
    ]);
    expect(await works(email)).toBe(false);
    await server.db.query('update push_devices set shown = seen + $2::bigint where email = $1', [
      email,
      14 * daySeconds,
    ]);
    expect(await works(email)).toBe(true);
    await server.db.query('update push_devices set failures = 5 where email = $1', [email]);
    expect(await works(email)).toBe(false);
    await server.db.query("update push_devices set failures = 0, state = 'FAILING' where email = $1", [
      email,
    ]);
    expect(await works(email)).toBe(false);
    expect(await works('nobody@ev.test')).toBe(false);
  });

  it('stay failing when they are registered again, until they have other keys', async () => {
    const subscription = service.subscribe(publicKey);
    const { deviceId } = (await register('client', subscription)).answer;
    await server.db.query("update push_devices set state = 'GONE', error = 'Gone.' where device_id = $1", [
      deviceId,
    ]);
    expect((await register('client', subscription)).answer).toMatchObject({ state: 'GONE', error: 'Gone.' });
    const { keys } = service.subscribe(publicKey);
    const renewed = (await register('client', { ...subscription, keys })).answer;
    expect(renewed).toMatchObject({ deviceId, state: 'SUBSCRIBED', error: '' });
  });

  it('keep their settings', async () => {
    const settings = {
      ...defaultNotificationSettings,
      previews: true,
      quietHours: { from: '22:00', to: '07:00', timeZone: 'America/New_York' },
      mail: 'NEVER' as const,
    };
    expect((await server.call('saveNotificationSettings', { as: 'client', body: settings })).answer).toEqual(
      settings,
    );
    expect((await server.call('notifications', { as: 'client' })).answer.settings).toEqual(settings);
    expect((await server.call('notifications', { as: 'employee' })).answer.settings).toEqual(
      defaultNotificationSettings,
    );
  });

  describe('are refused', () => {
    const subscription = () => service.subscribe(publicKey);
    it.each([
      ['http://fcm.googleapis.com/fcm/send/x'],
      ['https://localhost.localdomain/x'],
      ['https://10.0.0.1/x'],
      ['https://169.254.169.254/latest/meta-data'],
      ['https://8.8.8.8/x'],
      ['https://[fd00::1]/x'],
      ['https://[::ffff:127.0.0.1]/x'],
      ['https://0x7f000001.example.test/x'],
      ['https://database/x'],
      ['https://jobs.internal/x'],
      ['https://user:password@fcm.googleapis.com/x'],
      ['https://fcm.googleapis.com@10.0.0.1/x'],
    ])('at %s', async (endpoint) => {
      const { failure } = await register('client', { ...subscription(), endpoint });
      expect(failure).toMatchObject({ code: 'invalid', field: 'endpoint' });
    });

    it('on this machine, except in tests', async () => {
      const strict = await start();
      const here = [
        'https://127.0.0.1/x',
        'http://localhost:9/x',
        'https://2130706433/x',
        'http://[::1]:9/x',
      ];
      for (const endpoint of here) {
        const body = { ...subscription(), endpoint };
        const { failure } = await strict.call('registerDevice', { as: 'client', body });
        expect(failure, endpoint).toMatchObject({ code: 'invalid', field: 'endpoint' });
      }
    });

    it('with keys that cannot be used for encryption', async () => {
      const { keys, ...rest } = subscription();
      const point = Buffer.from(keys.p256dh, 'base64url');
      const offCurve = Buffer.from(point);
      offCurve[64] = (offCurve[64] ?? 0) ^ 1;
      for (const p256dh of [point.subarray(1), offCurve].map((one) => one.toString('base64url'))) {
        const { failure } = await register('client', { ...rest, keys: { ...keys, p256dh } });
        expect(failure).toMatchObject({ code: 'invalid', field: 'keys.p256dh' });
      }
      const { failure } = await register('client', { ...rest, keys: { ...keys, auth: 'AAAA' } });
      expect(failure).toMatchObject({ code: 'invalid', field: 'keys.auth' });
    });
  });

  describe('can be tested', () => {
    it('by a push whose steps are reported', async () => {
      const device = await newDevice(server, service, 'client');
      service.arrivals.length = 0;
      const test = (await server.call('testDevice', { as: 'client', body: { deviceId: device.deviceId } }))
        .answer;
      expect(test).toEqual({
        testId: expect.stringMatching(/^[\w-]{24}$/),
        queued: nowSeconds(),
        accepted: null,
        shown: null,
        error: '',
      });
      server.clock.advance(2);
      await server.notify();
      const [push, ...others] = service.arrivals;
      expect(others).toEqual([]);
      expect(push).toMatchObject({ endpoint: device.endpoint, urgency: 'high', ttl: 598 });
      expect(push?.payload.notification).toMatchObject({
        title: 'EV Jobs',
        body: 'Test notification. Notifications work on this device.',
        navigate: 'http://localhost:8080/account',
        tag: 'test',
        data: { jobId: '', communicationId: '', ownerUid: people.client.uid },
      });
      const accepted = nowSeconds();
      expect((await deviceSeen(server, 'client', device.deviceId)).test).toEqual({ ...test, accepted });

      server.clock.advance(3);
      const receipt = push?.payload.notification.data.receipt ?? '';
      const seen = { receipt, outcome: 'SEEN' as const };
      expect((await server.call('pushReceipt', { body: seen })).answer).toEqual({ done: true });
      expect((await deviceSeen(server, 'client', device.deviceId)).test?.shown).toBeNull();
      const shown = { receipt, outcome: 'SHOWN' as const };
      expect((await server.call('pushReceipt', { body: shown })).answer).toEqual({ done: true });
      expect(await deviceSeen(server, 'client', device.deviceId)).toMatchObject({
        shownTimestamp: nowSeconds(),
        test: { ...test, accepted, shown: nowSeconds() },
      });
      // A test is begun anew, and the receipt of the one before is nobody's.
      await server.call('testDevice', { as: 'client', body: { deviceId: device.deviceId } });
      await server.call('pushReceipt', { body: shown });
      expect((await deviceSeen(server, 'client', device.deviceId)).test).toMatchObject({ shown: null });
      await server.notify();
    });

    it('and say in a sentence why it failed', async () => {
      const device = await newDevice(server, service, 'client');
      service.answer(() => ({ status: 403 }));
      await server.call('testDevice', { as: 'client', body: { deviceId: device.deviceId } });
      await server.notify();
      service.answer(() => ({ status: 201 }));
      const error =
        'The push service rejected this server’s key (403). Turn notifications off and on again on that device.';
      expect(await deviceSeen(server, 'client', device.deviceId)).toMatchObject({
        state: 'FAILING',
        error,
        test: { accepted: null, shown: null, error },
      });
      await server.call('testDevice', { as: 'client', body: { deviceId: device.deviceId } });
      await server.notify();
      expect(await deviceSeen(server, 'client', device.deviceId)).toMatchObject({
        state: 'SUBSCRIBED',
        error: '',
        test: { accepted: nowSeconds(), error: '' },
      });
    });

    it('even in quiet hours', async () => {
      const quietHours = { from: '00:00', to: '23:59', timeZone: 'UTC' };
      await server.call('saveNotificationSettings', {
        as: 'otherEmployee',
        body: { ...defaultNotificationSettings, quietHours },
      });
      const device = await newDevice(server, service, 'otherEmployee');
      service.arrivals.length = 0;
      await server.call('testDevice', { as: 'otherEmployee', body: { deviceId: device.deviceId } });
      await server.notify();
      expect(service.arrivals.map(({ endpoint }) => endpoint)).toEqual([device.endpoint]);
    });
  });

  it('get the same response for an unknown receipt', async () => {
    for (const receipt of ['none', '', 'x'.repeat(100)]) {
      const reply = await server.call('pushReceipt', { body: { receipt, outcome: 'SHOWN' } });
      expect(reply.answer).toEqual({ done: true });
    }
  });

  it('have a limit of receipts', async () => {
    const limited = await start({ ...pushOptions, rateLimit: { address: 5 } });
    const codes: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      codes.push(
        (await limited.call('pushReceipt', { body: { receipt: `${index}`, outcome: 'SHOWN' } })).code,
      );
    }
    expect(codes).toEqual(['', '', '', '', '', 'rate-limited', 'rate-limited']);
  });

  it('subscribe to VAPID keys that several processes create once, and that persist', async () => {
    const { db, end } = await newDatabase(kind);
    const made = await Promise.all(Array.from({ length: 8 }, () => vapidKeys(db)));
    expect(new Set(made.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(made.every(isKeyPair)).toBe(true);
    expect(await vapidKeys(db)).toEqual(made[0]);
    await end();
  });
});

it.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:81b::200e', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fd12:3456::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['ff02::1', false],
  ['not an address', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each([
  ['fcm.googleapis.com', true],
  ['updates.push.services.mozilla.com.', true],
  ['xn--bcher-kva.example.org', true],
  ['localhost', false],
  ['jobs.localhost.', false],
  ['router.lan', false],
  ['intranet', false],
  ['1.2.3.4', false],
  ['printer.local', false],
])('the name %s is public: %s', (name, isPublic) => {
  expect(isPublicName(name)).toBe(isPublic);
});

it('a public name that resolves to this machine is not followed', async () => {
  // Every system knows this name, whatever a network says.
  const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
  expect(error).toMatchObject({ message: 'The name leads into a network that is not public.' });
});
