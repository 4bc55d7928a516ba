import { draftFileOf, readDraftFiles } from '../../../src/outbox/drafts/draftFiles.ts';
import type { FoundDraft } from '../../../src/outbox/drafts/drafts.ts';
import type { DraftStore } from '../../../src/outbox/drafts/OpenDraft.ts';
import { OpenDrafts } from '../../../src/outbox/drafts/openDrafts.ts';
import { ShownDrafts } from '../../../src/outbox/drafts/ShownDrafts.ts';
import { saveSoon } from '../../../src/outbox/drafts/saveNow.ts';
import type { DraftKey, DraftRow } from '../../../src/outbox/records/stores.ts';
import { serialQueue } from '../../../src/timing.ts';
import type { Context } from './device.ts';

/** The drafts of a window as the product opens them, over the storage, clock and windows of a scene's device. */

/** What a scene notes of them. */
export type Watcher = {
  /** A row is about to be put, in its transaction. @param wasRead whether its window had read the draft before */
  writes(row: DraftRow, wasRead: boolean): void;
  /** How often the storage has been cleared. */
  clearings(): number;
  /** Its window was told that the row is written. @param clearings as it was asked for: what is being written then goes too */
  wrote(row: DraftRow, clearings: number): void;
  /** A row is read, which a window may have written that did not live to be told. */
  reads(row: DraftRow): void;
  /** What another window has made of a draft is about to be shown. */
  takes(key: DraftKey, row: DraftRow | null): void;
};

export class WindowDrafts {
  readonly drafts: OpenDrafts;
  readonly shown: ShownDrafts;
  /** Whether something failed: what it shows then may not be what is on the device. */
  hasFailed = false;
  /** Whether it has just been hidden or left. */
  isLeft = false;
  /** How much of it is under way. */
  underWay = 0;
  readonly #page: Context;
  readonly #hear = new Set<(name: string | null) => void>();
  readonly #savers = new Set<() => unknown>();

  constructor(page: Context, watcher: Watcher) {
    this.#page = page;
    const queue = serialQueue();
    const announce = (name: string) => {
      announcedAt.set(page.device, page.device.sim.now);
      if (page.dead) return;
      for (const other of page.device.contexts) if (other !== page) tell(other, name);
    };
    const subscribe = (listener: (name: string | null) => void) => {
      this.#hear.add(listener);
      return () => this.#hear.delete(listener);
    };
    const inOrder = <T>(work: (db: typeof page.outbox.db) => Promise<T>) =>
      this.note(queue(() => work(page.outbox.db)));
    this.shown = new ShownDrafts(inOrder, { announce, subscribe }, () => this.isLeft);
    const all = windowsOf.get(page.device) ?? new Map();
    windowsOf.set(page.device, all.set(page, this));
    const whenWritten = () => queue(async () => undefined);
    this.drafts = new OpenDrafts(this.#store(watcher, whenWritten));
  }

  /** Has the window look for changes, and save what it has not saved, as when it is used again. */
  use(): void {
    for (const tell of this.#hear) tell(null);
  }

  /** Saves at once what is not saved, as the window is hidden or left; a later task finds that it lives on. */
  leave(): void {
    this.isLeft = true;
    for (const save of this.#savers) save();
    const { sim } = this.#page.device;
    sim.after(0, () =>
      this.#page.deliver(() => {
        this.isLeft = false;
      }),
    );
  }

  hear(name: string): void {
    for (const listener of [...this.#hear]) listener(name);
  }

  /** Notes whether something is under way, and whether it fails. */
  async note<T>(work: Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }

  #store(watcher: Watcher, whenWritten: () => Promise<unknown>): DraftStore {
    const { shown } = this;
    const page = this.#page;
    const { sim } = page.device;
    const unsaved = new Set<string>();
    const found = (row: DraftRow): FoundDraft => ({
      ...row,
      bytes: row.files.length > 0 ? bytesOf(row) : null,
    });
    const bytesOf = (row: DraftRow) =>
      readDraftFiles(page.outbox.db, row).catch(() => ({
        files: [],
        missing: row.files.map(({ name }) => name),
      }));
    const never = () => () => undefined;
    const store: Partial<DraftStore> = {
      onDraftsOpenedLate: never,
      onDraftTrouble: never,
      draftTrouble: (owner, form) => (unsaved.has(`${owner} ${form}`) ? 'all' : null),
      isDraftRead: (owner, form) => shown.isRead({ owner, form }),
      takeOverDraft: (owner, form) => shown.takeOver({ owner, form }),
      followDraft: (owner, form, isBusy, take) =>
        shown.follow({ owner, form }, isBusy, (row) => {
          if (page.dead) return;
          watcher.takes({ owner, form }, row);
          take(row && found(row));
        }),
      findDraft: async (owner, form) => {
        const row = await shown.read({ owner, form }, () => !page.dead).catch(() => undefined);
        if (row && !page.dead) watcher.reads(row);
        return row ? found(row) : null;
      },
      async saveDraft(owner, form, content, files = [], { id = '' } = {}) {
        const name = `${owner} ${form}`;
        const key = { owner, form };
        const [uid = ''] = owner.split('@');
        const savedTimestamp = sim.now + page.device.nextId;
        const row = { ...key, id, uid, savedTimestamp, content, files: files.map(draftFileOf) };
        const timed = {
          ...row,
          // Read as the database takes the row: of two windows, the order of their transactions counts.
          get savedTimestamp() {
            watcher.writes(row, wasRead);
            return savedTimestamp;
          },
        };
        const wasRead = shown.isRead(key);
        const clearings = watcher.clearings();
        const gone = await shown
          .save(key, () => timed)
          .catch((error) => {
            unsaved.add(name);
            throw error;
          });
        unsaved.delete(name);
        if (gone === null) return false;
        if (!page.dead) watcher.wrote(row, clearings);
        shown.announce(key);
        return true;
      },
      dropDraft: async (owner, form) => {
        const [key, name] = [{ owner, form }, `${owner} ${form}`];
        const isUnsaved = unsaved.delete(name);
        try {
          return (await shown.drop(key)) ? 'gone' : 'changed';
        } catch {
          if (!shown.isOnDevice(key)) return 'gone';
          if (isUnsaved) unsaved.add(name);
          return 'refused';
        }
      },
      async prepareSend(owner, form, rest = () => null) {
        const late = new Promise<void>((resolve) => sim.after(1000, () => page.deliver(resolve)));
        await Promise.race([whenWritten(), late]);
        const left = () => {
          const draft = rest();
          return draft && { content: draft.content, files: draft.files.map(draftFileOf) };
        };
        const sent = shown.prepareSend({ owner, form }, left);
        const onSent: typeof sent.onSent = (row, gone) => {
          // What is typed since, or beside what is taken back, is saved in the same transaction.
          if (row && !page.dead) watcher.reads(row);
          sent.onSent?.(row, gone);
        };
        return { ...sent, onSent };
      },
      returnedFiles: bytesOf,
      saveSoon: (save) =>
        saveSoon(save, {
          after: (delayMs, run) => sim.after(delayMs, () => page.deliver(run)),
          onSaveNow: (now) => {
            this.#savers.add(now);
            return () => this.#savers.delete(now);
          },
        }),
    };
    return store as DraftStore;
  }
}

/** When a window last told the others of a change. */
export const announcedAt = new WeakMap<Context['device'], number>();
/** All windows of a device, also those that have ended. */
export const windowsOf = new WeakMap<Context['device'], Map<Context, WindowDrafts>>();

function tell(other: Context, name: string): void {
  const { sim } = other.device;
  sim.after(sim.between(0, 5), () => other.deliver(() => draftsOf(other)?.hear(name)));
}

export function draftsOf(page: Context): WindowDrafts | undefined {
  return windowsOf.get(page.device)?.get(page);
}
