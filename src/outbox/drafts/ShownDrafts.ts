import { createEvent } from '../../store.ts';
import type { Database } from '../records/database.ts';
import * as rows from '../records/draftRows.ts';
import { OutboxError } from '../records/OutboxError.ts';
import type { DraftFile, DraftKey, DraftRow } from '../records/stores.ts';

/** The channel on which the windows of a device announce changed drafts. */
export type DraftChannel = {
  /** Notifies all other windows. @param name of the draft */
  announce(name: string): void;
  /** Calls back with the name of a draft that another window has changed, or null: any may be. @returns a function that stops it */
  subscribe(listener: (name: string | null) => void): () => void;
};

type Shown = {
  /** Whether it was read; the other fields are known only then. */
  isRead: boolean;
  /** Id of the row that this window has read or written last; null for none. */
  id: string | null;
  files: readonly DraftFile[];
  /** As the row has it. */
  returned?: string | undefined;
  /** The id of the row that is being written. */
  writing?: string;
  /** Whether what was to be saved last is not on the device. */
  isUnsaved: boolean;
  /** The chain of revisions: the same until a draft of another window is taken over. */
  line: symbol;
  /** How often a record was made from it here. */
  sends: number;
  /** Number of its writes in flight. */
  writes: number;
  /** Whether it changed elsewhere while this window wrote it, or was about to. */
  isMissed: boolean;
};

function nameOf({ owner, form }: DraftKey): string {
  return `${owner} ${form}`;
}

/**
 * The drafts that one window shows. All windows show the same draft of a form. One that has changed elsewhere is taken over unless
 * something is typed here that is not saved yet; of two windows that are typed into at once, the last write counts. A window never writes
 * over, sends or deletes a draft that it has not shown.
 */
export class ShownDrafts {
  readonly #inOrder: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly #channel: DraftChannel;
  readonly #isLeft: () => boolean;
  readonly #shown = new Map<string, Shown>();
  /** Asks the forms of this window to look for changes. */
  readonly #look = createEvent<[string | null]>();

  /**
   * @param inOrder runs its tasks one after the other
   * @param isLeft whether the window may get no result of what it requests now
   */
  constructor(
    inOrder: <T>(work: (db: Database) => Promise<T>) => Promise<T>,
    channel: DraftChannel,
    isLeft: () => boolean,
  ) {
    this.#inOrder = inOrder;
    this.#channel = channel;
    this.#isLeft = isLeft;
  }

  #of(key: DraftKey): Shown {
    const known = this.#shown.get(nameOf(key));
    if (known) return known;
    const none = { isRead: false, id: null, files: [], line: Symbol(), isUnsaved: false };
    const here = { ...none, sends: 0, writes: 0, isMissed: false };
    this.#shown.set(nameOf(key), here);
    return here;
  }

  /** Whether this window has read a draft, or found none. */
  isRead(key: DraftKey): boolean {
    return this.#of(key).isRead;
  }

  /** Whether a draft that this window has read or written is on the device, as far as it knows. */
  isOnDevice(key: DraftKey): boolean {
    const { isRead, id } = this.#of(key);
    return isRead && id !== null;
  }

  /** Whether a draft lists a file, as this window has read or written it last. */
  lists(key: DraftKey, { id }: DraftFile): boolean {
    return this.#of(key).files.some((file) => file.id === id);
  }

  /** Returns the ids of what this window has read or written last, and is writing; null for none. */
  known(key: DraftKey): (string | null)[] {
    const { id, writing = id } = this.#of(key);
    return [id, writing];
  }

  /** Whether what is on the device, a row or none, is what this window has read or written last. */
  #isShown(row: DraftRow | undefined, here: Shown): boolean {
    const id = row?.id ?? null;
    return here.isRead && (here.id === id || here.writing === id);
  }

  #note(key: DraftKey, row: DraftRow | null | undefined): void {
    const here = this.#of(key);
    delete here.writing;
    const { id = null, files = [], returned } = row ?? {};
    Object.assign(here, { isRead: true, id, files, returned, isUnsaved: false });
  }

  /** Reads a draft. @param isWanted false once its form no longer waits: the draft does not count as shown then */
  read(key: DraftKey, isWanted: () => boolean = () => true): Promise<DraftRow | undefined> {
    return this.#inOrder(async (db) => {
      const row = await rows.getDraft(db, key);
      if (!isWanted()) return row;
      const here = this.#of(key);
      // What is being sent, or taken back, is without it.
      if (row && !this.#isShown(row, here)) here.line = Symbol();
      this.#note(key, row);
      return row;
    });
  }

  /**
   * Replaces a draft. `announce` it once its files are saved too.
   *
   * @param row called as it is written
   * @returns ids of files whose bytes were removed with the draft before; null if it was sent meanwhile
   * @throws OutboxError `changed-elsewhere` if there is one that this window has not shown, and it has read none, or a record was taken
   *   back into that one
   */
  save(key: DraftKey, row: () => DraftRow): Promise<string[] | null> {
    const here = this.#of(key);
    const { sends } = here;
    here.isUnsaved = true;
    return this.#write(key, async (db) => {
      // A draft still queued here when its text is sent would be offered again after a reload.
      if (here.sends !== sends) return null;
      if (!here.isRead) {
        if (await rows.getDraft(db, key)) throw new OutboxError('changed-elsewhere');
        this.#note(key, null);
      }
      const next = row();
      here.writing = next.id;
      if (here.returned) next.returned = here.returned;
      // Of two windows that are typed into at once, the last write counts; a record is not typed again.
      const mayReplace = (row: DraftRow) =>
        !row.returned || row.returned === here.returned || this.#isShown(row, here);
      // Where it was told of a change that it has not shown, a window asks also as it is left.
      const isBlind = () => this.#isLeft() && !here.isMissed;
      const gone = await rows.putDraft(db, next, mayReplace, isBlind);
      if (gone) this.#note(key, next);
      else here.isMissed = true;
      return gone ?? 'refused';
    }).then((gone) => {
      if (gone === 'refused') throw new OutboxError('changed-elsewhere');
      return gone;
    });
  }

  /** Writes a draft, in order. A change by another window meanwhile is shown afterwards; shown at once, it would be written over. */
  #write<T>(key: DraftKey, work: (db: Database) => Promise<T>): Promise<T> {
    const here = this.#of(key);
    here.writes += 1;
    return this.#inOrder(work).finally(() => {
      here.writes -= 1;
      if (here.writes > 0 || !here.isMissed) return;
      here.isMissed = false;
      this.takeOver(key);
    });
  }

  /**
   * Deletes a draft and its files; one that this window does not show stays.
   *
   * @returns as `deleteDraftRow`: null also where another window has sent it
   */
  async drop(key: DraftKey): Promise<string[] | null> {
    const gone = await this.#write(key, async (db) => {
      const here = this.#of(key);
      const gone = await rows.deleteDraftRow(db, key, (row) => !here.isRead || this.#isShown(row, here));
      this.#note(key, null);
      return gone;
    });
    this.announce(key);
    return gone;
  }

  /**
   * Prepares a record to be made from a draft, in one transaction with its removal. Cancels earlier writes of the draft that have not
   * begun.
   *
   * @param rest as `SentDraft` has it
   * @param onGone called with the ids of files whose bytes were removed
   */
  prepareSend(
    key: DraftKey,
    rest?: rows.SentDraft['rest'],
    onGone?: (ids: readonly string[]) => void,
  ): rows.SentDraft {
    const here = this.#of(key);
    here.sends += 1;
    const { isRead, line } = here;
    // Sends what is being written, or could not be, and not what was saved last.
    const isSaved = here.writes === 0 && !here.isUnsaved;
    const clientId = isSaved ? (here.id ?? undefined) : undefined;
    return {
      ...key,
      ...(rest && { rest }),
      clientId,
      isSent: (row) => {
        // One that this window has never shown is another text, and stays.
        if (!isRead) return !row;
        if (this.#isShown(row, here) && here.line === line) return true;
        this.takeOver(key);
        throw new OutboxError('changed-elsewhere');
      },
      onSent: (left, gone) => {
        this.#note(key, left);
        onGone?.(gone);
        this.announce(key);
      },
    };
  }

  announce(key: DraftKey): void {
    this.#channel.announce(nameOf(key));
  }

  /** Takes over a draft that another window has changed, if its form follows it. */
  takeOver(key: DraftKey): void {
    this.#look.emit(nameOf(key));
  }

  /**
   * Calls back with a draft that another window has changed (null for none), and the ids of files that are no longer in it.
   *
   * @param isBusy whether something is typed here that is not saved yet, or is being sent: until it is, nothing is taken over
   * @returns a function that unsubscribes
   */
  follow(
    key: DraftKey,
    isBusy: () => boolean,
    take: (row: DraftRow | null, gone: readonly string[]) => void,
  ): () => void {
    const here = this.#of(key);
    let isStopped = false;
    const mustWait = () => {
      const isWriting = isBusy() || here.writes > 0;
      here.isMissed ||= isWriting;
      return isWriting;
    };
    const look = async (changed: string | null) => {
      if ((changed !== null && changed !== nameOf(key)) || !here.isRead || mustWait()) return;
      const row = await this.#inOrder((db) => rows.getDraft(db, key)).catch(() => null);
      if (row === null || isStopped || mustWait()) return;
      if (this.#isShown(row, here)) return;
      const isGone = ({ id }: DraftFile) => !row?.files.some((file) => file.id === id);
      const gone = here.files.filter(isGone).map(({ id }) => id);
      this.#note(key, row);
      here.line = Symbol();
      take(row ?? null, gone);
    };
    const listen = (changed: string | null) => void look(changed);
    const stops = [this.#channel.subscribe(listen), this.#look.subscribe(listen)];
    return () => {
      isStopped = true;
      for (const stop of stops) stop();
    };
  }
}
