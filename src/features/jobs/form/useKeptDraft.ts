import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, onDraftsOpenedLate, sentDraft } from '../../../outbox/drafts/drafts.ts';
import { saveSoon } from '../../../outbox/drafts/keepNow.ts';
import { withTimeout } from '../../../timing.ts';

const writeLimitMs = 1500;

/** Why a draft is not, or not wholly, on the device. */
export type DraftTrouble = { files: readonly string[] } | 'nothing';

/**
 * Saves a form as it is typed: a moment after a key, when files are chosen, and when the page is hidden, which is the last thing a
 * phone tells a page before its camera or its memory manager ends it. After a sign-out nothing is written any more (`putDraft`).
 *
 * @param content plain data that is the same object until something is typed; null when there is nothing to keep
 */
export function useKeptDraft(owner: string, form: string, content: object | null, files: readonly File[]) {
  const [trouble, setTrouble] = useState<DraftTrouble | null>(null);
  const done = useRef(false);
  const kept = useRef({ content, files });
  const now = useRef({ content, files });
  now.current = { content, files };

  const keep = useCallback(
    async (what: object | null = now.current.content): Promise<void> => {
      const chosen = now.current.files;
      // What another window or the server did with the same draft is not undone by looking at this one.
      if (done.current || (kept.current.content === what && kept.current.files === chosen)) return;
      kept.current = { content: what, files: chosen };
      if (!what) return dropDraft(owner, form);
      const write = keepDraft(owner, form, what, chosen, (names) =>
        setTrouble((before) => (before === 'nothing' ? before : names.length > 0 ? { files: names } : null)),
      );
      const told = write.then(
        () => setTrouble((before) => (before === 'nothing' ? null : before)),
        (error: unknown) => {
          console.warn('The draft is not kept:', error);
          if (kept.current.content === what) kept.current = { content: null, files: [] };
          setTrouble('nothing');
        },
      );
      await withTimeout(told, writeLimitMs, () => undefined);
    },
    [owner, form],
  );

  const saver = useRef<ReturnType<typeof saveSoon>>(null);
  useEffect(() => {
    const mine = saveSoon(() => keep());
    saver.current = mine;
    const stop = onDraftsOpenedLate({ save: () => keep() });
    return () => {
      stop();
      void mine.end();
    };
  }, [keep]);

  useEffect(() => {
    if (kept.current.content !== content) saver.current?.soon();
  }, [content]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: files are copied as soon as they are chosen.
  useEffect(() => void keep(), [files, keep]);

  return {
    trouble,
    /** Keeps it at once; `what` stands for content that is not rendered yet. */
    keep,
    /** Saves it at once, and lets a queued record take its place. */
    handOver: async () => {
      await keep();
      return sentDraft(owner, form);
    },
    /** It was sent, waits to be sent, or was given up: forgets the draft, and keeps no other. */
    forget: useCallback(() => {
      done.current = true;
      return dropDraft(owner, form);
    }, [owner, form]),
    /** It came back: keeps it again as it stands. */
    keepAgain: useCallback(() => {
      done.current = false;
      kept.current = { content: null, files: [] };
      return keep();
    }, [keep]),
  };
}
