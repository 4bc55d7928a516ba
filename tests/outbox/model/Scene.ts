import { Outbox } from '../../../src/outbox/Outbox.ts';
import type { Environment } from '../../../src/outbox/records/environment.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { Backend } from './backend.ts';
import { type Made, noteChoices } from './choices.ts';
import { Context, Device, rawRows, type Sender } from './device.ts';
import type { Invariant } from './names.ts';
import type { Schedule } from './schedule.ts';
import { Sim } from './sim.ts';
import type { Word } from './words.ts';

/** Something a user did, and its expected outcome. */
export type Intent = {
  clientId: string;
  ownerUid: string;
  kind: OutboxRecord['kind'];
  content: string;
  /** When it was written, by the simulation's clock. */
  at: number;
  /** Whether the user was told that it is stored. */
  kept: boolean;
  /** How often the user took it back without being told that it is too late. */
  touches: number;
  /** Whether its user was told that it is undone. */
  isUndone?: boolean;
  /** The shot that a message answers. */
  answers?: string;
  /** The reason of a change. */
  reason?: string;
  /** The job that a change is made to, as its author saw it: the keys of the changes that it had. */
  seen?: readonly string[];
  /** The name of the device that it was written on. */
  device: string;
  /** Number of marks that go after it. */
  marks?: number;
  /** The draft that a note becomes where it is taken back. */
  becomes?: string;
};

/** Makes what a page or the worker of a scene sends through. */
export type SenderOf = (env: Environment, context: Context, scene: Scene) => Sender;

/** One device, its backend, the pages on it, and the intents of its users. */
export class Scene {
  readonly schedule: Schedule;
  readonly sim: Sim;
  readonly device: Device;
  readonly backend: Backend;
  /** The last page on a second device of the same users, with a database of its own. */
  secondPage: Context | null = null;
  isSecondLeaving = false;
  pages: (Context | null)[] = [];
  worker: Context | null = null;
  readonly intents = new Map<string, Intent>();
  /** Typed words of all windows, by themselves. */
  readonly typed = new Map<string, Word>();
  readonly bytes = new Map<string, string>();
  /** All choices that were stored, by their keys, and what of them was taken back. */
  readonly made = new Map<string, Made>();
  readonly undecided = new Set<string>();
  readonly problems: string[] = [];
  readonly checks = new Map<Invariant, number>();
  /** Keys and numbers of records that were deleted and put back: later ones may have gone before them. */
  readonly restored = new Set<string | number>();
  /** Number of unreadable rows that the harness wrote. */
  spoiledRows = 0;
  /** Rows that the harness wrote as a later build would, by their keys. */
  readonly laterRows = new Map<string, string>();
  hasPurged = false;
  /** How often the device's storage was cleared. */
  clearings = 0;
  hasBadChunk = false;
  hasBadClock = false;
  /** When the device's clock was set, by the simulation's clock. */
  readonly clockTurns: number[] = [];
  /** The user of whom nothing may be on the device. */
  purgedUid: string | null = null;
  isSigningOut = false;
  /** The user who signs out and has everything deleted. */
  deletingUid: string | null = null;
  /** A window that does not notice that its user signs out. */
  limbo: Context | null = null;
  #n = 0;

  constructor(schedule: Schedule, senderOf: SenderOf = (env) => new Outbox(env)) {
    this.schedule = schedule;
    this.sim = new Sim(schedule.seed);
    const trueNow = (device: Device) => () => device.now() - device.skewMs;
    const backend = (device: Device) => new Backend(this.sim, trueNow(device));
    this.device = new Device(this.sim, backend, (env, context) => senderOf(env, context, this));
    this.backend = this.device.backend;
    this.backend.faultRate = schedule.faultRate;
    this.backend.faults = schedule.wireFaults;
    this.backend.areFilesLarge = schedule.areFilesLarge;
    this.device.hasLocks = schedule.hasLocks;
    this.device.wakesWorker = schedule.wakesWorker;
    if (!schedule.hasLocks) this.backend.hit('lock absent');
    this.pages = [new Context(this.device, false), null];
  }

  /** Checks a rule and records a violation. */
  check(rule: Invariant, holds: boolean, words: () => string): void {
    this.checks.set(rule, (this.checks.get(rule) ?? 0) + 1);
    if (!holds) this.problems.push(`${rule}: ${words()}`);
  }

  get uid(): string | null {
    return this.device.session?.uid ?? null;
  }

  /** Returns a unique text that contains its author's id. */
  words(of: string): string {
    this.#n += 1;
    return `m${this.#n} of ${of}`;
  }

  newId(): string {
    this.device.nextId += 1;
    return `c${this.device.nextId}`;
  }

  intend(intent: Pick<Intent, 'clientId' | 'ownerUid' | 'kind' | 'content'> & { device?: string }): Intent {
    const whole = { device: '', ...intent, at: this.sim.now, kept: false, touches: 0 };
    this.intents.set(intent.clientId, whole);
    return whole;
  }

  allIntents(): Intent[] {
    return [...this.intents.values()];
  }

  /** Returns the living worker, or starts one. */
  startWorker(): Context {
    if (!this.worker || this.worker.dead) this.worker = new Context(this.device, true);
    return this.worker;
  }

  /** Returns a page that a user can use now. */
  page(pick: number): Context | null {
    const alive = this.pages.filter((page): page is Context => page !== null && !page.dead && !page.isFrozen);
    return alive[pick % Math.max(alive.length, 1)] ?? null;
  }

  openSecondPage(): void {
    this.pages[1]?.die();
    this.pages[1] = new Context(this.device, false);
  }

  /** Returns the page that this user has open on the second device; null while somebody signs out there. */
  onSecondDevice(uid: string): Context | null {
    if (this.isSecondLeaving) return null;
    const { secondPage } = this;
    const isOpen = secondPage?.dead === false && secondPage.device.session?.uid === uid;
    return isOpen ? secondPage : this.signInOnSecondDevice(uid);
  }

  signInOnSecondDevice(uid: string): Context {
    const { sim, backend } = this;
    this.secondPage?.die();
    const device =
      this.secondPage?.device ?? new Device(sim, () => backend, this.device.makeSender, 'second ');
    device.onCommitted = () => noteChoices(this, rawRows(device));
    device.session = { uid, email: `${uid}@ev.test` };
    device.renew();
    this.secondPage = new Context(device, false);
    return this.secondPage;
  }

  /** Reloads every window as this user. */
  signIn(uid: string): void {
    for (const context of [...this.device.contexts]) context.die();
    this.limbo = null;
    this.device.session = { uid, email: `${uid}@ev.test` };
    this.device.renew();
    this.purgedUid = null;
    this.deletingUid = null;
    this.pages = [new Context(this.device, false), null];
    this.worker = null;
  }
}
