import { ApiError } from '../../api/ApiError.ts';
import type { Database } from '../records/database.ts';
import type { OutboxRecord } from '../records/record.ts';
import { amend, headsOf, recordBySeq } from '../records/rows.ts';
import { attempt, putOff, subjectOf } from './attempt.ts';
import { claim, type Task } from './claim.ts';
import { reconcile } from './reconcile.ts';
import { bytesOf, claimEndsAt, dueAt, resumesAt } from './waits.ts';
import type { Delivered, Token, World } from './world.ts';

export type DrainOptions = {
  /** Try what waits after failures now: the line came back, or a person asks. `Retry-After` is obeyed all the same. */
  eager?: boolean;
  /** The worker has little time: nothing is begun after this. */
  stopAfterMs?: number;
  /** The worker leaves larger uploads to a page. */
  largestUploadBytes?: number;
  /** Nobody else drains, as far as locks can tell. */
  isAlone?: boolean;
};

type Told = {
  /** True once after another hand changed records. */
  takeDirty(): boolean;
  /** Something has changed that nobody took yet, or this outbox ends: what takes long lets go. */
  isWanted(): boolean;
  onChanged(): void;
  onDelivered(record: OutboxRecord, delivered: Delivered): void;
  onRefused(record: OutboxRecord, error: ApiError): void;
};

/** Of the lanes that send side by side at most so many send files: those take long, and what a person reads meanwhile needs a line too. */
const carryingAtOnce = 2;
/** For so long files go out in pieces before another lane gets its turn. */
const turnMs = 15_000;

/** One pass over everything of the signed-in person that can be sent now. */
export class Drain {
  readonly #db: Database;
  readonly #world: World;
  readonly #options: DrainOptions;
  #isEagerPass: boolean;
  readonly #told: Told;
  readonly #uid: string;
  readonly #began: number;
  readonly #largestUploadBytes: number;
  #tokenExp: number;
  /** Lanes and when their heads are due; null: not by waiting. `carries`: their heads have files. */
  #lanes = new Map<string, { dueAt: number | null; renewToken: boolean; carries: boolean }>();
  #carrying = 0;
  #isStale = true;
  #stopped = false;
  #delivered = false;
  readonly #busy = new Set<string>();
  readonly #served = new Map<string, number>();
  readonly #tried = new Set<number>();
  /** By `seq`; each is seen once at most. */
  readonly #arrived = new Set<number>();
  readonly #servers: Promise<void>[] = [];
  readonly #failures: unknown[] = [];
  #serving = 0;

  constructor(db: Database, world: World, token: Token, options: DrainOptions, told: Told) {
    this.#db = db;
    this.#world = world;
    this.#uid = token.uid;
    this.#tokenExp = token.exp;
    this.#largestUploadBytes = options.largestUploadBytes ?? Number.POSITIVE_INFINITY;
    this.#options = options;
    this.#isEagerPass = options.eager === true;
    this.#told = told;
    this.#began = world.elapsed();
  }

  /** @returns when the next record is due; null when none is by waiting, `stopped` when the pass ended before its end */
  async run(): Promise<number | null | 'stopped'> {
    this.#begin();
    // Each may begin more, and goes on when another fails.
    for (const server of this.#servers) await server;
    if (this.#failures.length > 0) throw this.#failures[0];
    if (this.#stopped) return 'stopped';
    const due = [...this.#lanes.values()].flatMap((lane) => lane.dueAt ?? []);
    return due.length > 0 ? Math.min(...due) : null;
  }

  /**
   * Somebody asks for sending while this pass runs: were it done after its end, every lane would wait for the slowest. What is on
   * its way then is tried once more if it fails. The limits stay as they are.
   *
   * @returns whether this pass does it; false at its end
   */
  wake(eager: boolean): boolean {
    if (this.#stopped || this.#serving === 0) return false;
    if (eager) {
      this.#isEagerPass = true;
      this.#tried.clear();
    }
    this.#isStale = true;
    if (this.#serving < this.#world.lanesAtOnce()) this.#begin();
    return true;
  }

  #begin(): void {
    this.#serving += 1;
    const ended = this.#serve().catch((error: unknown) => void this.#failures.push(error));
    this.#servers.push(
      ended.then(() => {
        this.#serving -= 1;
      }),
    );
  }

  async #serve(): Promise<void> {
    for (;;) {
      const laneKey = await this.#nextLane();
      if (laneKey === null) return;
      if (this.#serving < this.#world.lanesAtOnce() && this.#freeLanes().length > 0) this.#begin();
      try {
        await this.#step(laneKey);
      } finally {
        this.#busy.delete(laneKey);
      }
    }
  }

  /** Those whose head is due, and that nobody serves. */
  #waitingLanes() {
    const now = this.#world.now();
    return [...this.#lanes].filter(
      ([laneKey, { dueAt }]) => dueAt !== null && dueAt <= now && !this.#busy.has(laneKey),
    );
  }

  /** Of these, whose turn it may be. */
  #freeLanes(): string[] {
    const mayCarry = this.#carrying < carryingAtOnce;
    return this.#waitingLanes().flatMap(([laneKey, { carries }]) => (carries && !mayCarry ? [] : laneKey));
  }

  /** The due lane that was served least; it is busy from here on. */
  async #nextLane(): Promise<string | null> {
    for (;;) {
      if (this.#isOver()) this.#stopped = true;
      if (this.#stopped) return null;
      const wasStale = this.#told.takeDirty() || this.#isStale;
      if (wasStale) await this.#scan();
      const served = (laneKey: string) => this.#served.get(laneKey) ?? 0;
      const [next] = this.#freeLanes().sort((a, b) => served(a) - served(b));
      if (next !== undefined) {
        this.#busy.add(next);
        this.#served.set(next, served(next) + 1);
        return next;
      }
      // It may have become stale again while it was read.
      if (wasStale && !this.#isStale) return null;
      this.#isStale = true;
    }
  }

  #isOver(): boolean {
    const { stopAfterMs = Number.POSITIVE_INFINITY } = this.#options;
    return this.#world.elapsed() - this.#began > stopAfterMs;
  }

  /** Whether one lane may go on with its files, although other lanes wait. */
  #goesOn(began: number): boolean {
    if (this.#isOver() || this.#told.isWanted()) return false;
    if (this.#world.elapsed() - began < turnMs) return true;
    return this.#waitingLanes().length === 0;
  }

  async #scan(): Promise<void> {
    this.#isStale = false;
    // A person may have signed in anew since.
    await this.#token(false);
    const heads = await this.#db.read(['outbox'], (tx) => headsOf(tx, this.#uid));
    const now = this.#world.now();
    this.#lanes = new Map();
    for (const record of heads) {
      const { laneKey, renewToken, files } = record;
      // Whoever serves a lane goes on with what comes next in it.
      const due = this.#busy.has(laneKey) ? 0 : this.#dueAt(record, now);
      this.#lanes.set(laneKey, { dueAt: due, renewToken, carries: files.length > 0 });
    }
  }

  /** The same as the claim decides, without writing. */
  #dueAt(record: OutboxRecord, now: number): number | null {
    if (record.state === 'failed') return resumesAt(record, now);
    if (bytesOf(record) > this.#largestUploadBytes) return null;
    if (record.state === 'sending') {
      return claimEndsAt(record, now, this.#options.isAlone === true, this.#world.honoursKeys);
    }
    if (record.state === 'blocked-auth') return record.refusedExp < this.#tokenExp ? 0 : null;
    return dueAt(record, now, this.#isEager(record));
  }

  #isEager = (record: OutboxRecord): boolean => {
    if (this.#tried.has(record.seq)) return false;
    return this.#isEagerPass || (this.#delivered && record.error?.status === 0);
  };

  async #step(laneKey: string): Promise<void> {
    const token = await this.#token(this.#lanes.get(laneKey)?.renewToken ?? false);
    if (!token) {
      this.#stopped = true;
      return;
    }
    // Until it is known whether the head has files, it may have.
    const mayCarry = this.#carrying < carryingAtOnce;
    let held = mayCarry;
    if (held) this.#carrying += 1;
    const letGo = () => {
      if (held) this.#carrying -= 1;
      held = false;
    };
    try {
      const task = await claim(this.#db, this.#world, {
        laneKey,
        token,
        arrived: this.#arrived,
        isEager: this.#isEager,
        largestUploadBytes: this.#largestUploadBytes,
        mayCarry,
        isAlone: this.#options.isAlone === true,
      });
      if (task.todo === 'rest') {
        const { dueAt, carries = false } = task;
        this.#lanes.set(laneKey, { dueAt, renewToken: false, carries });
        return;
      }
      if (task.todo !== 'send' || task.record.files.length === 0) letGo();
      this.#tried.add(task.record.seq);
      this.#lanes.set(laneKey, { dueAt: 0, renewToken: false, carries: false });
      this.#told.onChanged();
      await this.#act(task, token);
      this.#told.onChanged();
    } finally {
      letGo();
    }
  }

  async #act(task: Exclude<Task, { todo: 'rest' }>, token: Token): Promise<void> {
    const { record } = task;
    if (task.todo === 'send') {
      const began = this.#world.elapsed();
      const outcome = await attempt(this.#db, this.#world, task, token, {
        goesOn: () => this.#goesOn(began),
        onChanged: () => this.#told.onChanged(),
      });
      if (outcome instanceof ApiError) this.#told.onRefused(record, outcome);
      else if (outcome) return this.#tellArrived(record, outcome);
      // What is to be done next stands in the record now: a wait, a renewed token, a person.
      this.#isStale = true;
      return;
    }
    try {
      if (task.todo === 'baseline') await this.#writeBaseline(record, token);
      else {
        const found = await reconcile(this.#db, this.#world, record, token.idToken);
        if (found) this.#tellArrived(record, { ...found, answer: null });
      }
    } catch (reason) {
      await putOff(this.#db, this.#world, record, reason);
    }
  }

  #tellArrived(record: OutboxRecord, delivered: Delivered): void {
    this.#delivered = true;
    this.#told.onDelivered(record, delivered);
  }

  /** What the conversation has before the first try, so that an equal message in it is never taken for this one. */
  async #writeBaseline(looked: OutboxRecord, token: Token): Promise<void> {
    const conversation = await this.#world.wire.conversation(looked.jobId, token.idToken);
    await this.#db.write(['outbox'], async (tx) => {
      const record = await recordBySeq(tx, looked.seq);
      if (record?.state !== 'queued' || record.clientId !== looked.clientId) return;
      const ids = conversation.map((message) => message.communicationId);
      await amend(tx, record, {
        baseline: [...new Set([...(record.baseline ?? []), ...ids])],
        hasLooked: true,
      });
    });
  }

  /** The person's own token; null ends the pass and leaves everything as it is. */
  async #token(renew: boolean): Promise<Token | null> {
    const token = await this.#world.token(renew).catch(() => 'later' as const);
    if (token === null || token === 'later') return null;
    if (token.uid !== this.#uid || subjectOf(token.idToken) !== this.#uid) return null;
    this.#tokenExp = token.exp;
    return token;
  }
}
