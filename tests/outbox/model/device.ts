import './fastIndexedDB.ts';
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import type { Outbox } from '../../../src/outbox/Outbox.ts';
import type { Environment, Notice, Pieces, Token } from '../../../src/outbox/records/environment.ts';
import { PieceSize } from '../../../src/outbox/records/PieceSize.ts';
import { upgrades } from '../../../src/outbox/records/schema.ts';
import { mirroredToken, mirrorSession } from '../../../src/outbox/records/sessionJournal.ts';
import type { Backend } from './backend.ts';
import type { Sim } from './sim.ts';

/** One device: its storage, clock, locks and session, and the pages and the worker that run on it. */

const startOfTime = Date.UTC(2026, 10, 21, 10);

/** The queue of the pages and the worker: ours, or another library's in its place. */
export type Sender = Pick<Outbox, 'db' | 'send' | 'drain' | 'records' | 'removeLinked' | 'retry' | 'discard'>;
type MakeSender = (env: Environment, context: Context) => Sender;

export type DbFault = 'open' | 'commit' | 'transaction' | 'quota' | null;

export class Device {
  readonly factory = new IDBFactory();
  readonly locks = new Map<string, symbol>();
  readonly contexts = new Set<Context>();
  skewMs = 0;
  session: { uid: string; email: string } | null = { uid: 'u1', email: 'u1@ev.test' };
  tokenSerial = 1;
  /** Seconds of the identity provider's clock, which no fault changes. */
  tokenExp = startOfTime / 1000 + 3600;
  canRenew = true;
  hasLocks = true;
  wakesWorker = true;
  /** Whether the pages get no event when the connection is back. */
  isDeaf = false;
  /** Called with the browser's connectivity. */
  onLineChanged: (onLine: boolean) => void = () => undefined;
  #onLine = true;
  dbFault: DbFault = null;
  nextId = 0;
  /** Part of every key that is made on it. */
  readonly name: string;
  /** The drafts after the last transaction that changed them: one under way has written only a part. */
  drafts: readonly unknown[] = [];
  onCommitted: () => void = () => undefined;
  readonly sim: Sim;
  readonly backend: Backend;
  readonly makeSender: MakeSender;

  constructor(sim: Sim, backend: (device: Device) => Backend, makeSender: MakeSender, name = '') {
    this.sim = sim;
    this.name = name;
    this.makeSender = makeSender;
    this.backend = backend(this);
  }

  get onLine(): boolean {
    return this.#onLine;
  }

  set onLine(onLine: boolean) {
    this.#onLine = onLine;
    this.onLineChanged(onLine);
  }

  now(): number {
    return startOfTime + this.sim.now + this.skewMs;
  }

  renew(): void {
    this.tokenSerial = Math.max(this.tokenSerial + 1, this.backend.leastTokenSerial);
    this.tokenExp = Math.floor((startOfTime + this.sim.now) / 1000) + 3600;
  }

  /** Clears the storage at once. */
  clear(): void {
    (this.factory as unknown as { _databases: Map<string, unknown> })._databases.delete('ev-outbox');
    this.drafts = [];
  }

  /** Returns whether the connection is to a database that was cleared while it opened. */
  isCleared(db: IDBDatabase): boolean {
    const { _databases } = this.factory as unknown as { _databases: Map<string, unknown> };
    return (db as unknown as { _rawDatabase: unknown })._rawDatabase !== _databases.get('ev-outbox');
  }

  /** Creates a token like the real ones: its subject can be read, and its serial takes the signature's place. */
  token(): Token | null {
    if (!this.session) return null;
    const { uid, email } = this.session;
    const trueNow = Math.floor((startOfTime + this.sim.now) / 1000);
    if (this.tokenExp - trueNow < 60) this.renew();
    const exp = this.tokenExp;
    const payload = btoa(JSON.stringify({ sub: uid }));
    return { uid, email, exp, idToken: `h.${payload}.${this.tokenSerial}` };
  }
}

/** A raw row of the fake database, read past the module under test. */
export type RawRow = {
  seq: number;
  clientId: string;
  kind: string;
  jobId: string;
  state: string;
  laneKey: string;
  ownerUid: string;
  error: { code: string; status: number } | null;
  maybeSent: boolean;
  undoWindowMs?: number;
  claim: { filesOnly?: boolean } | null;
  after?: string;
  order?: { device: string; number: number };
};

type RawRecords = {
  values(): Iterable<{ key: unknown; value: unknown }>;
  delete(key: unknown): unknown;
};

export function rawRecords(device: Device, store: string): RawRecords | undefined {
  const factory = device.factory as unknown as {
    _databases: Map<string, { rawObjectStores: Map<string, { records: RawRecords }> }>;
  };
  return factory._databases.get('ev-outbox')?.rawObjectStores.get(store)?.records;
}

export function rawValues(device: Device, store: string): unknown[] {
  return [...(rawRecords(device, store)?.values() ?? [])].map((record) => record.value);
}

export function rawRows(device: Device): RawRow[] {
  return rawValues(device, 'outbox') as RawRow[];
}

/** A page or the worker. */
export class Context {
  readonly device: Device;
  readonly isWorker: boolean;
  readonly name: string;
  readonly outbox: Sender;
  dead = false;
  /** Called when it dies in the middle of something. */
  onDeath: () => void = () => undefined;
  #frozen: (() => void)[] | null = null;
  readonly #listeners = new Set<(notice: Notice) => void>();
  readonly #connections = new Set<IDBDatabase>();
  readonly #transactions = new Set<IDBTransaction>();
  readonly #held = new Map<string, symbol>();
  /** The conversations and, by `note:` and the job, the staff notes as this page last read them. */
  readonly read = new Map<string, { at: number }>();
  /** The number of requests in flight. */
  inFlight = 0;
  /** The version of the database that this context's build knows. */
  version = upgrades.length;

  constructor(device: Device, isWorker: boolean) {
    this.device = device;
    this.isWorker = isWorker;
    device.nextId += 1;
    this.name = `${isWorker ? 'worker' : 'page'} ${device.nextId}`;
    device.contexts.add(this);
    this.outbox = device.makeSender(this.#env(), this);
    this.#holdWhileFrozen();
    const token = device.token();
    if (token && !isWorker) void mirrorSession(this.outbox.db, token).catch(() => undefined);
    if (!isWorker) void this.outbox.drain();
  }

  /** Runs in this context: not at all when it is dead, and after thawing when it is frozen. */
  deliver(run: () => void): void {
    if (this.dead) return;
    if (this.#frozen) this.#frozen.push(run);
    else run();
  }

  /** Delays the transactions' events of a frozen page until it thaws, and those of a dead one forever. */
  #holdWhileFrozen(): void {
    const { db } = this.outbox;
    const awake = () => new Promise<void>((resolve) => this.deliver(resolve));
    const held = async <T>(answer: Promise<T>) => {
      const settled = await answer.then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await awake();
      if ('error' in settled) throw settled.error;
      return settled.value;
    };
    for (const method of ['writeAs', 'erase', 'writeSession', 'read'] as const) {
      const run = db[method].bind(db) as (...all: unknown[]) => Promise<unknown>;
      Object.assign(db, { [method]: (...all: unknown[]) => held(run(...all)) });
    }
  }

  #later<T>(delayMs: number, result: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.device.sim.after(delayMs, () =>
        this.deliver(() => {
          try {
            resolve(result());
          } catch (error) {
            reject(error);
          }
        }),
      );
    });
  }

  #answered<T>(ask: (answer: (result: () => T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      // A dead or frozen page sends nothing; its earlier requests continue without it.
      if (this.dead) return;
      this.inFlight += 1;
      ask((result) =>
        this.deliver(() => {
          this.inFlight -= 1;
          try {
            resolve(result());
          } catch (error) {
            reject(error);
          }
        }),
      );
    });
  }

  /** Reads from the backend as this context sees it. */
  reads<T>(find: () => T): Promise<T> {
    return this.#answered((answer) => this.device.backend.read(find, answer));
  }

  #env(): Environment {
    const { device } = this;
    const { sim, backend } = device;
    return {
      holder: this.name,
      now: () => device.now(),
      elapsed: () => sim.now,
      random: sim.random,
      uuid: () => {
        device.nextId += 1;
        return `${device.name}id${device.nextId}`;
      },
      after: (delayMs, run) => sim.after(delayMs, () => this.deliver(run)),
      indexedDB: this.#indexedDB(),
      storageLeft: async () => null,
      lock: device.hasLocks ? (name, work) => this.#lock(name, work) : null,
      ...(device.hasLocks && { onceUnlocked: (name, run) => this.#onceUnlocked(name, run) }),
      channel: {
        post: (notice) => {
          if (this.dead) return;
          for (const other of device.contexts) {
            if (other === this) continue;
            sim.after(sim.between(0, 5), () =>
              other.deliver(() => {
                for (const listener of other.#listeners) listener(notice);
              }),
            );
          }
        },
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      wire: {
        pieces: this.#pieces(),
        send: (outbound) => this.#answered((answer) => backend.send(outbound, answer)),
      },
      sendsWithoutPages: () => device.wakesWorker,
      // The kind of network may change at any time.
      lanesAtOnce: () => (device.nextId % 2 === 0 ? 5 : 20),
      token: (renew) => this.#token(renew),
    };
  }

  #pieces(): Pieces {
    const { backend } = this.device;
    const { uploads } = backend;
    return {
      smallBytes: backend.areFilesLarge ? 0 : Number.POSITIVE_INFINITY,
      size: new PieceSize({ first: 12, least: 8, most: 32 }),
      begin: (file, idToken) => this.#answered((answer) => uploads.begin(file, idToken, answer)),
      offset: (id, idToken) => this.#answered((answer) => uploads.offset(id, idToken, answer)),
      put: (id, offset, piece, idToken) =>
        this.#answered((answer) => uploads.put(id, offset, Buffer.from(piece).toString(), idToken, answer)),
    };
  }

  async #token(renew: boolean): Promise<Token | null | 'later'> {
    const { device } = this;
    await this.#later(device.sim.between(0, renew ? 200 : 2), () => undefined);
    if (this.isWorker) return mirroredToken(this.outbox.db, { now: () => device.now() });
    if (renew) {
      if (!device.canRenew) {
        device.backend.hit('refresh failure');
        return 'later';
      }
      device.renew();
      const token = device.token();
      if (token) await mirrorSession(this.outbox.db, token).catch(() => undefined);
      return token;
    }
    return device.token();
  }

  async #lock(name: string, work: () => Promise<void>): Promise<boolean> {
    const { device } = this;
    await this.#later(device.sim.between(0, 3), () => undefined);
    if (device.locks.has(name)) return false;
    const mine = Symbol(name);
    device.locks.set(name, mine);
    this.#held.set(name, mine);
    try {
      await work();
    } finally {
      if (device.locks.get(name) === mine) device.locks.delete(name);
      this.#held.delete(name);
    }
    return true;
  }

  /** Looks at random times, as a grant arrives at some time after the lock is free. */
  #onceUnlocked(name: string, run: () => void): () => void {
    const { sim, locks } = this.device;
    let cancel: () => void;
    const look = () => {
      cancel = sim.after(sim.between(1, 500), () => this.deliver(locks.has(name) ? look : run));
    };
    look();
    return () => cancel();
  }

  /** Returns the shared factory as this context sees it: with its faults, and cut off when the context dies. */
  #indexedDB(): IDBFactory {
    const { device } = this;
    return {
      open: (name: string, version: number) => {
        if (this.dead) throw new Error('dead');
        if (device.dbFault === 'open' && device.sim.chance(0.5)) {
          device.backend.hit('IDB open failure');
          throw new DOMException('could not be opened', 'UnknownError');
        }
        const request = device.factory.open(name, Math.min(version, this.version));
        request.addEventListener('success', () => this.#connected(request.result));
        request.addEventListener('upgradeneeded', () => this.#upgrading(request.transaction));
        return request;
      },
    } as IDBFactory;
  }

  #upgrading(tx: IDBTransaction | null): void {
    if (!tx) return;
    if (this.dead) {
      tx.abort();
      return;
    }
    this.#transactions.add(tx);
    tx.addEventListener('complete', () => this.#transactions.delete(tx));
    tx.addEventListener('abort', () => this.#transactions.delete(tx));
  }

  #connected(db: IDBDatabase): void {
    if (this.dead) {
      db.close();
      return;
    }
    const { device } = this;
    if (device.isCleared(db)) {
      db.close();
      return;
    }
    this.#connections.add(db);
    const transaction = db.transaction.bind(db);
    db.transaction = (stores, mode, options) => {
      if (this.dead) throw new Error('dead');
      if (device.dbFault === 'transaction' && device.sim.chance(0.3)) {
        device.backend.hit('IDB transaction failure');
        throw new DOMException('The database connection is closing.', 'InvalidStateError');
      }
      const tx = transaction(stores, mode, options);
      this.#transactions.add(tx);
      if (mode === 'readwrite') this.#spoil(tx);
      tx.addEventListener('complete', () => {
        this.#transactions.delete(tx);
        // Beside the end of a transaction of the database before, rows that are being written could be seen.
        if (device.isCleared(db)) return;
        const { objectStoreNames: changed } = tx;
        if (mode === 'readwrite' && changed.contains('drafts')) device.drafts = rawValues(device, 'drafts');
        // At the end of another store's transaction, rows that are being written could be seen.
        if (mode === 'readwrite' && changed.contains('outbox')) device.onCommitted();
      });
      tx.addEventListener('abort', () => this.#transactions.delete(tx));
      return tx;
    };
  }

  #spoil(tx: IDBTransaction): void {
    const { device } = this;
    const { dbFault: fault } = device;
    if ((fault !== 'commit' && fault !== 'quota') || !device.sim.chance(0.3)) return;
    device.backend.hit(fault === 'quota' ? 'quota' : 'IDB commit failure');
    const raw = tx as unknown as {
      _start(): void;
      _state: string;
      _requests: unknown[];
      _abort(name: string): void;
    };
    const start = raw._start.bind(raw);
    raw._start = () => {
      // The moment of the commit: every request is done and none follows.
      if (raw._state !== 'finished' && raw._requests.length === 0) {
        raw._abort(fault === 'quota' ? 'QuotaExceededError' : 'AbortError');
      } else start();
    };
  }

  forceClose(): void {
    for (const db of this.#connections) forceCloseDatabase(db as never);
    this.#connections.clear();
  }

  get isFrozen(): boolean {
    return this.#frozen !== null;
  }

  freeze(): void {
    this.#frozen ??= [];
  }

  thaw(): void {
    const waiting = this.#frozen ?? [];
    this.#frozen = null;
    for (const run of waiting) this.deliver(run);
  }

  /** Kills the context: uncommitted writes are undone, sometimes also those whose commit was requested, and its locks are free. */
  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.device.contexts.delete(this);
    for (const tx of [...this.#transactions]) {
      const raw = tx as unknown as { _state: string; _abort(name: string | null): void };
      const isLeft = raw._state === 'committing' && this.device.sim.chance(0.8);
      if (raw._state !== 'finished' && !isLeft) raw._abort('AbortError');
    }
    for (const db of this.#connections) db.close();
    for (const [name, mine] of this.#held) {
      if (this.device.locks.get(name) === mine) this.device.locks.delete(name);
    }
    this.onDeath();
  }
}
