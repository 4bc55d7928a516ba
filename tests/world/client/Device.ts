import { IDBFactory } from 'fake-indexeddb';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import type { Person } from '../../support/server/people.ts';
import type { Build } from '../run/bundle.ts';
import type { World } from '../World.ts';
import type { Context } from './Context.ts';

/** What the next write of a device meets on its way. */
export type Ambush = {
  /** Before a server has it, or once the server is done with it. */
  at: 'sent' | 'answered';
  /** Whether it waits for a choice of one value. */
  ofChoice?: boolean;
  /** @returns after how long it arrives, unknown to who sent it; after how long the rest of it follows; whether its answer is lost */
  run(by: Context): { lateMs?: number; restInMs?: number; isLost?: boolean };
};

/** A browser on a device: what outlives its pages, its clock, and the page and the worker that run. */
export class Device {
  readonly name: string;
  readonly world: World;
  readonly factory = new IDBFactory();
  readonly local = new Map<string, string>();
  readonly caches = new MemoryCaches();
  /** By how much its clock is wrong, in milliseconds. */
  skewMs = 0;
  /** How often its clock was set. */
  clocks = 0;
  isOnline = true;
  ambush: Ambush | null = null;
  /** What happens as the next push to it is posted, which its push service then takes only minutes later. */
  onPush: (() => void) | null = null;
  /** Until when, by virtual time, answers to its reads come late. */
  lateUntil = 0;
  /** Of which build the next page or worker is. */
  build: Build = 'now';
  /** Who is signed in at the identity provider, as its SDK has stored it. */
  signedIn: Person | null = null;
  /** The window in front. */
  page: Context | null = null;
  worker: Context | null = null;
  readonly contexts = new Set<Context>();
  readonly locks = new Map<string, { context: Context; lose(): void }>();
  /** Whether its worker answers the reads of its windows, as after the first start of the app. */
  isControlled = false;
  /** Called when somebody has signed in or out in a window. */
  readonly onUser = new Set<(inWindow: Context) => void>();
  /** The push subscription; its number changes with every new one. */
  subscription: string | null = null;
  notifications: {
    title: string;
    body: string;
    tag: string;
    data: Record<string, string>;
    owner: string | null;
  }[] = [];
  badge = 0;
  #subscriptions = 0;

  readonly #newContext: (kind: Context['kind']) => Context;

  /** @param newContext makes a page or a worker of it */
  constructor(world: World, name: string, newContext: (device: Device, kind: Context['kind']) => Context) {
    this.world = world;
    this.name = name;
    this.#newContext = (kind) => newContext(this, kind);
  }

  /** Returns the time by its clock. */
  now(): number {
    return this.world.now() + this.skewMs;
  }

  /** The windows that are open. */
  get pages(): Context[] {
    return [...this.contexts].filter(({ kind }) => kind === 'page');
  }

  /** Opens the app in the place of a window, or beside the others and in front of them. */
  open(place: Context | null = this.page): Context {
    place?.die();
    const opened = this.#newContext('page');
    if (place === null || place === this.page) this.page = opened;
    return opened;
  }

  /** Returns the running worker, or starts one. */
  wake(): Context {
    if (!this.worker?.isAlive) this.worker = this.#newContext('worker');
    return this.worker;
  }

  subscribe(): string {
    this.#subscriptions += 1;
    this.subscription = `https://push.example.com/${this.name}/${this.#subscriptions}`;
    return this.subscription;
  }

  /** Posts to the other contexts of the device. */
  post(from: Context, name: string, data: unknown): void {
    for (const other of this.contexts)
      if (other !== from) this.world.sim.after(this.world.sim.between(0, 5), () => other.hear(name, data));
  }

  /** @param skewMs by how much it is wrong then */
  setClock(skewMs: number): void {
    this.clocks += 1;
    this.skewMs = skewMs;
  }

  setOnline(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    if (!isOnline) this.world.network.cut(this);
    for (const context of this.contexts) context.emit(isOnline ? 'online' : 'offline', {});
  }
}
