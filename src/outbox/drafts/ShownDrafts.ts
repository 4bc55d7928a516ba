import { createEvent } from '../../store.ts';
import { OutboxError } from '../OutboxError.ts';
import type { Database } from '../records/database.ts';
import type { DraftFile, DraftKey, DraftRow } from '../records/stores.ts';
import * as rows from './draftRows.ts';

/** How the windows of a device tell each other which drafts have changed. */
export type DraftChannel = {
  /** Tells all other windows. @param name of the draft */
  announce(name: string): void;
  /** Calls back with the name of a draft that another window has changed, or null: any may be. @returns what stops it */
  subscribe(listener: (name: string | null) => void): () => void;
};

type Shown = {
  /** Of the row that this window has read or written last; null for none. */
  id: string | null;
  files: readonly DraftFile[];
  /** The id of the row that is being written. */
  writing?: string;
  /** The same until a draft of another window is taken over. */
  line: symbol;
};

function nameOf({ owner, form }: DraftKey): string {
  return `${owner} ${form}`;
}

/**
 * The drafts that one window shows. All windows show the same one of a form: one that has changed elsewhere is taken over where nothing
 * is typed that is not saved yet, and of two windows that are typed into at once the last write counts. A window never writes over, sends
 * or deletes a draft that it has not shown. Over 200 lines: each method depends on what is shown.
 */
export class ShownDrafts {
  readonly #inOrder: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly #channel: DraftChannel;
  /** Without those that were not read yet. */
  readonly #shown = new Map<string, Shown>();
  /** How often a record was made from a draft here. */
  readonly #sends = new Map<string, number>();
  /** How many writes of a draft have not ended. */
  readonly #writes = new Map<string, number>();
  /** The drafts that changed elsewhere while this window wrote them, or was about to. */
  readonly #missed = new Set<string>();
  /** Asks the forms of this window to look for changes. */
  readonly #look = createEvent<[string | null]>();

  /** @param inOrder runs what it is given one after the other */
  constructor(inOrder: <T>(work: (db: Database) => Promise<T>) => Promise<T>, channel: DraftChannel) {
    this.#inOrder = inOrder;
    this.#channel = channel;
  }

  /** Whether this window has read a draft, or found none. */
  isRead(key: DraftKey): boolean {
    return this.#shown.has(nameOf(key));
  }

  #isShown({ id }: DraftRow, here: Shown | undefined): boolean {
    return here !== undefined && (here.id === id || here.writing === id);
  }

  #note(
    key: DraftKey,
    row: Pick<DraftRow, 'id' | 'files'> | null | undefined,
    line = this.#shown.get(nameOf(key))?.line ?? Symbol(),
  ): void {
    this.#shown.set(nameOf(key), { id: row?.id ?? null, files: row?.files ?? [], line });
  }

  /** Reads a draft. @param isWanted false where its form waits no longer: then it is not shown */
  read(key: DraftKey, isWanted: () => boolean = () => true): Promise<DraftRow | undefined> {
    return this.#inOrder(async (db) => {
      const row = await rows.getDraft(db, key);
      if (isWanted()) this.#note(key, row);
      return row;
    });
  }

  /**
   * Replaces a draft. `announce` it once its files are saved too.
   *
   * @param row called as it is written
   * @returns ids of files whose bytes were removed with the draft before; null where it was sent meanwhile
   * @throws OutboxError `changed-elsewhere` where there is one that this window has not shown
   */
  save(key: DraftKey, row: () => DraftRow): Promise<string[] | null> {
    const name = nameOf(key);
    const sends = this.#sends.get(name);
    return this.#write(key, async (db) => {
      // A draft still queued here when its text is sent would be offered again after a reload.
      if (this.#sends.get(name) !== sends) return null;
      if (!this.#shown.has(name)) {
        if (await rows.getDraft(db, key)) throw new OutboxError('changed-elsewhere');
        this.#note(key, null);
      }
      const next = row();
      this.#shown.set(name, { ...(this.#shown.get(name) as Shown), writing: next.id });
      const gone = await rows.putDraft(db, next);
      this.#note(key, next);
      return gone;
    });
  }

  /** Writes a draft, in order. What another window makes of it meanwhile is shown afterwards: shown now, it would be written over. */
  #write<T>(key: DraftKey, work: (db: Database) => Promise<T>): Promise<T> {
    const name = nameOf(key);
    const count = (more: number) => {
      const writes = (this.#writes.get(name) ?? 0) + more;
      this.#writes.set(name, writes);
      if (writes === 0 && this.#missed.delete(name)) this.look(key);
    };
    count(1);
    return this.#inOrder(work).finally(() => count(-1));
  }

  /** Deletes a draft and its files; one that this window does not show stays. @returns ids of files whose bytes were removed */
  async drop(key: DraftKey): Promise<string[]> {
    const gone = await this.#write(key, async (db) => {
      const here = this.#shown.get(nameOf(key));
      const gone = await rows.dropDraft(db, key, (row) => !here || this.#isShown(row, here));
      this.#note(key, null);
      return gone;
    });
    this.announce(key);
    return gone;
  }

  /**
   * Prepares a record to be made from a draft, in one transaction with its removal. Earlier writes of it that have not begun then never
   * do.
   *
   * @param rest as `SentDraft` has it
   * @param onGone called with the ids of files whose bytes were removed
   */
  sent(
    key: DraftKey,
    rest?: rows.SentDraft['rest'],
    onGone?: (ids: readonly string[]) => void,
  ): rows.SentDraft {
    const name = nameOf(key);
    this.#sends.set(name, (this.#sends.get(name) ?? 0) + 1);
    const sent = this.#shown.get(name);
    // What is still being written is sent then, and not what was saved last.
    const clientId = this.#writes.get(name) ? undefined : (sent?.id ?? undefined);
    return {
      ...key,
      ...(rest && { rest }),
      clientId,
      isSent: (row) => {
        // One that this window has never shown is another text, and stays.
        if (!sent) return false;
        const here = this.#shown.get(name);
        if (this.#isShown(row, here) && here?.line === sent.line) return true;
        this.look(key);
        throw new OutboxError('changed-elsewhere');
      },
      onSent: (left, gone) => {
        this.#note(key, left);
        onGone?.(gone);
        this.announce(key);
      },
    };
  }

  /** Prepares a record to be made the draft of a form that has none. */
  made(key: DraftKey): rows.SentDraft {
    return {
      ...key,
      isSent() {
        throw new OutboxError('has-draft');
      },
      onSent: () => {
        this.announce(key);
        this.look(key);
      },
    };
  }

  announce(key: DraftKey): void {
    this.#channel.announce(nameOf(key));
  }

  /** Takes over what another window has made of a draft, where its form follows it. */
  look(key: DraftKey): void {
    this.#look.emit(nameOf(key));
  }

  /**
   * Calls back with a draft, null for none, that another window has changed, and the ids of files that are no longer in it.
   *
   * @param isBusy whether something is typed here that is not saved yet, or is being sent: then nothing is taken over until it is
   * @returns what stops it
   */
  follow(
    key: DraftKey,
    isBusy: () => boolean,
    take: (row: DraftRow | null, gone: readonly string[]) => void,
  ): () => void {
    const name = nameOf(key);
    let isStopped = false;
    const mustWait = () => {
      const isWriting = isBusy() || (this.#writes.get(name) ?? 0) > 0;
      if (isWriting) this.#missed.add(name);
      return isWriting;
    };
    const look = async (changed: string | null) => {
      if ((changed !== null && changed !== name) || !this.isRead(key) || mustWait()) return;
      const row = await this.#inOrder((db) => rows.getDraft(db, key)).catch(() => null);
      const here = this.#shown.get(name);
      if (row === null || !here || isStopped || mustWait()) return;
      if (row ? this.#isShown(row, here) : here.id === null) return;
      this.#note(key, row, Symbol());
      const isGone = ({ id }: DraftFile) => !row?.files.some((file) => file.id === id);
      take(
        row ?? null,
        here.files.filter(isGone).map(({ id }) => id),
      );
    };
    const listen = (changed: string | null) => void look(changed);
    const stops = [this.#channel.subscribe(listen), this.#look.subscribe(listen)];
    return () => {
      isStopped = true;
      for (const stop of stops) stop();
    };
  }
}
