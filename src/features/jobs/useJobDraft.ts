import { useEffect, useRef, useState } from 'react';
import {
  dropJobDraft,
  isWorthKeeping,
  type JobDraft,
  type JobDraftValues,
  keepJobDraft,
  readJobDraft,
} from './jobDraft.ts';

const pauseMs = 300;

/** The draft somebody left behind, read once when the form opens. */
export function useLeftDraft(key: string): JobDraft | null {
  const [left] = useState(() => readJobDraft(window.localStorage, key));
  return left;
}

/**
 * Keeps a form as it is typed: when typing pauses, and at the latest when the page is hidden, which is the last thing a
 * phone tells a page before its camera or its memory manager ends it.
 *
 * @returns forgets the draft, and keeps no other: the job was sent
 */
export function useKeptDraft(
  key: string,
  initial: JobDraftValues,
  values: JobDraftValues,
  fileNames: readonly string[],
): () => void {
  const sent = useRef(false);
  const keep = useRef(() => {});
  keep.current = () => {
    if (sent.current) return;
    if (!isWorthKeeping(initial, values, fileNames.length)) return dropJobDraft(window.localStorage, key);
    keepJobDraft(window.localStorage, key, {
      savedTimestamp: Math.floor(Date.now() / 1000),
      fileNames: [...fileNames],
      values,
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what was typed starts the pause again.
  useEffect(() => {
    const timer = setTimeout(() => keep.current(), pauseMs);
    return () => clearTimeout(timer);
  }, [values, fileNames]);

  useEffect(() => {
    const keepNow = () => keep.current();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      keepNow();
    };
  }, []);

  return () => {
    sent.current = true;
    dropJobDraft(window.localStorage, key);
  };
}
