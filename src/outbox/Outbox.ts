import { mayDelete } from './kinds/sendState.ts';
import { copyToDraft, keyOf, type SentDraft } from './records/draftRows.ts';
import { enqueue, enqueueAll, type Owner, writeDurably } from './records/enqueue.ts';
import type { Environment, Outbound, StoredFile } from './records/environment.ts';
import { type CopiedFile, readBytes, writeBytes } from './records/fileBytes.ts';
import { OutboxError } from './records/OutboxError.ts';
import { dropQuarantined } from './records/quarantine.ts';
import { type Draft, kindOf, type OutboxRecord, type PostKind } from './records/record.ts';
import { followersOf, isSuperseded, putEarlierBack } from './records/registers.ts';
import { headOf, headsOf, recordById, removeRecord, transition, updateRecord } from './records/rows.ts';
import type { DraftRow, QuarantineRow, WriteTx } from './records/stores.ts';
import { isUnsentHere, momentNow } from './records/written.ts';
import { secondsAgo, userOfToken } from './sending/attempt.ts';
import { OutboxSender } from './sending/OutboxSender.ts';
import { timeoutMsOf } from './sending/waits.ts';

/**
 * The durable outbox of one page. It guarantees that nothing is lost, nothing is sent twice, each job's order is preserved, and
 * everything stays visible until it has arrived.
 *
 * Methods that change a record throw OutboxError `gone` when it has arrived or was deleted, and `being-sent` while it is being sent.
 */
export class Outbox extends OutboxSender {
  /**
   * The records that this page still holds back (`undoWindowMs`), by key, with their users and the request that leaves with the page,
   * unless they are being taken out.
   */
  readonly #undoable = new Map<string, { uid: string; leaving?: Outbound; isTaken?: boolean }>();
  /** Ends once the undoable records are sent; records enqueued meanwhile wait for it, in their order. */
  #undoableSent: Promise<unknown> = Promise.resolve();

  constructor(env: Environment) {
    super(env);
    this.onDelivered(() => void this.#prepareToLeave());
  }

  /**
   * Enqueues what a user sends and begins to send it. Clear the composer once this has resolved, not before.
   *
   * @param clientId the idempotency key; the same one twice (a double click) is enqueued once
   * @param sent the saved draft it was written in, which is removed in the same transaction
   * @param followers choices that are sent once it has arrived, and deleted if it is deleted
   * @throws OutboxError: nothing was enqueued
   */
  async send(
    owner: Owner,
    draft: Draft,
    files: readonly CopiedFile[] = [],
    clientId = this.env.uuid(),
    sent?: SentDraft,
    followers: readonly Draft[] = [],
  ): Promise<OutboxRecord> {
    const written = momentNow(this.env);
    // The next record builds on those before it, which can no longer be undone then.
    await this.sendUndoable();
    const beside = { sent, followers, written };
    const record = await enqueue(this.db, this.env, owner, draft, files, clientId, beside);
    await this.#begin([record], draft);
    return record;
  }

  /**
   * Enqueues what a user sends with one action, all of it or nothing, and begins to send it. All of it can be undone for the same time.
   *
   * @throws OutboxError: nothing was enqueued
   */
  async sendAll(owner: Owner, drafts: readonly Draft[]): Promise<OutboxRecord[]> {
    const written = momentNow(this.env);
    await this.sendUndoable();
    const records = await enqueueAll(this.db, this.env, owner, drafts, written);
    await this.#begin(records, drafts[0]);
    return records;
  }

  /** Begins to send records, or to wait for the end of their time to be undone. */
  async #begin(records: readonly OutboxRecord[], { undoWindowMs }: Partial<Draft> = {}): Promise<void> {
    if (undoWindowMs) {
      for (const { clientId, ownerUid } of records) this.#undoable.set(clientId, { uid: ownerUid });
      // Its page may be closed as soon as its user sees that it is done.
      await this.env.askForWorker?.();
      await this.#prepareToLeave();
    }
    this.#changedToSend();
  }

  /** Tries a record again now, under the same key. */
  async retry(ownerUid: string, clientId: string): Promise<void> {
    const now = { nextAttemptAt: 0, notBefore: 0, undoWindowMs: 0, misses: 0 };
    await this.db.writeAs(ownerUid, ['outbox'], async (tx) => {
      const record = await unsentRecord(tx, ownerUid, clientId);
      const isStopped = record.state === 'failed' || record.state === 'blocked-auth';
      if (isStopped) await transition(tx, record, 'queued', { ...now, error: null });
      else await updateRecord(tx, record, now);
    });
    this.#changedToSend();
  }

  /** Sends the records that can still be undone. Never throws: if it fails, they are sent when their time comes. */
  async sendUndoable(): Promise<void> {
    const sending = [...this.#undoable].map(([clientId, { uid }]) =>
      this.retry(uid, clientId).catch(() => undefined),
    );
    this.#undoable.clear();
    if (sending.length > 0) this.#undoableSent = Promise.all([this.#undoableSent, ...sending]);
    await this.#undoableSent;
  }

  /**
   * Notes which of the records that can still be undone may leave with their page (`leave`), which writes nothing more then. Only
   * the first of its lane does; what waits behind another leaves at its time.
   */
  async #prepareToLeave(): Promise<void> {
    if (this.#undoable.size === 0 || this.env.sendsWithoutPages()) return;
    const token = await this.env.token(false).catch(() => null);
    if (token === null || token === 'later') return;
    const { idToken } = token;
    for (const [clientId, undoable] of this.#undoable) {
      if (undoable.leaving || userOfToken(idToken) !== undoable.uid) continue;
      const prepare = async (tx: WriteTx) => {
        const found = await recordById(tx, clientId);
        const head = found && (await headOf(tx, undoable.uid, found.laneKey, new Set()));
        const mayLeave = head?.clientId === clientId && head.state === 'queued' && head.files.length === 0;
        return mayLeave && this.#undoable.has(clientId) ? updateRecord(tx, head, { maybeSent: true }) : null;
      };
      const record = await this.db.writeAs(undoable.uid, ['outbox'], prepare).catch(() => null);
      if (record) undoable.leaving = { record, files: [], idToken, timeoutMs: timeoutMsOf(record) };
    }
  }

  /**
   * Sends what could still be undone as its page ends, where nothing else would send it before the app is opened again. Nothing is
   * written: Safari keeps a document that has left with the write that it began, which blocks the database for the next one. So the
   * record stays as it is, is known to have left perhaps, and is sent again under its key.
   */
  leave(): void {
    const { env } = this;
    for (const [clientId, { leaving, isTaken }] of this.#undoable) {
      // Another window may have deleted it.
      if (!leaving || isTaken || this.discarded.has(leaving.record.seq)) continue;
      const writtenSecondsAgo = secondsAgo(env, leaving.record);
      env.wire.send({ ...leaving, writtenSecondsAgo, isLeaving: true }).catch(() => undefined);
      this.#undoable.delete(clientId);
      // Where the browser brings the page back, it is another one: what it wrote before may have left.
      env.holder = env.uuid();
    }
  }

  /** What is claimed here does not leave with this page too: where its request is refused, it has not been sent. */
  protected override onClaim({ clientId }: OutboxRecord): void {
    this.#undoable.delete(clientId);
  }

  /** As a page does whose user has signed out: nothing leaves with it either. */
  override close(): Promise<void> {
    this.#undoable.clear();
    return super.close();
  }

  /** Called when the page is hidden, after which a phone may end it: sends what could still be undone where nothing else would. */
  async hide(): Promise<void> {
    if (!this.env.sendsWithoutPages()) await this.sendUndoable();
  }

  #mayHaveArrived(record: OutboxRecord): boolean {
    if (isUnsentHere(record, this.env)) return false;
    return record.state === 'uncertain' || record.maybeSent;
  }

  /** Takes a record out of the outbox by `work`, from whose beginning on it does not leave with this page. */
  async #takeOut<T>(clientId: string, work: () => Promise<T>): Promise<T> {
    const undoable = this.#undoable.get(clientId);
    if (undoable) undoable.isTaken = true;
    try {
      const done = await work();
      this.#undoable.delete(clientId);
      return done;
    } catch (error) {
      if (undoable) undoable.isTaken = false;
      throw error;
    }
  }

  /**
   * Tries all records of a user now, also those that the backend's `Retry-After` delays. Never throws, as `drain`.
   *
   * @param isAsked whether the user asks for it: then what can still be undone is sent too
   */
  async tryNow(ownerUid: string, isAsked = true): Promise<void> {
    const isDelayed = ({ notBefore }: OutboxRecord) => notBefore > 0;
    if (isAsked) await this.sendUndoable();
    const liftWaits = async () => {
      const heads = await this.db.read(['outbox'], (tx) => headsOf(tx, ownerUid));
      if (!heads.some(isDelayed)) return;
      await this.db.writeAs(ownerUid, ['outbox'], async (tx) => {
        for (const head of (await headsOf(tx, ownerUid)).filter(isDelayed))
          await updateRecord(tx, head, { notBefore: 0 });
      });
    };
    await liftWaits().catch(() => undefined);
    await this.drain({ eager: true });
  }

  /** Deletes a record, even while its files are uploading. The records behind it go on. */
  async discard(ownerUid: string, clientId: string): Promise<void> {
    await this.#delete(ownerUid, clientId);
  }

  /**
   * Makes a record a draft again, in one transaction: a crash leaves one of the two. Deletes the choices that follow it.
   *
   * @param draft replaces the draft of that form; the record's files go before its files. Its `rest` may throw: then nothing is changed
   * @returns the draft
   * @throws OutboxError `being-sent` also for what may have arrived already, `changed-elsewhere` where there is another draft, or none any
   *   more
   */
  async returnToDraft(ownerUid: string, clientId: string, draft: ReturnedDraft): Promise<DraftRow> {
    const { owner, form, id = this.env.uuid(), rest, isSent = () => true, onSent } = draft;
    const key = { owner, form };
    const toDraft = async (tx: WriteTx) => {
      const record = await unsentRecord(tx, ownerUid, clientId);
      if (record.state !== 'failed' && this.#mayHaveArrived(record)) throw new OutboxError('being-sent');
      const before = await tx.objectStore('drafts').get(keyOf(key));
      if (!isSent(before)) throw new OutboxError('changed-elsewhere');
      const { content = null, files = [] } = rest?.() ?? {};
      const row = {
        ...key,
        id,
        returned: id,
        uid: ownerUid,
        savedTimestamp: this.env.now() / 1000,
        content,
        files: [...(await copyToDraft(tx, record)), ...files],
      };
      await tx.objectStore('drafts').put(row);
      const gone = [record, ...(await followersOf(tx, record))];
      for (const one of gone) await removeRecord(tx, one, 'cancelled');
      const restored = await putEarlierBack(tx, record);
      return { row, seqs: { discarded: gone.map(({ seq }) => seq), restored } };
    };
    const { row, seqs } = await this.#takeOut(clientId, () => writeDurably(this.db, ownerUid, key, toDraft));
    onSent?.(row, []);
    this.changed(seqs);
    void this.drain();
    return row;
  }

  /**
   * Deletes a record that has not left, and puts the choice back that waited before it.
   *
   * @throws OutboxError `being-sent` also for one that may have arrived
   */
  async discardUnsent(ownerUid: string, clientId: string): Promise<void> {
    await this.#delete(ownerUid, clientId, (record) => !this.#mayHaveArrived(record), putEarlierBack);
  }

  /** Deletes a record. @returns a function that restores it */
  async discardWithUndo({ ownerUid, clientId, files }: OutboxRecord): Promise<() => Promise<void>> {
    const bytes = (await this.db.read(['chunks'], (tx) => readBytes(tx, files))) ?? [];
    // As it is by now, not as it was shown: it may have left meanwhile without a response.
    const [record, ...followers] = await this.#delete(ownerUid, clientId);
    return () => this.restore(record, bytes, followers);
  }

  /** Deletes a record and the choices that follow it. @returns the deleted records */
  async #delete(
    ownerUid: string,
    clientId: string,
    may: (record: OutboxRecord) => boolean = () => true,
    putBack: typeof putEarlierBack = async () => [],
  ): Promise<[OutboxRecord, ...OutboxRecord[]]> {
    const { gone, restored } = await this.#takeOut(clientId, () =>
      this.db.writeAs(ownerUid, ['outbox', 'chunks'], async (tx) => {
        const found = await ownRecord(tx, ownerUid, clientId);
        if (!mayDelete(found) || !may(found)) throw new OutboxError('being-sent');
        const followers = await followersOf(tx, found);
        for (const record of [found, ...followers]) await removeRecord(tx, record, 'cancelled');
        const gone: [OutboxRecord, ...OutboxRecord[]] = [found, ...followers];
        return { gone, restored: await putBack(tx, found) };
      }),
    );
    this.changed({ discarded: gone.map(({ seq }) => seq), restored });
    void this.drain();
    return gone;
  }

  /**
   * Restores a discarded record in its old place, under its old key, so that to the server it is the same request.
   *
   * @param files as `files(record)` returned them before it was deleted
   * @param followers the choices that were deleted with it
   * @throws OutboxError when it cannot be stored any more
   */
  async restore(
    record: OutboxRecord,
    files: readonly StoredFile[],
    followers: readonly OutboxRecord[] = [],
  ): Promise<void> {
    await writeDurably(this.db, record.ownerUid, undefined, async (tx) => {
      if (await recordById(tx, record.clientId)) return;
      for (const one of [record, ...followers]) {
        // Something else was chosen meanwhile.
        if (await isSuperseded(tx, one)) continue;
        for (const [at, { blobId }] of one.files.entries()) {
          await writeBytes(tx, blobId, files[at]?.chunks ?? []);
        }
        // Deleted while its files were uploading: that attempt has ended.
        const { seq, ...free }: OutboxRecord =
          one.state === 'sending' ? { ...one, state: 'queued', claim: null } : one;
        // Numbers begin anew after the storage was cleared: then its place is another record's.
        const isFree = (await tx.objectStore('outbox').count(seq)) === 0;
        await tx.objectStore('outbox').put({ ...free, ...(isFree && { seq }) });
      }
    });
    this.changed({ restored: [record, ...followers].map(({ seq }) => seq) });
    void this.drain({ eager: true });
  }

  /** Deletes a quarantined row; to be offered once the user has saved it elsewhere. */
  async dropQuarantined(row: QuarantineRow): Promise<void> {
    await dropQuarantined(this.db, row);
    this.changed();
  }

  /** Returns the files of a record, for saving them elsewhere; null when bytes are missing. */
  files(record: OutboxRecord): Promise<StoredFile[] | null> {
    return this.db.read(['chunks'], (tx) => readBytes(tx, record.files));
  }

  /**
   * Removes the delivered messages, or staff notes, that a read of their job shows.
   *
   * @param begunAt when the read began, milliseconds since 1970
   * @param kind what was read
   */
  async removeLinked(
    ownerUid: string,
    jobId: string,
    conversation: readonly { idempotencyKey?: string }[],
    begunAt: number,
    kind: PostKind = 'message',
  ): Promise<void> {
    const keys = new Set(conversation.map(({ idempotencyKey }) => idempotencyKey));
    const isLinked = ({ ack, clientId }: OutboxRecord) =>
      ack !== null && (begunAt > ack.at || keys.has(clientId));
    await this.removeAcked(
      ownerUid,
      isLinked,
      kindOf({ kind }).lane({ jobId, clientId: '', payload: {} as never }),
    );
  }

  #changedToSend(): void {
    this.changed();
    void this.drain({ eager: true });
  }
}

/** The draft that a record becomes: `rest` returns it, without the record's files. */
export type ReturnedDraft = SentDraft & Partial<Pick<DraftRow, 'id'>>;

/** Reads a user's record that has not arrived. @throws OutboxError `gone` */
async function ownRecord(tx: WriteTx, ownerUid: string, clientId: string): Promise<OutboxRecord> {
  const record = await recordById(tx, clientId);
  if (!record || record.ownerUid !== ownerUid || record.state === 'acked') throw new OutboxError('gone');
  return record;
}

/** Reads a user's record that is not being sent. @throws OutboxError `gone` or `being-sent` */
async function unsentRecord(tx: WriteTx, ownerUid: string, clientId: string): Promise<OutboxRecord> {
  const record = await ownRecord(tx, ownerUid, clientId);
  if (record.state === 'sending') throw new OutboxError('being-sent');
  return record;
}
