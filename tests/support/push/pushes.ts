import type { Device } from '../../../src/contract/users/notifications.ts';
import { type PersonName, people } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';
import type { PushEndpoint } from './pushEndpoint.ts';

export const pushOptions = { loopbackPush: true } as const;

/** Registers a new browser of this user with the server. */
export async function newDevice(
  server: TestServer,
  service: PushEndpoint,
  as: PersonName,
): Promise<Device & { endpoint: string }> {
  const { publicKey } = (await server.call('notifications', { as })).answer;
  const subscription = service.subscribe(publicKey);
  const device = (await server.call('registerDevice', { as, body: subscription })).answer;
  return { ...device, endpoint: subscription.endpoint };
}

/** Returns one user's device as they see it. */
export async function deviceSeen(server: TestServer, as: PersonName, deviceId: string): Promise<Device> {
  const { devices } = (await server.call('notifications', { as })).answer;
  const device = devices.find((one) => one.deviceId === deviceId);
  if (!device) throw new Error(`${people[as].email} has no such device`);
  return device;
}

/** Counts the notices to be pushed, each once for each device. */
export async function noticesWaiting({ db }: TestServer): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select coalesce(sum(jsonb_array_length(items)), 0)::bigint as count from tasks where kind = 'push' and done is null`,
  );
  return row?.count ?? 0;
}
