import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, type LeftDraft, readDraft } from '../../session/drafts.ts';
import { onKeepNow } from '../../session/keepNow.ts';
import { getSession } from '../../session/session.ts';

const pauseMs = 300;
const writeLimitMs = 1500;

/** Why a draft is not, or not wholly, on the device. */
export type DraftTrouble = { files: readonly string[] } | 'nothing';

/** The draft somebody left behind in a form; undefined while it is being looked for, null when there is none. */
export function useLeftDraft(owner: string, form: string): LeftDraft | null | undefined {
  const [left, setLeft] = useState<{ of: string; draft: LeftDraft | null }>();
  useEffect(() => {
    let shown = true;
    void readDraft(owner, form).then((draft) => shown && setLeft({ of: `${owner} ${form}`, draft }));
    return () => {
      shown = false;
    };
  }, [owner, form]);
  return left?.of === `${owner} ${form}` ? left.draft : undefined;
}

function isStillSignedIn(owner: string): boolean {
  const session = getSession();
  return 'email' in session && session.email === owner;
}

/**
 * Keeps a form as it is typed: when typing pauses, when files are chosen, and at the latest when the page is hidden,
 * which is the last thing a phone tells a page before its camera or its memory manager ends it.
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
      // A page that is taken down by a sign-out must not leave anything behind.
      if (!isStillSignedIn(owner)) return;
      kept.current = { content: what, files: chosen };
      if (!what) return dropDraft(owner, form);
      const write = keepDraft(owner, form, what, chosen, (names) =>
        setTrouble((before) => (before === 'nothing' ? before : names.length > 0 ? { files: names } : null)),
      );
      const limit = new Promise<void>((resolve) => setTimeout(resolve, writeLimitMs));
      await Promise.race([write, limit]).then(
        () => setTrouble((before) => (before === 'nothing' ? null : before)),
        (error: unknown) => {
          console.warn('The draft is not kept:', error);
          setTrouble('nothing');
        },
      );
    },
    [owner, form],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what was typed starts the pause again.
  useEffect(() => {
    const timer = setTimeout(() => void keep(), pauseMs);
    return () => clearTimeout(timer);
  }, [content, keep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: files are copied as soon as they are chosen.
  useEffect(() => void keep(), [files, keep]);

  useEffect(() => {
    const keepNow = () => void keep();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    const stop = onKeepNow(keep);
    return () => {
      stop();
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      keepNow();
    };
  }, [keep]);

  return {
    trouble,
    /** Keeps it at once; `what` stands for content that is not rendered yet. */
    keep,
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
