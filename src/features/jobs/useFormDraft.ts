import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { DraftRules, OpenDraft, UndoDiscard } from '../../outbox/drafts/OpenDraft.ts';
import { openDraft } from '../../outbox/drafts/openDrafts.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { undiscardedText, unsavedText } from '../../ui/form/unsavedText.ts';

/** What a form begins with, and when it was saved, in seconds. */
export type Left<C> = { content: C; savedTimestamp: number };

type Begun<C extends object> = { draft: OpenDraft<C>; key: number; left: Left<C> | null };

/**
 * Opens the draft of a form with files.
 *
 * @param Content drafts of another shape are not shown
 * @returns null until it was looked for; `key` of the form, another one whenever it begins anew: with a draft of another window, one that
 *   comes late or is taken back, or with nothing; `startOver` discards it, and offers to undo that; `renew` begins anew what was handed
 *   over
 */
export function useFormDraft<C extends object>(
  owner: string,
  form: string,
  Content: v.GenericSchema<unknown, C>,
) {
  const [begun, setBegun] = useState<Begun<C> | null>(null);
  const begin = useRef((draft: OpenDraft<C>) => {
    const { content, leftAt } = draft.get();
    const left = content && {
      content: v.parse(Content, content),
      savedTimestamp: leftAt ?? Date.now() / 1000,
    };
    setBegun({ draft, key: draft.turns, left });
  });
  const rules = useRef<DraftRules<C>>({ fits: (content): content is C => v.is(Content, content) });
  useEffect(() => {
    const draft = openDraft(owner, form, rules.current);
    let turns = -1;
    const show = () => {
      // A form that is handed over stays as it is until it closes.
      if (!draft.isRead || draft.isBeingSent || turns === draft.turns) return;
      turns = draft.turns;
      begin.current(draft);
    };
    const stop = draft.subscribe(show);
    void draft.read().then(show);
    return () => {
      stop();
      draft.end();
    };
  }, [owner, form]);
  if (begun?.draft.owner !== owner || begun.draft.form !== form) return null;
  const { draft } = begun;
  return {
    ...begun,
    renew: () => begin.current(draft),
    async startOver() {
      const undo = await discard(draft);
      if (undo) offerUndo(undo);
    },
  };
}

/** Discards a draft, and says where the device refuses that. @returns what undoes it; null where it stays */
export async function discard(draft: Pick<OpenDraft, 'discard'>): Promise<UndoDiscard | null> {
  const undo = await draft.discard();
  if (!undo) toast(undiscardedText, { tone: 'bad' });
  return undo;
}

/** Offers to put a discarded draft back, and then what that replaces. */
function offerUndo(undo: UndoDiscard): void {
  const run = async () => {
    const again = await undo();
    if (again) offerUndo(again);
  };
  toast('Draft discarded.', { action: { label: 'Undo', run } });
}

/** Shown while a form cannot be sent yet. */
const readingText = 'Loading the files of your draft…';

/**
 * Saves what is typed into a form and chosen for it, and passes the files of its draft on to it once they are read, which may take long:
 * its fields are shown before.
 *
 * @param content null when there is nothing to save; the same object until something is typed
 * @returns `isReading`: the form must not be sent yet; `missing`: names of files that could not be saved; `unsaved`: a sentence for the
 *   screen
 */
export function useSaving<C extends object>(
  draft: OpenDraft<C>,
  content: C | null,
  files: readonly File[],
  setFiles: (files: readonly File[]) => void,
) {
  const { isReading, missing, files: all } = useSyncExternalStore(draft.subscribe, draft.get);
  const trouble = useSyncExternalStore(draft.subscribe, () => draft.trouble);
  const isAwaiting = useRef(isReading);
  const latest = useRef(setFiles);
  latest.current = setFiles;
  const [turn] = useState(draft.turns);
  useLayoutEffect(() => {
    // Another form has its place, or none; what seems empty is not, while its files are being read.
    if (draft.turns !== turn || (isReading && !content)) return;
    const late = isAwaiting.current && !isReading ? all.filter((file) => !files.includes(file)) : [];
    isAwaiting.current = isReading;
    if (late.length > 0) latest.current([...late, ...files]);
    else draft.put({ content, files });
  }, [draft, turn, content, files, isReading, all]);
  return {
    isReading,
    missing,
    isUnsaved: trouble === 'all',
    unsaved: isReading ? readingText : unsavedText(trouble),
  };
}
