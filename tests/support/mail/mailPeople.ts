import { saveSettings } from '../../../server/data/notify/notificationSettings.ts';
import { smtpMail } from '../../../server/mail/smtpMail.ts';
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../src/contract/users/notifications.ts';
import { type PersonName, people } from '../server/people.ts';
import { type StartOptions, startOfTime, type TestServer } from '../server/server.ts';

const staff = ['employee', 'otherEmployee', 'admin'] as const;

/** Saves a user's notification preferences. */
export async function prefer(
  { db }: TestServer,
  who: PersonName,
  changes: Partial<NotificationSettings>,
): Promise<void> {
  const settings = { ...defaultNotificationSettings, ...changes };
  await saveSettings(db, people[who].email, settings, startOfTime / 1000);
}

/** Starts a server that sends through the mail server at `url`, on which the client alone gets emails, always. */
export async function startWithMail(
  start: (options?: StartOptions) => Promise<TestServer>,
  url: string,
  options: StartOptions = {},
): Promise<TestServer> {
  const server = await start({ mail: smtpMail(url, 'EV Jobs <jobs@ev.test>'), ...options });
  for (const who of staff) await prefer(server, who, { mail: 'NEVER' });
  await prefer(server, 'client', { mail: 'ALWAYS', previews: true });
  return server;
}

/** Advances the clock and sends the notifications that are due then. */
export async function after(server: TestServer, seconds: number): Promise<void> {
  server.clock.advance(seconds);
  await server.notify();
}
