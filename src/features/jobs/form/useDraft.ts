import { useState } from 'react';
import { keepDraft, type LeftDraft } from '../../../outbox/drafts/drafts.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLeftDraft } from './useKeptDraft.ts';

/** A draft that fits its form. */
export type Left<C> = LeftDraft & { content: C };

/**
 * What was left in a form, for the form to begin with.
 *
 * @param fits whether a draft's content is one of this form, as it is today
 * @returns `left`: undefined while it is looked for; `key` of the form, another one whenever it begins anew;
 *   `startOver`, to be called once the draft is forgotten
 */
export function useDraft<C>(owner: string, form: string, fits: (content: unknown) => content is C) {
  const found = useLeftDraft(owner, form);
  const [begun, setBegun] = useState<{ times: number; left: Left<C> | null }>();
  const fitting = found && fits(found.content) ? { ...found, content: found.content } : null;
  const left = begun ? begun.left : found === undefined ? undefined : fitting;
  const times = begun?.times ?? 0;

  function startOver() {
    setBegun({ times: times + 1, left: null });
    if (!left) return;
    const undo = () => {
      void keepDraft(owner, form, left.content, left.files);
      setBegun({ times: times + 2, left });
    };
    toast('The draft was discarded.', { action: { label: 'Undo', run: undo } });
  }

  return { left, key: times, startOver };
}
