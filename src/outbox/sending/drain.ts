import { ApiError } from '../../api/ApiError.ts';
import type { Database } from '../records/database.ts';
import type { Environment, Token, WireResponse } from '../records/environment.ts';
import type { OutboxRecord } from '../records/record.ts';
import { headsOf } from '../records/rows.ts';
import { momentNow, type Written } from '../records/written.ts';
import { attempt, userOfToken } from './attempt.ts';
import { type ClaimResult, claim } from './claim.ts';
import { headDueAt } from './waits.ts';

export type DrainOptions = {
  /** Ignores the back-off: the connection is back, or the user asks. `Retry-After` is obeyed all the same. */
  eager?: boolean;
  /** Begins nothing after this: the worker has little time. */
  stopAfterMs?: number;
  /** Whether nobody else drains, as far as locks can tell. */
  isAlone?: boolean;
};

type DrainEvents = {
  /** Returns true once after records were changed elsewhere. */
  takeDirty(): boolean;
  /** Whether records were changed elsewhere since, or this outbox is closing: long uploads make way. */
  isWanted(): boolean;
  onChanged(): void;
  /** Called in the transaction that claims a record. */
  onClaim(record: OutboxRecord): void;
  onDelivered(record: OutboxRecord, delivered: WireResponse): void;
  onRefused(record: OutboxRecord, error: ApiError): void;
};

/** Lanes that upload files at a time: uploads take long, and reads need connections too. */
const uploadsAtOnce = 2;
/** How long one lane uploads before another one gets its turn. */
const turnMs = 15_000;

/** One pass over everything of the signed-in user that can be sent now. Which lane goes next depends on all that the pass has seen. */
export class Drain {
  readonly #db: Database;
  readonly #env: Environment;
  readonly #options: DrainOptions;
  #isEagerPass: boolean;
  readonly #events: DrainEvents;
  readonly #uid: string;
  readonly #began: number;
  #tokenExp: number;
  /** The state of each lane's head, as far as it is known; `dueAt` as in `waits.ts`. */
  #lanes = new Map<string, { dueAt: number | null; renewToken: boolean; hasFiles: boolean }>();
  #uploading = 0;
  #isStale = true;
  #stopped = false;
  #delivered = false;
  readonly #busy = new Set<string>();
  readonly #served = new Map<string, number>();
  readonly #tried = new Set<number>();
  /** Delivered records: each is read at most once over a connection. */
  readonly #arrived = new WeakMap<object, Set<number>>();
  readonly #servers: Promise<void>[] = [];
  readonly #failures: unknown[] = [];
  #serving = 0;

  constructor(db: Database, env: Environment, token: Token, options: DrainOptions, events: DrainEvents) {
    this.#db = db;
    this.#env = env;
    this.#uid = token.uid;
    this.#tokenExp = token.exp;
    this.#options = options;
    this.#isEagerPass = options.eager === true;
    this.#events = events;
    this.#began = env.elapsed();
  }

  /** @returns when the next record is due; null when none is by waiting, `stopped` when the pass ended early */
  async run(): Promise<number | null | 'stopped'> {
    this.#begin();
    // Each may begin others, and goes on when another fails.
    for (const server of this.#servers) await server;
    if (this.#failures.length > 0) throw this.#failures[0];
    if (this.#stopped) return 'stopped';
    const due = [...this.#lanes.values()].flatMap((lane) => lane.dueAt ?? []);
    return due.length > 0 ? Math.min(...due) : null;
  }

  /**
   * Takes a request to send into this pass: after its end, every lane would wait for the slowest. What is being sent now is tried once
   * more if it fails. The limits stay as they are.
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
    if (this.#serving < this.#env.lanesAtOnce()) this.#begin();
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
      if (this.#serving < this.#env.lanesAtOnce() && this.#freeLanes().length > 0) this.#begin();
      try {
        await this.#step(laneKey);
      } finally {
        this.#busy.delete(laneKey);
      }
    }
  }

  /** Returns the lanes whose head is due and that are not being served. */
  #waitingLanes() {
    const now = this.#env.now();
    return [...this.#lanes].filter(
      ([laneKey, { dueAt }]) => dueAt !== null && dueAt <= now && !this.#busy.has(laneKey),
    );
  }

  /** Returns the waiting lanes that may be served now. */
  #freeLanes(): string[] {
    const mayUpload = this.#uploading < uploadsAtOnce;
    return this.#waitingLanes().flatMap(([laneKey, { hasFiles }]) => (hasFiles && !mayUpload ? [] : laneKey));
  }

  /** Takes the free lane that was served least. */
  async #nextLane(): Promise<string | null> {
    for (;;) {
      if (this.#isOver()) this.#stopped = true;
      if (this.#stopped) return null;
      const isDirty = this.#events.takeDirty();
      const wasStale = isDirty || this.#isStale;
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
    return this.#env.elapsed() - this.#began > stopAfterMs;
  }

  /** Whether a lane may go on uploading. */
  #mayContinue(began: number): boolean {
    if (this.#isOver() || this.#events.isWanted()) return false;
    if (this.#env.elapsed() - began < turnMs) return true;
    return this.#waitingLanes().length === 0;
  }

  async #scan(): Promise<void> {
    this.#isStale = false;
    // The user may have signed in anew since.
    await this.#token(false);
    const heads = await this.#db.read(['outbox'], (tx) => headsOf(tx, this.#uid));
    const now = momentNow(this.#env);
    this.#lanes = new Map();
    for (const record of heads) {
      const { laneKey, renewToken, files } = record;
      // The server of a lane goes on with what comes next in it.
      const dueAt = this.#busy.has(laneKey) ? 0 : this.#dueAt(record, now);
      this.#lanes.set(laneKey, { dueAt, renewToken, hasFiles: files.length > 0 });
    }
  }

  #dueAt(record: OutboxRecord, now: Written, tokenExp = this.#tokenExp): number | null {
    const { isAlone = false } = this.#options;
    return headDueAt(record, now, {
      isEager: this.#isEager(record),
      isAlone,
      tokenExp,
    });
  }

  #isEager(record: OutboxRecord): boolean {
    if (this.#tried.has(record.seq)) return false;
    return this.#isEagerPass || (this.#delivered && record.error?.status === 0);
  }

  async #step(laneKey: string): Promise<void> {
    const token = await this.#token(this.#lanes.get(laneKey)?.renewToken ?? false);
    if (!token) {
      this.#stopped = true;
      return;
    }
    // Until it is known whether the head has files, it may have.
    const mayUpload = this.#uploading < uploadsAtOnce;
    let usesSlot = mayUpload;
    if (usesSlot) this.#uploading += 1;
    const release = () => {
      if (usesSlot) this.#uploading -= 1;
      usesSlot = false;
    };
    try {
      const task = await claim(this.#db, this.#env, {
        laneKey,
        token,
        arrived: this.#arrived,
        dueAt: (head, now) => this.#dueAt(head, now, token.exp),
        mayUpload,
        onClaim: this.#events.onClaim,
      });
      if (task.todo === 'rest') {
        const { dueAt, hasFiles = false } = task;
        this.#lanes.set(laneKey, { dueAt, renewToken: false, hasFiles });
        return;
      }
      if (task.record.files.length === 0) release();
      this.#tried.add(task.record.seq);
      this.#lanes.set(laneKey, { dueAt: 0, renewToken: false, hasFiles: false });
      this.#events.onChanged();
      await this.#act(task, token);
      this.#events.onChanged();
    } finally {
      release();
    }
  }

  async #act(task: Exclude<ClaimResult, { todo: 'rest' }>, token: Token): Promise<void> {
    const { record } = task;
    const began = this.#env.elapsed();
    const outcome = await attempt(this.#db, this.#env, task, token, {
      mayContinue: () => this.#mayContinue(began),
      onChanged: () => this.#events.onChanged(),
    });
    if (outcome !== null && !(outcome instanceof ApiError)) {
      this.#delivered = true;
      // Those that go after it can go now.
      if (record.leads) this.#isStale = true;
      this.#events.onDelivered(record, outcome);
      return;
    }
    if (outcome) this.#events.onRefused(record, outcome);
    // The record says now what comes next: a wait, a renewed token, a decision of the user.
    this.#isStale = true;
  }

  /** Returns the user's own token; null ends the pass and leaves everything as it is. */
  async #token(renew: boolean): Promise<Token | null> {
    const token = await this.#env.token(renew).catch(() => 'later' as const);
    if (token === null || token === 'later') return null;
    if (token.uid !== this.#uid || userOfToken(token.idToken) !== this.#uid) return null;
    this.#tokenExp = token.exp;
    return token;
  }
}
