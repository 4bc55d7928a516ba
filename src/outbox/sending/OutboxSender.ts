import type { ApiError } from '../../api/ApiError.ts';
import { createEvent } from '../../store.ts';
import { Database } from '../records/database.ts';
import type { Environment, Notice, WireResponse } from '../records/environment.ts';
import { quarantineUnreadable } from '../records/quarantine.ts';
import type { OutboxRecord } from '../records/record.ts';
import { laneOf, recordsOf, removeRecord } from '../records/rows.ts';
import { Drain, type DrainOptions } from './drain.ts';
import { claimMsOf } from './waits.ts';

/** The holder of the lock may hang; where it only ends, `onceUnlocked` tells. */
const lockedPollMs = 15_000;
const longestSleepMs = 5 * 60_000;
/** While there is no token to send with, each wait is twice as long as the one before, up to `longestTokenWaitMs`. */
const shortestTokenWaitMs = 2000;
const longestTokenWaitMs = 30_000;
/** How long delivered messages stay if their conversation is not read. */
const keepAckedMs = 24 * 60 * 60_000;
const forgetsEveryMs = 60 * 60_000;

function both(before: DrainOptions | null, options: DrainOptions): DrainOptions {
  return { ...before, ...options, eager: Boolean(before?.eager || options.eager) };
}

/**
 * The sending half of an outbox: sends what is queued, whichever page or worker enqueued it. The worker needs no
 * more of it.
 */
export class OutboxSender {
  readonly db: Database;
  /** The `seq` of records that the user deleted, in any window. Every other record that leaves the outbox has arrived. */
  readonly discarded = new Set<number>();
  protected readonly env: Environment;
  readonly #changed = createEvent();
  readonly #delivered = createEvent<[record: OutboxRecord, delivered: WireResponse]>();
  readonly #refused = createEvent<[record: OutboxRecord, error: ApiError]>();
  /** Calls back after every change of records, made here or elsewhere. @returns a function that stops it */
  readonly onChange = this.#changed.subscribe;
  /** Calls back when a record arrived that this page or worker sent. @returns a function that stops it */
  readonly onDelivered = this.#delivered.subscribe;
  /**
   * Calls back when a record that this page or worker sent was refused for good, with the whole error.
   *
   * @returns a function that stops it
   */
  readonly onRefused = this.#refused.subscribe;
  readonly #stopListening: () => void;
  #cancelWake: () => void = () => undefined;
  #cancelUnlocked: () => void = () => undefined;
  #draining: Promise<void> | null = null;
  #pass: Drain | null = null;
  /** Requests that came while a pass began or ended: another one serves them. */
  #pending: DrainOptions | null = null;
  /** Requests that came while a pass ran, which serves them. */
  #woken: DrainOptions | null = null;
  #dirty = false;
  #lockedSince: number | null = null;
  /** The user whose unreadable rows were quarantined last. */
  #sweptUid = '';
  #isClosed = false;
  #forgetsAt = Number.NEGATIVE_INFINITY;
  /** Passes in a row that had no token. */
  #tokenMisses = 0;

  constructor(env: Environment) {
    this.env = env;
    this.db = new Database(env);
    this.#stopListening = env.channel.listen((notice) => {
      this.#dirty = true;
      this.#note(notice);
      this.#changed.emit();
      if (notice.type === 'drain') void this.drain({ eager: true });
      else this.#pass?.wake(false);
    });
  }

  /** Returns the records of a user that are not known to be in a conversation yet, each lane in the order of sending. */
  records(ownerUid: string): Promise<OutboxRecord[]> {
    return this.db.read(['outbox'], (tx) => recordsOf(tx, ownerUid));
  }

  /**
   * Sends what can be sent now, and sets a timer for the rest. Call it whenever sending may have become possible: at the start, back
   * online, visible again, after a push. Never throws; failures are saved in the records.
   */
  drain(options: DrainOptions = {}): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#draining) {
      if (this.#pass?.wake(options.eager === true)) this.#woken = both(this.#woken, options);
      else this.#pending = both(this.#pending, options);
      return this.#draining;
    }
    this.#cancelWake();
    this.#cancelUnlocked();
    this.#draining = this.#drainOnce(options)
      .catch((): number => longestSleepMs)
      .then((sleepMs) => {
        this.#draining = null;
        const pending = this.#pending;
        this.#pending = null;
        if (this.#isClosed) return;
        if (pending) return this.drain(pending);
        if (sleepMs === Number.POSITIVE_INFINITY) return;
        this.#cancelWake = this.env.after(sleepMs, () => void this.drain());
      });
    return this.#draining;
  }

  /** Begins nothing more, and resolves once what is being sent has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWake();
    this.#stopListening();
    await this.#draining;
    this.#cancelUnlocked();
    await this.db.close();
  }

  /** Called in the transaction that claims a record here. */
  protected onClaim(_record: OutboxRecord): void {}

  /** Runs one pass. @returns milliseconds until the next drain; infinity for none by itself */
  async #drainOnce(options: DrainOptions): Promise<number> {
    const token = await this.env.token(false).catch(() => 'later' as const);
    if (token === null) return Number.POSITIVE_INFINITY;
    if (token === 'later') return this.#tokenWaitMs();
    if (this.#sweptUid !== token.uid) await quarantineUnreadable(this.db, this.env, token.uid);
    this.#sweptUid = token.uid;
    let dueAt: number | null | 'stopped' = 'stopped' as number | null | 'stopped';
    const work = async (isAlone: boolean) => {
      await this.#forgetOld(token.uid);
      const drain = new Drain(
        this.db,
        this.env,
        token,
        { ...options, isAlone },
        {
          takeDirty: () => {
            const dirty = this.#dirty;
            this.#dirty = false;
            return dirty;
          },
          isWanted: () => this.#dirty || this.#isClosed,
          onChanged: () => this.#notify(),
          onClaim: (record) => this.onClaim(record),
          onDelivered: this.#delivered.emit,
          onRefused: this.#refused.emit,
        },
      );
      this.#pass = drain;
      dueAt = await drain.run().finally(() => {
        this.#pass = null;
      });
    };
    try {
      if (!(await this.#underLock(token.uid, work))) return lockedPollMs;
    } finally {
      await this.#carryOver(token.uid, dueAt === 'stopped');
    }
    if (dueAt === 'stopped') return this.#tokenWaitMs();
    this.#tokenMisses = 0;
    if (dueAt === null) return Number.POSITIVE_INFINITY;
    return Math.min(Math.max(dueAt - this.env.now(), 0), longestSleepMs);
  }

  /**
   * Returns the wait before the token is requested again. Its renewal may hang at the provider and work a moment later without any
   * event.
   */
  async #tokenWaitMs(): Promise<number> {
    const isEmpty = await this.db
      .read(['outbox'], (tx) => tx.objectStore('outbox').count())
      .then(
        (count) => count === 0,
        () => false,
      );
    if (isEmpty) return longestSleepMs;
    const waitMs = shortestTokenWaitMs * 2 ** Math.min(this.#tokenMisses, 10);
    this.#tokenMisses += 1;
    return Math.min(waitMs, longestTokenWaitMs);
  }

  /** Leaves to the next pass the work that this one did not do, because it stopped or was another user's. */
  async #carryOver(uid: string, isStopped: boolean): Promise<void> {
    const woken = this.#woken;
    this.#woken = null;
    if (!woken) return;
    const token = await this.env.token(false).catch(() => 'later' as const);
    const isSame = token !== null && token !== 'later' && token.uid === uid;
    if (isStopped || !isSame) this.#pending = both(this.#pending, woken);
  }

  /** Removes delivered records that have stayed too long; at intervals, because it reads everything. */
  async #forgetOld(uid: string): Promise<void> {
    const { env } = this;
    if (env.elapsed() < this.#forgetsAt) return;
    this.#forgetsAt = env.elapsed() + forgetsEveryMs;
    const before = env.now() - keepAckedMs;
    await this.removeAcked(uid, ({ ack }) => ack !== null && ack.at < before);
  }

  /**
   * Runs work under the lock of draining. Ignores a lock that is held for longer than any claim lasts: its holder hangs.
   *
   * @returns false when another page drains
   */
  async #underLock(uid: string, work: (isAlone: boolean) => Promise<void>): Promise<boolean> {
    const { lock, channel } = this.env;
    const name = `ev-drain:${uid}`;
    const ran = lock ? await lock(name, () => work(true)) : false;
    if (ran) {
      this.#lockedSince = null;
      return true;
    }
    if (lock) {
      const now = this.env.elapsed();
      this.#lockedSince ??= now;
      const records = await this.records(uid);
      const longestClaimMs = Math.max(...records.map(claimMsOf), 0);
      if (now - this.#lockedSince <= 2 * longestClaimMs) {
        channel.post({ type: 'changed' });
        if (!this.#isClosed)
          this.#cancelUnlocked =
            this.env.onceUnlocked?.(name, () => void this.drain()) ?? this.#cancelUnlocked;
        return false;
      }
    }
    await work(false);
    return true;
  }

  protected async removeAcked(
    ownerUid: string,
    which: (record: OutboxRecord) => boolean,
    laneKey?: string,
  ): Promise<void> {
    const read = (tx: Parameters<typeof recordsOf>[0]) =>
      laneKey === undefined ? recordsOf(tx, ownerUid) : laneOf(tx, ownerUid, laneKey);
    const found = await this.db.read(['outbox'], read);
    if (!found.some(which)) return;
    await this.db.writeAs(ownerUid, ['outbox', 'chunks'], async (tx) => {
      for (const record of (await read(tx)).filter(which)) await removeRecord(tx, record, 'linked');
    });
    this.changed();
  }

  /** Notifies all pages and the worker that records were changed here. */
  protected changed(what: Pick<Notice, 'discarded' | 'restored'> = {}): void {
    this.#dirty = true;
    this.#notify({ type: 'changed', ...what });
  }

  #notify(notice: Notice = { type: 'changed' }): void {
    this.#note(notice);
    this.#changed.emit();
    this.env.channel.post(notice);
  }

  #note({ discarded, restored }: Notice): void {
    for (const seq of discarded ?? []) this.discarded.add(seq);
    for (const seq of restored ?? []) this.discarded.delete(seq);
  }
}
