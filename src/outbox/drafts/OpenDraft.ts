import { isSameValue } from '../../format/sameValue.ts';
import { createEvent } from '../../store.ts';
import type { ReturnedDraft } from '../Outbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import { OutboxError } from '../records/OutboxError.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { DraftRow } from '../records/stores.ts';
import type * as drafts from './drafts.ts';
import type { OpenDrafts } from './openDrafts.ts';
import type { saveSoon } from './saveNow.ts';

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

/**
 * Puts a discarded draft back: before what was typed since, or in its place where the two are not joined.
 *
 * @returns what undoes that, where it took the place of something
 */
export type UndoDiscard = () => Promise<UndoDiscard | null>;

/** What drafts of a window are saved with: `drafts.ts`, or what a test has in its place. */
export type DraftStore = typeof drafts & { saveSoon: typeof saveSoon };

const noFiles: readonly File[] = [];
const nothing: Typed<never> = { content: null, files: noFiles };

/**
 * The draft of one user and form in this window: typed, saved within a moment, read again, taken over from another window, handed over and
 * taken back. Its steps never pass each other.
 */
export class OpenDraft<C extends object = object> {
  readonly owner: string;
  readonly form: string;
  #rules: DraftRules<C>;
  readonly #window: OpenDrafts;
  readonly #store: DraftStore;
  readonly #changed = createEvent();
  readonly #saver: ReturnType<typeof saveSoon>;
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
  /** What was on the device, and is in what is shown, while another draft that is there is to be read. */
  #known: Typed<C> = nothing;
  #isUnsaved = false;
  /** Whether `#saved` is still being written. */
  #isWriting = false;
  #isRead = false;
  #reading: Promise<void> | null = null;
  /** Ends when the draft of another window is shown. */
  #taking: Promise<void> | null = null;
  /** The files that are being read. */
  #bytes: drafts.DraftBytes | null = null;
  /** From the press until the record is stored. */
  #isSending = false;
  /** While it is becoming a record, or a record is becoming it: nothing is saved. */
  #isMoving = false;
  /** How often it is being discarded, or put back: what is shown will not stay. */
  #changes = 0;
  /** Ends with the steps that were begun. */
  #steps: Promise<unknown> | null = null;
  /** How often it was replaced by something that was not typed here. */
  #turns = 0;

  /** For `openDraft` alone. */
  constructor(owner: string, form: string, rules: DraftRules<C>, window: OpenDrafts) {
    this.owner = owner;
    this.form = form;
    this.#rules = rules;
    this.#window = window;
    const { store } = window;
    this.#store = store;
    this.#saver = store.saveSoon(() => this.#save());
    const isBusy = () => this.#isUnsaved || this.isBeingSent || this.#reading !== null;
    this.#stops = [
      store.followDraft(owner, form, isBusy, (left) => this.#takeOver(left)),
      store.onDraftsOpenedLate({ save: () => this.#save(), find: () => this.read() }),
      store.onDraftTrouble(this.#changed.emit),
    ];
  }

  /** Has it follow the rules of a form that opens what was opened without one. */
  follow(rules: DraftRules<C>): void {
    this.#rules = rules;
    const { content } = this.#shown;
    if (content && !rules.fits(content)) this.#replace(null, null);
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
    return this.#store.draftTrouble(this.owner, this.form);
  }

  get isBeingSent(): boolean {
    return this.#isSending || this.#isMoving;
  }

  /** Whether anything typed or chosen is not saved on the device. */
  get isUnsaved(): boolean {
    return this.#isUnsaved && !isNothing(typedOf(this.#shown));
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
    if (this.#isToRead()) await this.#readOnce();
    const { content, id, isReading } = this.#shown;
    // What seems empty is not, while its files are being read.
    if (!this.#isUnsaved || this.#isMoving || (isReading && !content)) return;
    const now = typedOf(this.#shown);
    this.#isUnsaved = false;
    // Written again, it would be another draft to the other windows; theirs was not shown while something was typed here.
    if (isSameValue(this.#saved, now) && !this.trouble)
      return this.#store.takeOverDraft(this.owner, this.form);
    const before = this.#saved;
    this.#saved = now;
    const worth = this.#worthSaving(now);
    if (!worth) return void (await this.#store.dropDraft(this.owner, this.form));
    const { content: text, files } = worth;
    this.#isWriting = true;
    const writing = this.#store.saveDraft(this.owner, this.form, text, files, { id });
    const isWritten = await writing.catch((error: unknown) => isMissed(error) && null);
    if (this.#saved === now) this.#isWriting = false;
    if (isWritten) return;
    this.#isUnsaved = true;
    if (this.#saved === now) this.#saved = null;
    if (isWritten === false || !this.#rules.join) return;
    // Another window has taken a record back into it: it is read, and what is typed here is saved with it.
    this.#isRead = false;
    this.#known = before ?? nothing;
    this.#saver.soon();
    await this.#saver.now();
  }

  #worthSaving(typed: Typed<C>): Typed<C> | null {
    return typed.content && (this.#rules.isWorthSaving?.(typed) ?? true) ? typed : null;
  }

  /** Reads what is saved, once. What was typed before stays, behind it; what is being discarded is not shown. */
  async read(): Promise<void> {
    await (this.#changes > 0 ? this.#steps : this.#readOnce());
  }

  #readOnce(): Promise<void> {
    if (!this.#isToRead()) return Promise.resolve();
    this.#reading ??= this.#restore().finally(() => {
      this.#reading = null;
      this.#store.takeOverDraft(this.owner, this.form);
    });
    return this.#reading;
  }

  /**
   * Whether it must be read before it is saved. One that comes late is not shown where something is typed that it cannot be joined with.
   */
  #isToRead(): boolean {
    if (!this.#isRead || this.#store.isDraftRead(this.owner, this.form)) return !this.#isRead;
    return this.#rules.join !== undefined || isNothing(typedOf(this.#shown));
  }

  async #restore(): Promise<void> {
    const ending = this.#window.endingOf(this);
    if (ending) await ending;
    const found = await this.#store.findDraft(this.owner, this.form);
    const spare = found ? null : this.#rules.spare?.();
    const left =
      found ?? (spare ? { id: crypto.randomUUID(), savedTimestamp: 0, content: spare, bytes: null } : null);
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
    const isTyped = !isNothing(typed);
    this.#isRead = true;
    if (!content) return this.#show({});
    this.#turns += 1;
    const known = this.#known;
    this.#known = nothing;
    if (isTyped) {
      const found = { content, files };
      const left = isNothing(known) ? found : (this.#rules.rest?.(found, known) ?? found);
      const whole = this.#rules.join?.(left, typed) ?? typed;
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

  /** Begins a step after others; by default when those that were begun have ended. */
  #step<T>(work: () => Promise<T>, after = this.#steps): Promise<T> {
    const step = after ? after.then(work) : work();
    const steps = Promise.allSettled([this.#steps, step]).then(() => {
      if (this.#steps === steps) this.#steps = null;
    });
    this.#steps = steps;
    return step;
  }

  /**
   * Discards it, or puts it back: never while it is becoming a record, of which it would be a copy. Who opens the form again meanwhile gets
   * this draft, and sees that.
   */
  #change<T>(work: () => Promise<T>): Promise<T> {
    this.#changes += 1;
    return this.#move(work).finally(() => {
      this.#changes -= 1;
    });
  }

  /** Begins a step that ends in another place: who opens the form again meanwhile gets this draft, and sees that. */
  #move<T>(work: () => Promise<T>, after?: null): Promise<T> {
    this.#window.keep(this);
    return this.#step(work, after).finally(() => this.end());
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
    // What is sent is not what the device has, or will have.
    if (this.#taking || this.#changes > 0) throw new OutboxError('changed-elsewhere');
    // Pressed twice, it is one record: neither waits for the other.
    return this.#move(() => this.#handOver(enqueue, sent), null);
  }

  async #handOver<T>(enqueue: (sent: SentDraft) => Promise<T>, sent: Typed<C>): Promise<T> {
    const rest = () => this.#rules.rest?.(typedOf(this.#shown), sent) ?? nothing;
    let stored: Typed<C> = nothing;
    /** Called in the transaction. */
    const left = () => {
      const worth = this.#worthSaving(rest());
      stored = worth ?? nothing;
      return worth;
    };
    this.#isSending = true;
    try {
      // Saves the text in case sending takes long.
      void this.#saver.now();
      // A draft that is being read is another text: it stays.
      await this.#reading;
      const draft = await this.#store.prepareSend(this.owner, this.form, left);
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
      // A save that had not begun was given up for it.
      this.#isUnsaved ||= this.#isWriting;
      if (this.#isWriting) this.#saved = null;
      throw error;
    } finally {
      this.#isMoving = false;
      this.#isSending = false;
      if (this.#isUnsaved) this.#saver.soon();
      this.#store.takeOverDraft(this.owner, this.form);
    }
  }

  /**
   * Takes a record that waits back into the form, before what is typed there, in one transaction.
   *
   * @param give passes the draft on to `Outbox.returnToDraft`
   * @returns the names of files that are no longer on this device
   * @throws OutboxError `gone`, or `being-sent` also for one that may have arrived; `has-draft` where nothing is joined
   */
  takeBack(
    { files }: Pick<OutboxRecord, 'files'>,
    content: C,
    give: (draft: ReturnedDraft) => Promise<DraftRow>,
  ): Promise<readonly string[]> {
    return this.#move(() => this.#takeBack(files, content, give));
  }

  async #takeBack(
    files: OutboxRecord['files'],
    content: C,
    give: (draft: ReturnedDraft) => Promise<DraftRow>,
  ): Promise<readonly string[]> {
    await this.#whole();
    const { join } = this.#rules;
    const joined = (own: readonly File[], typed: Typed<C>): Typed<C> =>
      join?.({ content, files: own }, typed) ?? { content, files: own };
    let before: Typed<C> = nothing;
    /** Called in the transaction. */
    const whole = () => {
      before = typedOf(this.#shown);
      if (!join && !isNothing(before)) throw new OutboxError('has-draft');
      const { content: all, files: others } = joined(noFiles, before);
      return { content: all ?? content, files: others };
    };
    whole();
    const id = crypto.randomUUID();
    const draft = await this.#store.prepareSend(this.owner, this.form, whole);
    // Until the record and its files are in the form, nothing without them may be written.
    this.#isMoving = true;
    try {
      const row = await give({ ...draft, id });
      const own = { ...row, files: row.files.slice(0, files.length) };
      const read = own.files.length > 0 ? await this.#store.returnedFiles(own) : null;
      const { files: returned = noFiles, missing = [] } = read ?? {};
      const typed = joined(returned, typedOf(this.#shown));
      this.#saved = joined(returned, before);
      this.#isUnsaved = !isSameValue(typed, this.#saved);
      this.#isMoving = false;
      this.#turns += 1;
      // With what was typed meanwhile it is another draft.
      const shownId = this.#isUnsaved ? crypto.randomUUID() : id;
      this.#show({ ...typed, id: shownId, leftAt: row.savedTimestamp, missing });
      return missing;
    } finally {
      this.#isMoving = false;
      if (this.#isUnsaved) this.#saver.soon();
      this.#store.takeOverDraft(this.owner, this.form);
    }
  }

  /** Waits until it is read with its files, and shows what other windows have made of it. */
  async #whole(): Promise<void> {
    await this.#readOnce();
    while (this.#taking ?? this.#bytes) await (this.#taking ?? this.#bytes);
  }

  /**
   * Deletes it, once it is read with its files: the form was sent or discarded.
   *
   * @returns what undoes that; null where the device has refused: then the draft stays in the form, before what was typed since
   */
  discard(): Promise<UndoDiscard | null> {
    return this.#change(() => this.#discard());
  }

  async #discard(): Promise<UndoDiscard | null> {
    await this.#whole();
    const before = this.#shown;
    const saved = this.#saved;
    const { isUnsaved } = this;
    this.#saver.cancel();
    this.#isUnsaved = false;
    this.#saved = nothing;
    this.#turns += 1;
    this.#show({ ...nothing, id: crypto.randomUUID(), leftAt: null, isReading: false, missing: [] });
    const dropped = await this.#store.dropDraft(this.owner, this.form);
    if (dropped === 'refused') return this.#keep(before, saved, isUnsaved);
    // What another window has made of it stays, and may be sent there: put back, it would be there twice.
    return dropped === 'changed' && !isUnsaved ? async () => null : this.#undoOf(typedOf(before));
  }

  /** Shows it as it was before a discard that the device has refused: another window may show it too, and send it. */
  #keep(before: ShownDraft<C>, saved: Typed<C> | null, isUnsaved: boolean): null {
    const since = typedOf(this.#shown);
    const isSince = !isNothing(since);
    // What was written since is not what is shown now.
    const isAsBefore = this.#saved === nothing;
    if (isAsBefore) this.#saved = saved;
    this.#turns += 1;
    if (isSince)
      this.#show({ ...(this.#rules.join?.(typedOf(before), since) ?? since), id: crypto.randomUUID() });
    else this.#show(before);
    this.#isUnsaved ||= isUnsaved || isSince || !isAsBefore;
    if (this.#isUnsaved) this.#saver.soon();
    else this.#store.takeOverDraft(this.owner, this.form);
    return null;
  }

  #undoOf(before: Typed<C>): UndoDiscard {
    return () => {
      // The form may have been opened again.
      const now = this.#window.open(this.owner, this.form, this.#rules);
      const putting = now.#change(() => now.#putBack(before));
      now.end();
      return putting;
    };
  }

  async #putBack(before: Typed<C>): Promise<UndoDiscard | null> {
    await this.#whole();
    const typed = typedOf(this.#shown);
    const { join } = this.#rules;
    this.#turns += 1;
    this.put(join?.(before, typed) ?? before);
    return join || isNothing(typed) ? null : this.#undoOf(typed);
  }

  /** Closes it; the last user of it saves what is not saved yet. */
  end(): void {
    if (!this.#window.close(this)) return;
    for (const stop of this.#stops) stop();
    // A page that waits for everything to be saved waits for this too, which may have to read first.
    const isToRead = this.#isToRead();
    const ending = Promise.resolve(this.#saver.now()).then(() => void this.#saver.end());
    if (isToRead) this.#window.endAfter(this, ending);
  }
}

function isMissed(error: unknown): boolean {
  return error instanceof OutboxError && error.code === 'changed-elsewhere';
}

function isNothing(typed: Typed): boolean {
  return isSameValue(typed, nothing);
}

function typedOf<C extends object>({ content, files }: Typed<C>): Typed<C> {
  return { content, files };
}
