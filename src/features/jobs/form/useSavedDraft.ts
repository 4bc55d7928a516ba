import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  draftTrouble,
  dropDraft,
  followDraft,
  type OpenedDraft,
  onDraftsOpenedLate,
  onDraftTrouble,
  prepareSend,
  saveDraft,
  takeOverDraft,
} from '../../../outbox/drafts/drafts.ts';
import { saveSoon } from '../../../outbox/drafts/saveNow.ts';
import { withTimeout } from '../../../timing.ts';
import { isSameValue } from '../../../ui/form/savedValues.ts';

const writeLimitMs = 1500;

type Written = { content: object | null; files: readonly File[] };
const nothing: Written = { content: null, files: [] };

/**
 * Saves a form's draft shortly after a key, at once when files are chosen, and when the page is hidden: no later event reaches a page
 * on a phone before its camera or its memory manager ends it. After a sign-out nothing is written (`writeAs`).
 *
 * @param content plain data, the same object until something is typed; null when there is nothing to save
 * @param onElsewhere called with the draft, null for none, when another window has changed it
 * @param isReading its files are being read: what seems empty is not
 */
export function useSavedDraft(
  owner: string,
  form: string,
  content: object | null,
  files: readonly File[],
  onElsewhere: (draft: OpenedDraft | null) => void,
  isReading = false,
) {
  const trouble = useSyncExternalStore(onDraftTrouble, () => draftTrouble(owner, form));
  /** What needs no saving: it is saved, sent or discarded. */
  const done = useRef<Written>({ content, files });
  const handed = useRef<Written>(nothing);
  const isSending = useRef(false);
  const latest = useRef({ content, files, isReading, onElsewhere });
  latest.current = { content, files, isReading, onElsewhere };

  const isSaved = useCallback(() => {
    const { content, files } = latest.current;
    return isSameValue(done.current, { content, files });
  }, []);
  const save = useCallback(async (): Promise<void> => {
    const { content, files, isReading } = latest.current;
    // An unchanged form must not write over what another window has made of the draft.
    if (isSaved() || (isReading && !content)) return;
    const now = { content, files };
    done.current = now;
    if (!content) return dropDraft(owner, form);
    const written = saveDraft(owner, form, content, files).catch((error: unknown) => {
      console.warn('The draft is not saved:', error);
      if (done.current === now) done.current = nothing;
    });
    await withTimeout(written, writeLimitMs, () => undefined);
  }, [owner, form, isSaved]);

  const saver = useRef<ReturnType<typeof saveSoon>>(null);
  useEffect(() => {
    const mine = saveSoon(save);
    saver.current = mine;
    const isBusy = () => isSending.current || !isSaved();
    const stops = [
      onDraftsOpenedLate({ save }),
      followDraft(owner, form, isBusy, (draft) => latest.current.onElsewhere(draft)),
    ];
    return () => {
      for (const stop of stops) stop();
      void mine.end();
    };
  }, [owner, form, save, isSaved]);

  useEffect(() => {
    if (done.current.content !== content) saver.current?.soon();
  }, [content]);

  const wasReading = useRef(isReading);
  useEffect(() => {
    // Those of the draft itself have arrived: they were listed in whatever was saved meanwhile.
    if (wasReading.current && !isReading) done.current = { ...done.current, files };
    wasReading.current = isReading;
    void save();
  }, [files, isReading, save]);

  return {
    trouble,
    /** Saves it at once. */
    save,
    /** Saves it at once, for a queued record to take its place; until `settled`, nothing of another window is taken over. */
    handOver: async () => {
      isSending.current = true;
      const { content, files } = latest.current;
      handed.current = { content, files };
      await save();
      return prepareSend(owner, form);
    },
    /** Deletes it once it was handed over, and saves what was typed since. */
    handedOver: async () => {
      done.current = handed.current;
      await dropDraft(owner, form);
      await save();
    },
    /** Deletes it once the form was sent or discarded as it is; only something else is saved from then on. */
    forget: () => {
      const { content, files } = latest.current;
      done.current = { content, files };
      return dropDraft(owner, form);
    },
    /** Saves it again after it was returned from the outbox. */
    saveAgain: () => {
      done.current = nothing;
      return save();
    },
    /** The sending has ended. */
    settled: () => {
      isSending.current = false;
      takeOverDraft(owner, form);
    },
  };
}
