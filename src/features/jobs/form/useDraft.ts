import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  type DraftBytes,
  draftTrouble,
  isDraftRead,
  type OpenedDraft,
  onDraftsOpenedLate,
  openDraft,
  saveDraft,
} from '../../../outbox/drafts/drafts.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** A draft whose content has the shape of its form. */
export type Left<C> = OpenedDraft & { content: C };

/**
 * Reads the draft that a form begins with. One that can only be read later is shown then, unless something was typed meanwhile: then it
 * waits until the form is opened the next time.
 *
 * @param Content drafts of another shape are not shown
 * @returns `left`: undefined while it is read; `key` of the form, another one whenever it begins anew; `begin`, with which it does so, as
 *   with the draft of another window; `startOver`, to be called once the draft is deleted
 */
export function useDraft<S extends v.GenericSchema>(owner: string, form: string, Content: S) {
  type Found = Left<v.InferOutput<S>> | null;
  const of = `${owner} ${form}`;
  const [begun, setBegun] = useState<{ of: string; times: number; left: Found }>();
  const latest = useRef(Content);
  latest.current = Content;

  const begin = useCallback(
    (draft: OpenedDraft | null) => {
      const content = v.safeParse(latest.current, draft?.content);
      const left = draft && content.success ? { ...draft, content: content.output } : null;
      setBegun((before) => ({ of, times: (before?.times ?? 0) + 1, left }));
    },
    [of],
  );

  useEffect(() => {
    let isShown = true;
    const read = () => openDraft(owner, form).then((draft) => isShown && begin(draft));
    const find = () => isDraftRead(owner, form) || draftTrouble(owner, form) !== null || read();
    void read();
    const stop = onDraftsOpenedLate({ find });
    return () => {
      isShown = false;
      stop();
    };
  }, [owner, form, begin]);

  const left = begun?.of === of ? begun.left : undefined;

  function startOver() {
    begin(null);
    if (!left) return;
    const undo = () => {
      void left.bytes?.then(({ files }) => saveDraft(owner, form, left.content, files));
      if (!left.bytes) void saveDraft(owner, form, left.content);
      begin(left);
    };
    toast('Draft discarded.', { action: { label: 'Undo', run: undo } });
  }

  return { left, key: begun?.times, begin, startOver };
}

/** Shown while a form cannot be sent yet. */
export const readingText = 'Loading the files of your draft…';

/**
 * Passes the files of a draft on to its form once they are read, which may take long: its fields are shown before.
 *
 * @param put adds them to those that were chosen meanwhile
 * @returns `isReading`: the form must not be sent yet; `missing`: the names of those that could not be saved
 */
export function useLeftFiles(bytes: DraftBytes | null, put: (files: readonly File[]) => void) {
  const [read, setRead] = useState<{ of: DraftBytes; missing: readonly string[] }>();
  const latest = useRef(put);
  latest.current = put;
  useEffect(() => {
    let isShown = true;
    void bytes?.then(({ files, missing }) => {
      if (!isShown) return;
      latest.current(files);
      setRead({ of: bytes, missing });
    });
    return () => {
      isShown = false;
    };
  }, [bytes]);
  const isRead = read?.of === bytes;
  return { isReading: bytes !== null && !isRead, missing: (isRead && read?.missing) || [] };
}
