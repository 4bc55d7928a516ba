import type { ApiError } from '../../api/ApiError.ts';
import { Database, type WriteTx } from '../records/database.ts';
import { setAsideUnreadable } from '../records/quarantine.ts';
import type { OutboxRecord } from '../records/record.ts';
import { amend, laneOf, recordsOf, remove } from '../records/rows.ts';
import { Drain, type DrainOptions } from './drain.ts';
import { claimMsOf } from './waits.ts';
import type { Delivered, Notice, World } from './world.ts';

const lockedPollMs = 15_000;
const longestSleepMs = 5 * 60_000;
/** While the token that sending needs cannot be had, the waits double from the one to the other. */
const shortestTokenWaitMs = 2000;
const longestTokenWaitMs = 30_000;
/** Delivered messages whose conversation nobody opened since. */
const ackedKeptMs = 24 * 60 * 60_000;
const forgetsEveryMs = 60 * 60_000;

function both(before: DrainOptions | null, options: DrainOptions): DrainOptions {
  return { ...before, ...options, eager: Boolean(before?.eager || options.eager) };
}

/**
 * The sending half of the outbox of one page or of the worker: gets out what waits, whoever wrote it down. The worker needs no
 * more of it.
 */
export class Courier {
  readonly db: Database;
  /** By `seq`: records that the user deleted, in any window. Every other record that leaves the outbox has arrived. */
  readonly discarded = new Set<number>();
  protected readonly world: World;
  readonly #changeListeners = new Set<() => void>();
  readonly #deliveryListeners = new Set<(record: OutboxRecord, delivered: Delivered) => void>();
  readonly #refusalListeners = new Set<(record: OutboxRecord, error: ApiError) => void>();
  readonly #stopListening: () => void;
  #cancelWake: () => void = () => undefined;
  #draining: Promise<void> | null = null;
  #pass: Drain | null = null;
  /** Asked for while a pass began or ended: for another one. */
  #again: DrainOptions | null = null;
  /** Asked for while a pass ran, which does it. */
  #woken: DrainOptions | null = null;
  #dirty = false;
  #lockedSince: number | null = null;
  #isSwept = false;
  #isClosed = false;
  #forgetsAt = Number.NEGATIVE_INFINITY;
  /** Passes in a row that had no token. */
  #tokenMisses = 0;

  constructor(world: World) {
    this.world = world;
    this.db = new Database(world);
    this.#stopListening = world.channel.listen((notice) => {
      this.#dirty = true;
      this.#note(notice);
      for (const listener of this.#changeListeners) listener();
      if (notice.type === 'drain') void this.drain({ eager: true });
      else this.#pass?.wake(false);
    });
  }

  /** Everything of a person that is not known to be in a conversation yet, each lane in the order of sending. */
  records(ownerUid: string): Promise<OutboxRecord[]> {
    return this.db.read(['outbox'], (tx) => recordsOf(tx, ownerUid));
  }

  /** Called after every change of records, made here or elsewhere. @returns what stops it */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Called when a record arrived that this page or worker sent. @returns what stops it */
  onDelivered(listener: (record: OutboxRecord, delivered: Delivered) => void): () => void {
    this.#deliveryListeners.add(listener);
    return () => this.#deliveryListeners.delete(listener);
  }

  /** Called when a record that this page or worker sent was refused for good, with all that the answer said. @returns what stops it */
  onRefused(listener: (record: OutboxRecord, error: ApiError) => void): () => void {
    this.#refusalListeners.add(listener);
    return () => this.#refusalListeners.delete(listener);
  }

  /**
   * Sends what can be sent now, and sets the clock for the rest. Call it whenever sending may have become possible: at the
   * start, back online, in view again, after a push. It never throws; what went wrong stands in the records.
   */
  drain(options: DrainOptions = {}): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#draining) {
      if (this.#pass?.wake(options.eager === true)) this.#woken = both(this.#woken, options);
      else this.#again = both(this.#again, options);
      return this.#draining;
    }
    this.#cancelWake();
    this.#draining = this.#drainOnce(options)
      .catch((): number => longestSleepMs)
      .then((sleepMs) => {
        this.#draining = null;
        const again = this.#again;
        this.#again = null;
        if (this.#isClosed) return;
        if (again) return this.drain(again);
        if (sleepMs === Number.POSITIVE_INFINITY) return;
        this.#cancelWake = this.world.after(sleepMs, () => void this.drain());
      });
    return this.#draining;
  }

  /** Stops beginning anything; what is on its way may end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWake();
    this.#stopListening();
    await this.#draining;
    await this.db.close();
  }

  /** @returns after how long to drain again, infinity for "not by itself" */
  async #drainOnce(options: DrainOptions): Promise<number> {
    const token = await this.world.token(false).catch(() => 'later' as const);
    if (token === null) return Number.POSITIVE_INFINITY;
    if (token === 'later') return this.#tokenWaitMs();
    if (!this.#isSwept) await setAsideUnreadable(this.db, this.world);
    this.#isSwept = true;
    let dueAt: number | null | 'stopped' = 'stopped' as number | null | 'stopped';
    const work = async (isAlone: boolean) => {
      await this.#forgetOld(token.uid);
      const drain = new Drain(
        this.db,
        this.world,
        token,
        { ...options, isAlone },
        {
          takeDirty: () => {
            const dirty = this.#dirty;
            this.#dirty = false;
            return dirty;
          },
          isWanted: () => this.#dirty || this.#isClosed,
          onChanged: () => this.#tell(),
          onDelivered: (record, delivered) => {
            for (const listener of this.#deliveryListeners) listener(record, delivered);
          },
          onRefused: (record, error) => {
            for (const listener of this.#refusalListeners) listener(record, error);
          },
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
      await this.#passOn(token.uid, dueAt === 'stopped');
    }
    if (dueAt === 'stopped') return this.#tokenWaitMs();
    this.#tokenMisses = 0;
    if (dueAt === null) return Number.POSITIVE_INFINITY;
    return Math.min(Math.max(dueAt - this.world.now(), 0), longestSleepMs);
  }

  /**
   * Until the token is asked for again. Its renewal may hang at the provider and be well a moment later, and nothing else might
   * tell: what waits then goes soon.
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

  /** What a pass was asked for meanwhile and did not do, because it stopped or was another person's, the next one does. */
  async #passOn(uid: string, isStopped: boolean): Promise<void> {
    const woken = this.#woken;
    this.#woken = null;
    if (!woken) return;
    const token = await this.world.token(false).catch(() => 'later' as const);
    const isSame = token !== null && token !== 'later' && token.uid === uid;
    if (isStopped || !isSame) this.#again = both(this.#again, woken);
  }

  /** Now and then: it reads everything. */
  async #forgetOld(uid: string): Promise<void> {
    const { world } = this;
    if (world.elapsed() < this.#forgetsAt) return;
    this.#forgetsAt = world.elapsed() + forgetsEveryMs;
    const before = world.now() - ackedKeptMs;
    await this.removeAcked(uid, ({ ack }) => ack !== null && ack.at < before);
  }

  /** False when somebody else is draining. A lock held for longer than any claim is held by nobody who works. */
  async #underLock(uid: string, work: (isAlone: boolean) => Promise<void>): Promise<boolean> {
    const { lock, channel } = this.world;
    const ran = lock ? await lock(`ev-drain:${uid}`, () => work(true)) : false;
    if (ran) {
      this.#lockedSince = null;
      return true;
    }
    if (lock) {
      const now = this.world.elapsed();
      this.#lockedSince ??= now;
      const records = await this.records(uid);
      const longestClaimMs = Math.max(...records.map(claimMsOf), 0);
      if (now - this.#lockedSince <= 2 * longestClaimMs) {
        channel.post({ type: 'changed' });
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
    await this.db.write(['outbox', 'chunks'], async (tx) => {
      const records = await read(tx);
      const gone = records.filter(which);
      for (const record of gone) await remove(tx, record, 'linked');
      await keepApart(tx, gone, records);
    });
    this.changed();
  }

  /** Records were changed here: tells everybody. */
  protected changed(what: Pick<Notice, 'discarded' | 'restored'> = {}): void {
    this.#dirty = true;
    this.#tell({ type: 'changed', ...what });
  }

  #tell(notice: Notice = { type: 'changed' }): void {
    this.#note(notice);
    for (const listener of this.#changeListeners) listener();
    this.world.channel.post(notice);
  }

  #note({ discarded, restored }: Notice): void {
    if (discarded !== undefined) this.discarded.add(discarded);
    if (restored !== undefined) this.discarded.delete(restored);
  }
}

/**
 * What still waits is none of the messages that arrived before it, were its words the same: as long as these lie in the outbox, their
 * ids are known from there, and from then on what waits knows them itself.
 *
 * @param gone records that leave the outbox
 * @param records those that lay in it with them
 */
async function keepApart(
  tx: WriteTx,
  gone: readonly OutboxRecord[],
  records: readonly OutboxRecord[],
): Promise<void> {
  for (const record of records) {
    if (record.kind !== 'message' || record.state === 'acked' || record.baseline === null) continue;
    const known = new Set(record.baseline);
    const ids = gone.flatMap(({ jobId, ack }) => (jobId === record.jobId && ack?.serverId) || []);
    const others = ids.filter((id) => !known.has(id));
    if (others.length > 0) await amend(tx, record, { baseline: [...record.baseline, ...others] });
  }
}
