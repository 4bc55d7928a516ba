import '../../outbox/model/fastStores.ts';
import { forceCloseDatabase, IDBDatabase } from 'fake-indexeddb';
import type { Build } from '../run/bundle.ts';
import { asGlobal } from '../run/globals.ts';
import { browserGlobals } from './browser.ts';
import type { Device } from './Device.ts';

export type Page = typeof import('./page.ts');
export type Event = Record<string, unknown>;

/** A page or a service worker: an instance of its program, which may die at any step. */
export class Context {
  readonly device: Device;
  readonly kind: 'page' | 'worker';
  isAlive = true;
  isVisible = true;
  /** Since when it is visible, by virtual time. */
  shownAt = 0;
  readonly build: Build;
  readonly program: Record<string, unknown>;
  readonly #transactions = new Set<IDBTransaction>();
  readonly #connections = new Set<IDBDatabase>();
  /** The class of its connections, whose prototype a page patches: its own, so that the others go on. */
  readonly Database = class {
    static [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof IDBDatabase;
    }
    transaction(...args: Parameters<IDBDatabase['transaction']>): IDBTransaction {
      return IDBDatabase.prototype.transaction.apply(this, args);
    }
  };
  readonly #listeners = new Map<string, Set<(event: Event) => unknown>>();
  readonly #began: number;
  readonly #channels = new Map<string, Set<(event: Event) => unknown>>();
  /** Called when it dies. */
  readonly deaths = new Set<() => void>();

  constructor(device: Device, kind: 'page' | 'worker') {
    this.device = device;
    this.kind = kind;
    this.#began = device.world.sim.now;
    this.shownAt = this.#began;
    device.contexts.add(this);
    this.build = device.build;
    const programs = device.world.builds[this.build];
    this.program = (kind === 'page' ? programs.page : programs.worker)(asGlobal(browserGlobals(this)));
  }

  get page(): Page {
    return this.program as Page;
  }

  listen(name: string, run: (event: Event) => unknown): void {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(run));
  }

  /** Calls the listeners of an event. @returns what they wait for */
  emit(name: string, event: Event): void {
    if (!this.isAlive) return;
    for (const run of [...(this.#listeners.get(name) ?? [])]) run({ type: name, ...event });
  }

  hear(channel: string, data: unknown): void {
    if (!this.isAlive) return;
    for (const run of [...(this.#channels.get(channel) ?? [])]) run({ data });
  }

  ignore(name: string, run: (event: Event) => unknown): void {
    this.#listeners.get(name)?.delete(run);
  }

  /** Listens to a channel of the device. @returns a function that ends it */
  tuneIn(channel: string, run: (event: Event) => unknown): () => void {
    const known = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, known.add(run));
    return () => known.delete(run);
  }

  /** Returns milliseconds since it began. */
  elapsed(): number {
    return this.device.world.sim.now - this.#began;
  }

  /** The page is replaced: it ends, and another one opens. */
  left(): void {
    if (!this.isAlive || this.kind !== 'page') return;
    const { device } = this;
    const isBehind = device.page !== this;
    device.world.sim.after(0, () => (isBehind || device.page === this) && device.world.reopen(device, this));
    this.die();
  }

  /** Returns the device's database as this context sees it: cut off when the context dies. */
  indexedDB(): IDBFactory {
    const { factory } = this.device;
    return {
      open: (name: string, version?: number) => {
        if (!this.isAlive) throw new Error('dead');
        const request = factory.open(name, version);
        request.addEventListener('success', (event) => this.#connected(request.result, event));
        request.addEventListener(
          'upgradeneeded',
          () => request.transaction && this.#note(request.transaction),
        );
        return request;
      },
      deleteDatabase: (name: string) => factory.deleteDatabase(name),
      databases: () => factory.databases(),
      cmp: (a: unknown, b: unknown) => factory.cmp(a, b),
    } as unknown as IDBFactory;
  }

  #note(tx: IDBTransaction): void {
    this.#transactions.add(tx);
    for (const end of ['complete', 'abort']) tx.addEventListener(end, () => this.#transactions.delete(tx));
  }

  #connected(db: IDBDatabase, event: globalThis.Event): void {
    if (!this.isAlive) {
      event.stopImmediatePropagation();
      db.close();
      return;
    }
    this.#connections.add(db);
    db.transaction = (...args) => {
      if (!this.isAlive) throw new Error('dead');
      const tx = this.Database.prototype.transaction.apply(db, args);
      this.#note(tx);
      return tx;
    };
  }

  /** Has the browser close its connections, as it does under pressure. */
  closeDatabases(): void {
    for (const db of this.#connections) forceCloseDatabase(db as never);
    this.#connections.clear();
  }

  /** Kills it: what it has not committed is undone, its locks are free, and none of its promises goes on. */
  die(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    const { device } = this;
    device.contexts.delete(this);
    for (const tx of [...this.#transactions]) {
      const raw = tx as unknown as { _state: string; _abort(name: string | null): void };
      if (raw._state !== 'finished') raw._abort('AbortError');
    }
    for (const db of this.#connections) db.close();
    for (const [name, { context }] of device.locks) if (context === this) device.locks.delete(name);
    device.world.network.forget(this);
    for (const run of this.deaths) run();
  }
}
