import { people, seedPassword } from '../seed/people.ts';
import type { Config } from '../settings/config.ts';

/**
 * Returns what is printed once the product is ready.
 *
 * @param seeded whether it has the demo data
 * @param isEmpty whether it was to start without them
 */
export function welcome(
  { port, identity, adminEmail }: Pick<Config, 'port' | 'identity' | 'adminEmail'>,
  seeded: boolean,
  isEmpty: boolean,
): string {
  const address = `http://localhost:${port}`;
  const lines = [`EV Jobs is ready: ${address}`];
  if (seeded) {
    const names = people.filter((user) => user.approved).map((user) => `  ${user.email}`);
    lines.push('', `Demo accounts (password ${seedPassword}):`, ...names);
  }
  if (isEmpty && seeded) {
    lines.push('', 'The demo data was there before: stop EV Jobs and delete its data folder to start empty.');
  } else if (isEmpty) {
    const first = adminEmail
      ? 'The first admin is whoever signs up with the address in ADMIN_EMAIL.'
      : 'To get a first admin, stop EV Jobs, set ADMIN_EMAIL to your email address, start it again, and sign up with that address.';
    lines.push('', `Without demo data. ${first}`);
  }
  if (identity.kind === 'emulator') lines.push('', `Development emails: ${address}/dev/mail`);
  return lines.join('\n');
}
