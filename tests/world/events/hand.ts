import { people } from '../../support/server/people.ts';
import type { Device } from '../client/Device.ts';
import type { Screen } from '../client/screens.ts';
import type { UserName, World } from '../World.ts';

/** The numbers of an operation: which of what there is. */
export type Numbers = { pick: number };
export type Happen = (world: World, device: Device, how: Numbers) => void;

export function choose<T>(from: readonly T[], pick: number): T | undefined {
  return from[pick % Math.max(1, from.length)];
}

/** What a user of a device can do now: the page, what it shows, and who they are. */
export function atHand(
  device: Device,
): { screen: Screen; user: UserName; page: typeof import('../client/page.ts') } | null {
  const { page } = device;
  if (!page?.isAlive || !page.isVisible) return null;
  const screen = page.page.screen();
  const user = (Object.keys(people) as UserName[]).find((name) => people[name].email === screen.email);
  return user ? { screen, user, page: page.page } : null;
}

/** Returns a device that has something of a kind, which few have at any time: this one, if it can be. */
export function deviceWith(world: World, there: Device, of: (device: Device) => readonly unknown[]): Device {
  return [there, ...world.devices].find((one) => of(one).length > 0) ?? there;
}

export function chosenJob(world: World, screen: Screen, pick: number) {
  const job = choose(screen.jobs ?? [], pick);
  if (!job) return;
  const isReporter = (name: UserName) => people[name].email === job.jobReporter;
  const owner = world.jobs.find(({ jobId }) => jobId === job.jobId)?.owner;
  return { ...job, owner: owner ?? (Object.keys(people) as UserName[]).find(isReporter) ?? 'staff' };
}

/** Returns what an administrator has at hand: the device's, or that of another one who is there. */
export function adminAtHand(world: World, there: Device) {
  const ofAdmin = (device: Device) =>
    [atHand(device)].filter((hand) => hand && world.checks.ledger.userType(hand.user) === 'ADMIN');
  return ofAdmin(deviceWith(world, there, ofAdmin))[0];
}

export function setType(world: World, device: Device, changes: object): void {
  const hand = adminAtHand(world, device);
  if (!hand) return;
  void hand.page.changeProfile({ email: people.employee.email, ...changes }).catch(() => undefined);
}
