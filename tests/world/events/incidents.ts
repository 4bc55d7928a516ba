import { deleteOldEvents } from '../../../server/data/liveEvents.ts';
import { people } from '../../support/server/people.ts';
import type { Context } from '../client/Context.ts';
import type { Device } from '../client/Device.ts';
import { writeReply } from '../server/writeReply.ts';
import type { UserName, World } from '../World.ts';
import { adminAtHand, atHand, choose, type Happen, type Numbers, setType } from './hand.ts';

const hour = 3_600_000;
const day = 24 * hour;
const year = 366 * day;

function signOut(world: World, device: Device, keep: boolean): void {
  const hand = atHand(device);
  if (!hand) return;
  if (!keep) world.checks.ledger.endOf(hand.user, device.name);
  void hand.page.leave(keep).catch(() => undefined);
}

function hide(page: Context): void {
  page.isVisible = false;
  page.emit('visibilitychange', {});
}

export function show(page: Context): void {
  if (page.isVisible) return;
  page.isVisible = true;
  page.shownAt = page.device.world.sim.now;
  page.emit('visibilitychange', {});
}

/** Has another window of a device cover the one in front, or stand beside it. */
function leaveFront({ page }: Device, { pick }: Numbers): void {
  if (page?.isAlive && pick % 2 === 0) hide(page);
}

/** What happens to devices, accounts and servers, by name. */
export const incidents = {
  'go offline': (_, device) => device.setOnline(false),
  'come online': (_, device) => device.setOnline(true),
  hide: (_, { page }) => page?.isAlive && hide(page),
  show: (_, { page }) => page?.isAlive && show(page),
  'open another window'(world, device, how) {
    if (!device.page?.isAlive || device.pages.length > 1) return;
    leaveFront(device, how);
    world.reopen(device, null);
  },
  'go to the other window'(_, device, how) {
    const other = device.pages.find((page) => page !== device.page);
    if (!other) return;
    leaveFront(device, how);
    device.page = other;
    show(other);
  },
  'have the worker answer'(_, device) {
    device.isControlled = true;
  },
  'close the page'(_, device) {
    const { page } = device;
    if (!page?.isAlive) return;
    hide(page);
    page.emit('pagehide', { persisted: false });
    page.die();
  },
  'kill the page': (_, device) => device.page?.die(),
  'open the page': (world, device) => world.reopen(device),
  'kill the worker': (_, device) => device.worker?.die(),
  'wake the worker': (world, device) => world.sync(device, 'ev-outbox'),
  'close the databases': (_, device) => device.page?.closeDatabases(),
  'set the clock': (_, device, { pick }) =>
    device.setClock([0, -2 * day, -hour, 90_000, hour, 3 * day, 400 * day][pick % 7] as number),
  'kill a server'(world, _, { pick }) {
    choose(world.servers, pick)?.kill();
    world.serveAgain();
  },
  'stop a server'(world, _, { pick }) {
    void choose(world.servers, pick)?.stop();
    world.serveAgain();
  },
  'start a server'(world) {
    if (world.servers.length < 2) world.startServer();
  },
  /** Deletes the events so far, as after the days for which they are kept: who is away has missed them. */
  'forget events'(world) {
    const later = Math.round((world.now() + year) / 1000);
    void world.turns(() => world.sim.outside(deleteOldEvents(world.db, later)));
  },
  'sign out': (world, device) => signOut(world, device, true),
  'sign out and discard': (world, device) => signOut(world, device, false),
  'sign in'(world, device, { pick }) {
    const { page } = device;
    if (!page?.isAlive || device.signedIn) return;
    const names = [world.ownerOf(device), world.ownerOf(device), ...world.owners.values()];
    const user = choose(names, pick) as UserName;
    void page.page.enter(people[user].email).catch(() => undefined);
  },
  'make the employee a client': (world, device) => setType(world, device, { userType: 'CLIENT' }),
  'make them an employee again': (world, device) => setType(world, device, { userType: 'EMPLOYEE' }),
  'erase a user'(world, device, { pick }) {
    const hand = adminAtHand(world, device);
    if (!hand) return;
    const { email } = people[choose(['employee', 'client', 'otherClient'] as const, pick) as UserName];
    void hand.page.erase(email, world.sim.uuid()).catch(() => undefined);
  },
  'upgrade the app'(world, device) {
    device.build = 'next';
    world.reopen(device);
  },
  'upgrade a server'(world, _, { pick }) {
    world.build = 'next';
    void choose(world.servers, pick)?.stop();
    world.serveAgain();
  },
  'provider silent'(world) {
    world.faults.isProviderSilent = !world.faults.isProviderSilent;
  },
  'answer an email'(world, _, { pick }) {
    const able = world.mailServer.accepted.filter(({ replyTo }) => replyTo !== undefined);
    const email = choose(able, pick);
    if (email) writeReply(world, email);
    else
      world.mailServer.onAnswerable = (first) =>
        world.sim.after(world.sim.between(0, 20_000), () => writeReply(world, first));
  },
} satisfies Record<string, Happen>;
