import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import {
  type DraftBytes,
  draftForms,
  draftTime,
  moveDraft,
  type OpenedDraft,
  onDraftsOpenedLate,
  openDraft,
  saveDraft,
} from '../../../outbox/drafts/drafts.ts';
import { jobRecord } from '../../../outbox/queuedJobs.ts';
import { recordsOwner } from '../../../outbox/records/waiting.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** A draft whose content has the shape of its form. */
export type Left<C> = OpenedDraft & { content: C };

/**
 * Reads the draft that a form begins with.
 *
 * @param Content drafts of another shape are not shown
 * @returns `left`: undefined while it is read; `key` of the form, another one whenever it begins anew; `startOver`, to be called
 *   once the draft is deleted
 */
export function useDraft<S extends v.GenericSchema>(owner: string, form: string, Content: S) {
  const found = useLeftDraft(owner, form);
  const [begun, setBegun] = useState<{ times: number; left: Left<v.InferOutput<S>> | null }>();
  const times = begun?.times ?? 0;

  function fitting(): Left<v.InferOutput<S>> | null | undefined {
    if (!found) return found;
    const { output: content, success } = v.safeParse(Content, found.content);
    return success ? { ...found, content } : null;
  }
  const left = begun ? begun.left : fitting();

  function startOver() {
    setBegun({ times: times + 1, left: null });
    if (!left) return;
    const undo = () => {
      void left.bytes?.then(({ files }) => saveDraft(owner, form, left.content, files));
      if (!left.bytes) void saveDraft(owner, form, left.content);
      setBegun({ times: times + 2, left });
    };
    toast('Draft discarded.', { action: { label: 'Undo', run: undo } });
  }

  return { left, key: times, startOver };
}

/**
 * Reads the draft of a form once. If drafts can only be read later, it is read again then, unless something was typed meanwhile:
 * then it waits until the form is opened the next time.
 *
 * @returns undefined while it is read, null when there is none
 */
export function useLeftDraft(owner: string, form: string): OpenedDraft | null | undefined {
  const [left, setLeft] = useState<{ of: string; draft: OpenedDraft | null }>();
  const [lateTimes, setLateTimes] = useState(0);
  const of = `${owner} ${form} ${lateTimes}`;
  useEffect(() => {
    let shown = true;
    const openedSeconds = Date.now() / 1000;
    void readDraftLeft(owner, form).then((draft) => shown && setLeft({ of, draft }));
    const find = async () => {
      const seconds = await draftTime(owner, form);
      // A later draft is what the form itself has saved.
      if (shown && seconds !== null && seconds < openedSeconds) setLateTimes((before) => before + 1);
    };
    const stop = onDraftsOpenedLate({ find });
    return () => {
      shown = false;
      stop();
    };
  }, [owner, form, of]);
  return left?.of === of ? left.draft : undefined;
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

async function readDraftLeft(email: string, form: string): Promise<OpenedDraft | null> {
  const left = await openDraft(email, form);
  if (left || !(await moveLeftEdit(email, form).catch(() => false))) return left;
  return openDraft(email, form);
}

/**
 * Makes the edit of a queued record the draft of the record's own form, once the record was sent as it was or deleted: nothing else
 * opens it then.
 *
 * @param form has no draft of its own
 * @returns whether there was an edit
 */
export async function moveLeftEdit(email: string, form: string): Promise<boolean> {
  if (recordsOwner()?.email !== email) return false;
  for (const waiting of await draftForms(email, `${form}:waiting:`)) {
    // A record that cannot be read may still be queued.
    const isQueued = await jobRecord(Number(waiting.split(':').at(-1))).catch(() => true);
    if (isQueued) continue;
    await moveDraft(email, waiting, form);
    return true;
  }
  return false;
}
