import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  draftTrouble,
  dropDraft,
  onDraftsOpenedLate,
  onDraftTrouble,
  saveDraft,
  sentDraft,
} from '../../../outbox/drafts/drafts.ts';
import { saveSoon } from '../../../outbox/drafts/saveNow.ts';
import { withTimeout } from '../../../timing.ts';
import { isSameValue } from '../../../ui/form/savedValues.ts';

const writeLimitMs = 1500;

type Written = { content: object | null; files: readonly File[] };

/**
 * Saves a form's draft shortly after a key, at once when files are chosen, and when the page is hidden: no later event reaches a page
 * on a phone before its camera or its memory manager ends it. After a sign-out nothing is written (`putDraft`).
 *
 * @param content plain data, the same object until something is typed; null when there is nothing to save
 * @param isReading its files are being read: what seems empty is not
 */
export function useSavedDraft(
  owner: string,
  form: string,
  content: object | null,
  files: readonly File[],
  isReading = false,
) {
  const trouble = useSyncExternalStore(onDraftTrouble, () => draftTrouble(owner, form));
  /** What the form was sent or discarded with; only something else is saved then. */
  const closedOn = useRef<Written>(null);
  const handed = useRef<Written>(null);
  const saved = useRef({ content, files });
  const latest = useRef({ content, files });
  latest.current = { content, files };
  const isPart = useRef(isReading);
  isPart.current = isReading;

  const save = useCallback(async (): Promise<void> => {
    const now = latest.current;
    const isSaved = saved.current.content === now.content && saved.current.files === now.files;
    // An unchanged form must not overwrite what another window did with the draft.
    if (
      isSaved ||
      (isPart.current && !now.content) ||
      (closedOn.current && isSameValue(closedOn.current, now))
    )
      return;
    saved.current = now;
    if (!now.content) return dropDraft(owner, form);
    const written = saveDraft(owner, form, now.content, now.files).catch((error: unknown) => {
      console.warn('The draft is not saved:', error);
      if (saved.current.content === now.content) saved.current = { content: null, files: [] };
    });
    await withTimeout(written, writeLimitMs, () => undefined);
  }, [owner, form]);

  const saver = useRef<ReturnType<typeof saveSoon>>(null);
  useEffect(() => {
    const mine = saveSoon(save);
    saver.current = mine;
    const stop = onDraftsOpenedLate({ save });
    return () => {
      stop();
      void mine.end();
    };
  }, [save]);

  useEffect(() => {
    if (saved.current.content !== content) saver.current?.soon();
  }, [content]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: files are copied as soon as they are chosen.
  useEffect(() => void save(), [files, save]);

  return {
    trouble,
    /** Saves it at once. */
    save,
    /** Saves it at once, for a queued record to take its place. */
    handOver: async () => {
      handed.current = latest.current;
      await save();
      return sentDraft(owner, form);
    },
    /** Deletes it once it was handed over, and saves what was typed since. */
    handedOver: async () => {
      closedOn.current = handed.current;
      saved.current = { content: null, files: [] };
      await dropDraft(owner, form);
      await save();
    },
    /** Deletes it once the form was sent or discarded as it is; only something else is saved from then on. */
    forget: () => {
      closedOn.current = latest.current;
      return dropDraft(owner, form);
    },
    /** Saves it again after it was taken back from the outbox. */
    saveAgain: () => {
      closedOn.current = null;
      saved.current = { content: null, files: [] };
      return save();
    },
  };
}
