import type { SentDraft } from './draftRows.ts';
import {
  draftTrouble,
  dropDraft,
  followDraft,
  onDraftsOpenedLate,
  onDraftTrouble,
  prepareSend,
  readDraft,
  saveDraft,
} from './drafts.ts';
import { saveSoon } from './saveNow.ts';

/** The draft of one small form without files, from its opening to its end. */
export type FormDraft = {
  /**
   * Reads the draft; null without one.
   *
   * @param onLate called with the draft when it could be read only later
   */
  read(onLate?: (draft: unknown) => void): Promise<unknown>;
  /** Calls back with the draft, null for none, when another window has changed it. */
  onElsewhere(take: (draft: unknown) => void): void;
  /** Call it with every change; null when nothing is typed any more. */
  put(values: object | null): void;
  /**
   * Saves what is not saved yet, and prepares the removal of the draft in the transaction that makes a record of it.
   *
   * @param rest returns what stays as the draft; null for nothing
   */
  prepareSend(rest?: () => object | null): Promise<SentDraft>;
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
  /** The draft on the device, as JSON, once it is known. Writing the same again would notify the other windows. */
  let saved = '';
  const saver = saveSoon(() => {
    const json = JSON.stringify(latest);
    if (json === saved) return;
    saved = json;
    if (!latest) return dropDraft(owner, form);
    return saveDraft(owner, form, latest).catch((error: unknown) => {
      saved = '';
      console.warn('What is typed is not saved in this browser:', error);
    });
  });
  const read = async (): Promise<unknown> => {
    const content = (await readDraft(owner, form))?.content ?? null;
    saved = JSON.stringify(content);
    return content;
  };
  let onLate: (draft: unknown) => void = () => undefined;
  let takeElsewhere: (draft: unknown) => void = () => undefined;
  const stops = [
    onDraftsOpenedLate({
      save: saver.now,
      async find() {
        onLate(await read());
        if (latest) saver.soon();
      },
    }),
    followDraft(owner, form, saver.isWaiting, (draft) => {
      latest = (draft?.content ?? null) as object | null;
      saved = JSON.stringify(latest);
      takeElsewhere(latest);
    }),
  ];
  return {
    onTrouble(listener) {
      stops.push(onDraftTrouble(() => listener(draftTrouble(owner, form) !== null)));
    },
    read(whenLate = onLate) {
      onLate = whenLate;
      return read();
    },
    onElsewhere(take) {
      takeElsewhere = take;
    },
    put(values) {
      latest = values;
      saver.soon();
    },
    async prepareSend(rest) {
      void saver.now();
      let left: object | null = null;
      const draft = await prepareSend(owner, form, () => {
        left = rest?.() ?? null;
        return left && { content: left, files: [] };
      });
      return {
        ...draft,
        onSent(...all) {
          saved = JSON.stringify(left);
          draft.onSent?.(...all);
        },
      };
    },
    drop() {
      latest = null;
      saved = 'null';
      saver.cancel();
      return dropDraft(owner, form);
    },
    end() {
      for (const stop of stops) stop();
      void saver.end();
    },
  };
}
