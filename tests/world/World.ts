import { createHash } from 'node:crypto';
import type { Database } from '../../server/data/db/db.ts';
import { serialQueue } from '../../src/timing.ts';
import { people } from '../support/server/people.ts';
import { Checks } from './check/Checks.ts';
import { Context } from './client/Context.ts';
import { Device } from './client/Device.ts';
import { Network } from './client/Network.ts';
import { Faults } from './Faults.ts';
import { newReport } from './newReport.ts';
import type { Build, Builds } from './run/bundle.ts';
import { Scheduler } from './run/Scheduler.ts';
import type { Schedule } from './schedule.ts';
import type { Turns } from './server/database.ts';
import { Bucket, MailServer, PushService } from './server/doubles.ts';
import { Server } from './server/Server.ts';

/** When the world begins, milliseconds since 1970. */
const begin = Date.UTC(2026, 10, 21, 10, 30);

export type UserName = 'client' | 'otherClient' | 'employee' | 'admin';

/** The whole product with its users: devices, servers on one database, and the doubles of what is around them. */
export class World {
  readonly origin = 'http://ev.test';
  readonly sim: Scheduler;
  readonly db: Database;
  readonly builds: Builds;
  readonly faults: Faults;
  readonly turns: Turns = serialQueue();
  readonly network = new Network(this);
  readonly mailServer = new MailServer(this);
  readonly pushService = new PushService(this);
  readonly bucket = new Bucket(this);
  readonly checks: Checks;
  readonly devices: Device[] = [];
  readonly owners = new Map<Device, UserName>();
  /** The jobs that there are from the beginning. */
  readonly jobs: { jobId: string; owner: UserName }[] = [];
  /** Until when, by virtual time, something still happens that an event began. */
  eventsUntil = 0;
  #reported = 0;
  servers: Server[] = [];
  readonly trace: string[] | null;
  readonly accountsGone = new Set<string>();
  /** Of which build the next server is. */
  build: Build = 'now';
  readonly #hash = createHash('sha256');
  #started = 0;
  #words = 0;

  /** @param hasTrace whether the lines of the trace stay, besides their hash */
  constructor(schedule: Schedule, db: Database, builds: Builds, hasTrace = false) {
    this.sim = new Scheduler(schedule.seed);
    this.db = db;
    this.builds = builds;
    this.faults = new Faults(this.sim, { network: 0, mail: 0, push: 0, bucket: 0 });
    this.checks = new Checks(this);
    this.trace = hasTrace ? [] : null;
    for (const [at, owner] of schedule.devices.entries()) {
      const device = new Device(this, `${owner}${at}`, (on, kind) => new Context(on, kind));
      this.devices.push(device);
      this.owners.set(device, owner);
    }
  }

  /** The true time, milliseconds since 1970. */
  now(): number {
    return begin + this.sim.now;
  }

  /** Adds a line to the trace, by which two runs are compared. */
  note(line: string): void {
    const whole = `${this.sim.now} ${line}`;
    this.#hash.update(`${whole}\n`);
    this.trace?.push(whole);
  }

  traceHash(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Returns a text that is unique, and says who may read it. */
  text(from: UserName, forWhom: string): string {
    this.#words += 1;
    return `w${this.#words}x ${from} for-${forWhom}`;
  }

  startServer(): Server {
    this.#started += 1;
    const server = new Server(this, this.#started);
    this.servers.push(server);
    server.onDeath(() => {
      this.servers = this.servers.filter((one) => one !== server);
    });
    return server;
  }

  /** Returns a server that takes requests; a balancer picks it. */
  serverFor(): Server | null {
    const ready = this.servers.filter(({ isReady }) => isReady);
    return ready.length > 0 ? this.sim.pick(ready) : null;
  }

  /** Passes virtual time. @param until ends it sooner */
  async run(ms: number, until: () => boolean = () => false): Promise<void> {
    await this.sim.run(Number.POSITIVE_INFINITY, this.sim.now + ms, until);
  }

  /** Runs `work` of the harness, which waits for the world, until it has ended. */
  async during<T>(work: Promise<T>, ms = 60_000): Promise<T> {
    let isDone = false;
    const ended = work.finally(() => {
      isDone = true;
    });
    ended.catch(() => undefined);
    await this.run(ms, () => isDone);
    if (!isDone) throw new Error('It did not end.');
    return ended;
  }

  /** Reads the database between the transactions of the servers: within one of them, this would wait for its end, and its end for this. */
  atTurn<T>(read: () => Promise<T>): Promise<T> {
    return this.during(this.turns(() => this.sim.outside(read())));
  }

  /** Returns a complete new job of a client. */
  newReport(owner: UserName, project: string) {
    this.#reported += 1;
    return newReport(this.#reported, people[owner].email, project);
  }

  ownerOf(device: Device): UserName {
    return this.owners.get(device) as UserName;
  }

  /** Opens the app on a device, in the place of a window or beside the others, and has its screens watched. */
  reopen(device: Device, place: Context | null = device.page): void {
    const context = device.open(place);
    this.checks.watch(context);
    context.page.start().catch((error: unknown) => this.checks.onPageError(device, error));
  }

  /** Has a user sign in on a device where nobody is. */
  async enter(device: Device, user: UserName): Promise<void> {
    const { page } = device;
    if (!page) return;
    await this.run(2000);
    page.page.enter(people[user].email).catch(() => undefined);
    await this.run(15_000, () => page.page.screen().email === people[user].email);
  }

  /** Starts a server in the place of one that ends, after a while. */
  serveAgain(): void {
    this.sim.after(this.sim.between(100, 8000), () => this.servers.length < 2 && this.startServer());
  }

  /** Returns the emails and pushes that wait. */
  tasksLeft(): Promise<{ kind: string; count: number }[]> {
    return this.db.query(
      "select kind, count(*)::int as count from tasks where done is null and kind in ('push', 'email') group by kind",
    );
  }

  registerSync(device: Device, tag: string): void {
    this.sim.after(this.sim.between(50, 5000), () => this.sync(device, tag));
  }

  /** Wakes the worker as background sync does, once the device is online. */
  sync(device: Device, tag: string): void {
    if (!device.isOnline) {
      this.sim.after(5000, () => this.sync(device, tag));
      return;
    }
    const worker = device.wake();
    worker.emit('sync', { tag, waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined) });
  }

  /** Deletes an account at the identity provider. */
  onAccountDeleted(uid: string): void {
    this.accountsGone.add(uid);
    for (const device of this.devices) if (device.signedIn?.uid === uid) device.signedIn = null;
  }

  /** Ends everything that runs. */
  async end(): Promise<void> {
    for (const device of this.devices) for (const context of [...device.contexts]) context.die();
    for (const server of [...this.servers]) server.kill();
    await this.sim.run(300, this.sim.now);
    this.sim.end();
  }
}
