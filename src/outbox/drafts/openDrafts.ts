import * as drafts from './drafts.ts';
import { type DraftRules, type DraftStore, OpenDraft } from './OpenDraft.ts';
import { saveSoon } from './saveNow.ts';

const any: DraftRules<never> = { fits: (content): content is never => content !== null };

type Key = Pick<OpenDraft, 'owner' | 'form'>;

function nameOf({ owner, form }: Key): string {
  return `${owner} ${form}`;
}

/** The drafts that are open in a window: one for each user and form. */
export class OpenDrafts {
  readonly store: DraftStore;
  readonly #opened = new Map<string, { draft: OpenDraft<never>; users: number }>();
  /** What was closed before it was read, or is to be discarded: opened again, it is read once that has ended. */
  readonly #endings = new Map<string, Promise<unknown>>();

  constructor(store: DraftStore) {
    this.store = store;
  }

  /**
   * Returns the draft of a user (email) and form: the same for all who open it, until each has called `end`.
   *
   * @param rules of its form; without them it is opened beside that, and may be anything
   */
  open = <C extends object>(owner: string, form: string, rules?: DraftRules<C>): OpenDraft<C> => {
    const key = nameOf({ owner, form });
    const known = this.#opened.get(key);
    const draft = (known?.draft ?? new OpenDraft<C>(owner, form, rules ?? any, this)) as OpenDraft<C>;
    if (known && rules) draft.follow(rules);
    this.#opened.set(key, { draft: draft as never, users: (known?.users ?? 0) + 1 });
    return draft;
  };

  /** Adds a use of a draft that is open. */
  keep(draft: Key): void {
    const one = this.#opened.get(nameOf(draft));
    if (one?.draft === draft) one.users += 1;
  }

  /** Ends one use of a draft. @returns whether that was the last one */
  close(draft: Key): boolean {
    const key = nameOf(draft);
    const one = this.#opened.get(key);
    if (!one || one.draft !== draft) return false;
    one.users -= 1;
    return one.users === 0 && this.#opened.delete(key);
  }

  /** Has the next draft of this user and form be read once something has ended. */
  endAfter(draft: Key, ending: Promise<unknown>): void {
    this.#endings.set(nameOf(draft), ending);
  }

  endingOf(draft: Key): Promise<unknown> | undefined {
    return this.#endings.get(nameOf(draft));
  }

  /** Whether anything typed or chosen in this window is not saved on the device. */
  hasUnsaved = (): boolean => [...this.#opened.values()].some(({ draft }) => draft.isUnsaved);
}

const { followDraft, isDraftRead, returnedFiles } = drafts;
const store = { ...drafts, followDraft, isDraftRead, returnedFiles, saveSoon };

/** The drafts of this window. */
export const { open: openDraft, hasUnsaved } = new OpenDrafts(store);
