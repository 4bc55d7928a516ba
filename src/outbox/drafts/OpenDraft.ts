import { isSameValue } from '../../format/sameValue.ts';
import { createEvent } from '../../store.ts';
import type { ReturnedDraft } from '../Outbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import { isChangedElsewhere, OutboxError } from '../records/OutboxError.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { DraftRow } from '../records/stores.ts';
import { draftFileOf } from './draftFiles.ts';
import * as drafts from './drafts.ts';
import { saveSoon } from './saveNow.ts';

/** What is typed into a form and chosen for it; `content` is null while there is nothing to save. */
export type Typed<C extends object = object> = { content: C | null; files: readonly File[] };

/** A draft as a form shows it. */
export type ShownDraft<C extends object = object> = Typed<C> & {
  /** Belongs to this text and these files, in all windows and after a reload: the key of what is made of them. */
  id: string;
  /** When it was saved that was read, in seconds; null for one that was typed here. */
  leftAt: number | null;
  /** Whether its files are still being read: it must not be handed over before. */
  isReading: boolean;
  /** Names of files that could not be saved. */
  missing: readonly string[];
};

/** How drafts of a form are joined and saved. */
export type DraftRules<C extends object> = {
  /** Whether a saved draft fits the form; another one is not shown. */
  fits(content: unknown): content is C;
  /** Joins what was left, or is taken back, with what is typed; without this, nothing is taken back where a draft is. */
  join?(left: Typed<C>, typed: Typed<C>): Typed<C>;
  /** Returns what was typed since `sent` was handed over; nothing by default. */
  rest?(now: Typed<C>, sent: Typed<C>): Typed<C>;
  /** Whether it is worth saving; always by default. */
  isWorthSaving?(typed: Typed<C>): boolean;
  /** Whether it is shown with its files only. */
  isWhole?: true;
  /** Returns the content to begin with where no draft is found. */
  spare?(): unknown;
};

const noFiles: readonly File[] = [];
const nothing: Typed<never> = { content: null, files: noFiles };

/**
 * The draft of one user and form in this window: typed, saved within a moment, read again, taken over from another window, handed over and
 * taken back. Its steps never pass each other.
 */
export class OpenDraft<C extends object = object> {
  readonly owner: string;
  readonly form: string;
  readonly #rules: DraftRules<C>;
  readonly #changed = createEvent();
  readonly #saver = saveSoon(() => this.#save());
  readonly #stops: (() => void)[];
  #shown: ShownDraft<C> = {
    ...nothing,
    id: crypto.randomUUID(),
    leftAt: null,
    isReading: false,
    missing: [],
  };
  /** What is on the device, as far as this window knows; null where it does not know. */
  #saved: Typed<C> | null = nothing;
  #isUnsaved = false;
  #isRead = false;
  #isLate = false;
  #reading: Promise<void> | null = null;
  /** Ends when the draft of another window is shown. */
  #taking: Promise<void> | null = null;
  /** The files that are being read. */
  #bytes: drafts.DraftBytes | null = null;
  /** From the press until the record is stored. */
  #isSending = false;
  /** While it is becoming a record, or a record is becoming it: nothing is saved. */
  #isMoving = false;
  /** How often it was replaced by something that was not typed here. */
  #turns = 0;

  constructor(owner: string, form: string, rules: DraftRules<C>) {
    this.owner = owner;
    this.form = form;
    this.#rules = rules;
    const isBusy = () => this.#isUnsaved || this.#isSending;
    this.#stops = [
      drafts.followDraft(owner, form, isBusy, (left) => this.#takeOver(left)),
      drafts.onDraftsOpenedLate({ save: () => this.#save(), find: () => this.read() }),
      drafts.onDraftTrouble(this.#changed.emit),
    ];
  }

  /** Returns it as it is shown; the same object until it changes. */
  get = (): ShownDraft<C> => this.#shown;

  /** Calls back when it has changed. @returns a function that stops it */
  subscribe = (listener: () => void): (() => void) => this.#changed.subscribe(listener);

  /** How often it was replaced: read, taken over, taken back or handed over. A form then shows it anew. */
  get turns(): number {
    return this.#turns;
  }

  /** Whether it was looked for on the device. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** What of it could not be saved: some of its files, or all of it. */
  get trouble(): drafts.DraftTrouble | null {
    return drafts.draftTrouble(this.owner, this.form);
  }

  get isBeingSent(): boolean {
    return this.#isSending || this.#isMoving;
  }

  /** Whether anything typed or chosen is not saved on the device. */
  get isUnsaved(): boolean {
    return this.#isUnsaved && !isSameValue(typedOf(this.#shown), nothing);
  }

  #show(shown: Partial<ShownDraft<C>>): void {
    this.#shown = { ...this.#shown, ...shown };
    this.#changed.emit();
  }

  /** Replaces it by what is typed, and saves that soon; at once when files were chosen, which a phone may delete. */
  put({ content, files }: Typed<C>, id: string = crypto.randomUUID()): void {
    const before = this.#shown;
    if (isSameValue(typedOf(before), { content, files })) return;
    this.#taking = null;
    this.#isUnsaved = true;
    this.#saver.soon();
    this.#show({ content, files, id });
    if (files.length > 0 && files !== before.files) void this.#saver.now();
  }

  /** Saves what is not saved yet. */
  save(): unknown {
    return this.#saver.now();
  }

  async #save(): Promise<void> {
    // What is on the device would be replaced: it is saved together with what was typed before it was read. Waits only where it must:
    // a form that opens next reads what this saves.
    if (this.#isToRead()) await this.read();
    const { content, files, id, isReading } = this.#shown;
    // What seems empty is not, while its files are being read.
    if (!this.#isUnsaved || this.#isMoving || (isReading && !content)) return;
    const now = { content, files };
    this.#isUnsaved = false;
    // Written again, it would be another draft to the other windows.
    if (isSameValue(this.#saved, now) && !this.trouble) return;
    this.#saved = now;
    const isWorthIt = this.#rules.isWorthSaving?.(now) ?? true;
    if (!content || !isWorthIt) return drafts.dropDraft(this.owner, this.form);
    try {
      await drafts.saveDraft(this.owner, this.form, content, files, { id });
    } catch (error) {
      console.warn('What is typed is not saved in this browser:', error);
      this.#isUnsaved = true;
      if (this.#saved === now) this.#saved = null;
    }
  }

  /** Reads what is saved, once. What was typed before stays, behind it. */
  read(): Promise<void> {
    if (!this.#isToRead()) return Promise.resolve();
    this.#reading ??= this.#restore().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Whether it must be read before it is saved. One that comes late is not shown where something is typed that it cannot be joined with. */
  #isToRead(): boolean {
    if (!this.#isRead || !this.#isLate) return !this.#isRead;
    return this.#rules.join !== undefined || isSameValue(typedOf(this.#shown), nothing);
  }

  async #restore(): Promise<void> {
    const ending = endings.get(nameOf(this.owner, this.form));
    if (ending) await ending;
    const found = await drafts.findDraft(this.owner, this.form);
    const spare = found ? null : this.#rules.spare?.();
    const left =
      found ?? (spare ? { id: crypto.randomUUID(), savedTimestamp: 0, content: spare, bytes: null } : null);
    this.#isLate = !drafts.isDraftRead(this.owner, this.form);
    await this.#begin(left);
  }

  /** Shows what was left, behind which stands what was typed meanwhile. */
  async #begin(left: drafts.FoundDraft | null): Promise<void> {
    const { bytes = null, id = '', savedTimestamp: leftAt = null } = left ?? {};
    const content = left && this.#rules.fits(left.content) ? left.content : null;
    const read = this.#rules.isWhole ? await bytes : null;
    const { files = noFiles, missing = [] } = (content && read) ?? {};
    const isReading = content !== null && bytes !== null && !read;
    const typed = typedOf(this.#shown);
    const isTyped = !isSameValue(typed, nothing);
    this.#isRead = true;
    if (!content) return this.#show({});
    this.#turns += 1;
    if (isTyped) {
      const whole = this.#rules.join?.({ content, files }, typed) ?? typed;
      this.#isUnsaved = true;
      this.#show({ ...whole, id: crypto.randomUUID(), leftAt, isReading, missing });
      // What was typed has waited for this read.
      this.#saver.soon();
      void this.#saver.now();
    } else {
      this.#saved = { content, files };
      this.#show({ content, files, id, leftAt, isReading, missing });
    }
    if (isReading && bytes) this.#await(bytes, content);
  }

  #await(bytes: drafts.DraftBytes, content: C | null): void {
    this.#bytes = bytes;
    void bytes.then((late) => this.#bytes === bytes && this.#addFiles(late, content));
  }

  /** Adds the files of a draft to those that were chosen meanwhile. */
  #addFiles({ files, missing }: Awaited<drafts.DraftBytes>, of: C | null): void {
    this.#bytes = null;
    const all = [...files, ...this.#shown.files];
    // They were listed in whatever was saved meanwhile.
    this.#saved &&= { content: this.#saved.content ?? of, files: [...files, ...this.#saved.files] };
    this.#show({ files: all, missing, isReading: false });
  }

  /** Shows what another window has made of it. */
  #takeOver(left: drafts.FoundDraft | null): void {
    const show = async () => {
      const read = this.#rules.isWhole && (await left?.bytes);
      // A later one is shown instead, or what is typed here.
      if (this.#taking !== taking) return;
      this.#taking = null;
      this.#replace(left, read || null);
    };
    const taking = this.#rules.isWhole ? show() : null;
    this.#taking = taking;
    if (!taking) this.#replace(left, null);
  }

  #replace(left: drafts.FoundDraft | null, read: Awaited<drafts.DraftBytes> | null): void {
    const content = left && this.#rules.fits(left.content) ? left.content : null;
    const { files = noFiles, missing = [] } = (content && read) ?? {};
    const bytes = content && !read ? (left?.bytes ?? null) : null;
    this.#saved = { content, files };
    this.#turns += 1;
    const { id = crypto.randomUUID(), savedTimestamp: leftAt = null } = left ?? {};
    this.#show({ content, files, id, leftAt, missing, isReading: bytes !== null });
    this.#bytes = null;
    if (bytes) this.#await(bytes, content);
  }

  /**
   * Hands it over: the transaction that stores a record of it removes the saved draft; the form is empty after it, but for what was typed
   * since.
   *
   * @param enqueue passes the saved draft on to the outbox
   * @param sent what it is made of
   * @throws what `enqueue` throws, and OutboxError `changed-elsewhere`: then the draft stays
   */
  async handOver<T>(
    enqueue: (sent: SentDraft) => Promise<T>,
    sent: Typed<C> = typedOf(this.#shown),
  ): Promise<T> {
    const rest = () => this.#rules.rest?.(typedOf(this.#shown), sent) ?? nothing;
    let stored: Typed<C> = nothing;
    /** Called in the transaction. */
    const left = () => {
      const { content, files } = rest();
      const isWorthIt = content && (this.#rules.isWorthSaving?.({ content, files }) ?? true);
      stored = isWorthIt ? { content, files } : nothing;
      return isWorthIt ? { content, files } : null;
    };
    // What is sent is not what the device has.
    if (this.#taking) throw new OutboxError('changed-elsewhere');
    this.#isSending = true;
    try {
      // Saves the text in case sending takes long.
      void this.#saver.now();
      // A draft that is being read is another text: it stays.
      await this.#reading;
      const draft = await drafts.prepareSend(this.owner, this.form, left);
      // Until the commit, nothing that still contains the sent text may be written.
      this.#isMoving = true;
      const made = await enqueue(draft);
      this.#isMoving = false;
      this.#saved = stored;
      this.#turns += 1;
      this.#show({ ...rest(), id: crypto.randomUUID(), leftAt: null, missing: [] });
      // Needed too where nothing can be saved, or where another window shows the same.
      this.#isUnsaved = true;
      return made;
    } catch (error) {
      this.#isUnsaved ||= !isChangedElsewhere(error);
      // A save that had not begun was given up for it.
      this.#saved = null;
      throw error;
    } finally {
      this.#isMoving = false;
      this.#isSending = false;
      if (this.#isUnsaved) this.#saver.soon();
      drafts.takeOverDraft(this.owner, this.form);
    }
  }

  /**
   * Takes a record that waits back into the form, before what is typed there, in one transaction.
   *
   * @param give passes the draft on to `Outbox.returnToDraft`
   * @returns the names of files that are no longer on this device
   * @throws OutboxError `gone`, or `being-sent` also for one that may have arrived; `has-draft` where nothing is joined
   */
  async takeBack(
    { files }: Pick<OutboxRecord, 'files'>,
    content: C,
    give: (draft: ReturnedDraft) => Promise<DraftRow>,
  ): Promise<readonly string[]> {
    await this.read();
    await this.#taking;
    const draft = await drafts.prepareSend(this.owner, this.form);
    const { join } = this.#rules;
    const before = typedOf(this.#shown);
    if (!join && !isSameValue(before, nothing)) throw new OutboxError('has-draft');
    const joined = (own: readonly File[], typed: Typed<C>): Typed<C> =>
      join?.({ content, files: own }, typed) ?? { content, files: own };
    const id = crypto.randomUUID();
    const whole = joined(noFiles, before);
    // Until the record and its files are in the form, nothing without them may be written.
    this.#isMoving = true;
    try {
      const left = { content: whole.content ?? content, files: whole.files.map(draftFileOf) };
      const row = await give({ ...draft, id, ...left });
      const own = { ...row, files: row.files.slice(0, files.length) };
      const read = own.files.length > 0 ? await drafts.returnedFiles(own) : null;
      const { files: returned = noFiles, missing = [] } = read ?? {};
      const typed = joined(returned, typedOf(this.#shown));
      this.#saved = joined(returned, before);
      this.#isUnsaved = !isSameValue(typed, this.#saved);
      this.#isMoving = false;
      this.#turns += 1;
      this.#show({ ...typed, id, leftAt: row.savedTimestamp, missing });
      return missing;
    } finally {
      this.#isMoving = false;
      if (this.#isUnsaved) this.#saver.soon();
    }
  }

  /** Deletes it, once its files are read: the form was sent or discarded. @returns a function that puts it back */
  async discard(): Promise<() => Promise<void>> {
    if (this.#bytes) {
      endings.set(nameOf(this.owner, this.form), this.#bytes);
      await this.#bytes;
    }
    const before = typedOf(this.#shown);
    this.#saver.cancel();
    this.#isUnsaved = false;
    this.#saved = nothing;
    this.#turns += 1;
    this.#show({ ...nothing, id: crypto.randomUUID(), leftAt: null, isReading: false, missing: [] });
    await drafts.dropDraft(this.owner, this.form);
    return async () => {
      // The form may have been opened again.
      const now = openDraft(this.owner, this.form, this.#rules);
      await now.read();
      now.#turns += 1;
      now.put(before);
      now.end();
    };
  }

  /** Closes it; the last user of it saves what is not saved yet. */
  end(): void {
    const key = nameOf(this.owner, this.form);
    const one = opened.get(key);
    if (!one || one.draft !== (this as unknown)) return;
    one.users -= 1;
    if (one.users > 0) return;
    opened.delete(key);
    for (const stop of this.#stops) stop();
    // A page that waits for everything to be saved waits for this too, which may have to read first.
    const isToRead = this.#isToRead();
    const ending = Promise.resolve(this.#saver.now()).then(() => void this.#saver.end());
    if (isToRead) endings.set(key, ending);
  }
}

function typedOf<C extends object>({ content, files }: Typed<C>): Typed<C> {
  return { content, files };
}

const opened = new Map<string, { draft: OpenDraft<never>; users: number }>();
/** What was closed before it was read, or is to be discarded: opened again, it is read once that has ended. */
const endings = new Map<string, Promise<unknown>>();

function nameOf(owner: string, form: string): string {
  return `${owner} ${form}`;
}

/** Returns the draft of a user (email) and form in this window: the same for all who open it, until each has called `end`. */
export function openDraft<C extends object>(owner: string, form: string, rules: DraftRules<C>): OpenDraft<C> {
  const key = nameOf(owner, form);
  const one = opened.get(key) ?? { draft: new OpenDraft(owner, form, rules) as never, users: 0 };
  one.users += 1;
  opened.set(key, one);
  return one.draft as OpenDraft<C>;
}

/** Whether anything typed or chosen in this window is not saved on the device. */
export function hasUnsaved(): boolean {
  return [...opened.values()].some(({ draft }) => draft.isUnsaved);
}
