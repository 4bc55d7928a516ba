import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../src/contract/users/notifications.ts';
import { openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice, pushOptions } from '../../support/push/pushes.ts';
import { newJob, send, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** The clock of a server begins at 10:30 UTC, which is 05:30 in New York. */
const night = { from: '22:00', to: '07:00', timeZone: 'America/New_York' };
const untilSeven = 90 * 60;

onOneDatabase('in quiet hours', (start) => {
  let server: TestServer;
  let service: PushEndpoint;

  beforeAll(async () => {
    service = await openPushEndpoint();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    server = await start(pushOptions);
    await newDevice(server, service, 'client');
    service.arrivals.length = 0;
  });

  async function quiet(quietHours: NotificationSettings['quietHours']): Promise<void> {
    const body = { ...defaultNotificationSettings, quietHours };
    await server.call('saveNotificationSettings', { as: 'client', body });
  }

  async function bodies(): Promise<string[]> {
    await server.notify();
    return service.arrivals.map(({ payload }) => payload.notification.body);
  }

  it('nothing is sent until their end, and then one push per job', async () => {
    await quiet(night);
    const [one, two] = [await newJob(server), await newJob(server)];
    for (const content of ['One', 'Two', 'Three']) await send(server, one.jobId, 'employee', content);
    await server.notify();
    await send(server, two.jobId, 'employee', 'Hello');
    await updateJob(server, one, 'employee', { status: 'ON_HOLD' });
    expect(await bodies()).toEqual([]);
    server.clock.advance(untilSeven - 1);
    expect(await bodies()).toEqual([]);
    server.clock.advance(1);
    expect((await bodies()).sort()).toEqual(['1 new message', '3 new messages\nStatus: On hold']);
    expect(service.arrivals.every(({ ttl }) => ttl === 24 * 3600)).toBe(true);
  });

  it('a push that must be retried waits for their end', async () => {
    await quiet({ ...night, from: '05:35' });
    service.answer(() => ({ status: 500 }));
    await send(server, (await newJob(server)).jobId, 'employee', 'Hello');
    await server.notify();
    expect(service.arrivals.length).toBe(1);
    service.answer(() => ({ status: 201 }));
    server.clock.advance(5 * 60);
    expect(await bodies()).toHaveLength(1);
    server.clock.advance(untilSeven - 5 * 60);
    expect(await bodies()).toHaveLength(2);
  });

  it('a waiting push follows the latest settings', async () => {
    await quiet(night);
    await send(server, (await newJob(server)).jobId, 'employee', 'Hello');
    expect(await bodies()).toEqual([]);
    await quiet({ ...night, to: '06:00' });
    server.clock.advance(30 * 60 - 1);
    expect(await bodies()).toEqual([]);
    server.clock.advance(1);
    expect(await bodies()).toEqual(['1 new message']);
    await quiet({ ...night, to: '08:00' });
    await send(server, (await newJob(server)).jobId, 'employee', 'Hello');
    expect(await bodies()).toHaveLength(1);
    await quiet(null);
    expect(await bodies()).toHaveLength(2);
  });
});
