import type { SentDraft } from './draftRows.ts';
import {
  draftTrouble,
  dropDraft,
  onDraftsOpenedLate,
  onDraftTrouble,
  readDraft,
  saveDraft,
  sentDraft,
} from './drafts.ts';
import { saveSoon } from './saveNow.ts';

/** The draft of one small form without files, from its opening to its end. */
export type FormDraft = {
  /**
   * Returns what was left in it; null without a draft.
   *
   * @param onLate called with the draft when it could be read only later
   */
  read(onLate?: (draft: unknown) => void): Promise<unknown>;
  /** Call it with every change; null when nothing is typed any more. */
  put(values: object | null): void;
  /**
   * Saves what is not saved yet, and prepares the removal of the draft in the transaction that makes a record of it.
   *
   * @param rest returns what stays as the draft; null for nothing
   */
  sent(rest?: () => object | null): Promise<SentDraft>;
  /** Deletes it: the form was sent. */
  drop(): Promise<void>;
  /** Calls back with whether what is typed cannot be saved on this device, whenever that changes, until the end. */
  onTrouble(listener: (isUnsaved: boolean) => void): void;
  /** Saves what is not saved yet. */
  end(): void;
};

/** @param owner email address of the user who types */
export function openFormDraft(owner: string, form: string): FormDraft {
  let latest: object | null = null;
  const saver = saveSoon(() => {
    if (!latest) return dropDraft(owner, form);
    return saveDraft(owner, form, latest).catch((error: unknown) =>
      console.warn('What is typed is not saved in this browser:', error),
    );
  });
  const read = async (): Promise<unknown> => (await readDraft(owner, form))?.content ?? null;
  let onLate: (draft: unknown) => void = () => undefined;
  const stop = onDraftsOpenedLate({
    save: saver.now,
    async find() {
      onLate(await read());
      if (latest) saver.soon();
    },
  });
  let stopTrouble: () => void = () => undefined;
  return {
    onTrouble(listener) {
      stopTrouble = onDraftTrouble(() => listener(draftTrouble(owner, form) !== null));
    },
    read(whenLate = onLate) {
      onLate = whenLate;
      return read();
    },
    put(values) {
      latest = values;
      saver.soon();
    },
    sent(rest) {
      void saver.now();
      return sentDraft(owner, form, () => {
        const content = rest?.() ?? null;
        return content && { content, files: [] };
      });
    },
    drop() {
      latest = null;
      saver.cancel();
      return dropDraft(owner, form);
    },
    end() {
      stop();
      stopTrouble();
      void saver.end();
    },
  };
}
