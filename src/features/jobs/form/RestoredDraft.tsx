import { useState } from 'react';
import { DraftNotice } from '../../../ui/form/DraftNotice.tsx';
import { Time } from '../../../ui/text/Time.tsx';

type Props = {
  draft: { savedTimestamp: number };
  /** Names of its files that could not be saved. */
  missing: readonly string[];
  /** Names of the files chosen by now. */
  chosen: readonly string[];
  busy: boolean;
  onDiscard: () => void;
};

/** In a form: its draft was restored; files that were not saved are named. */
export function RestoredDraft({ draft, missing: unsaved, chosen, busy, onDiscard }: Props) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const missing = unsaved.filter((name) => !chosen.includes(name));
  return (
    <DraftNotice busy={busy} onGoOn={() => setShown(false)} onDiscard={onDiscard}>
      Draft restored. Last edited <Time seconds={draft.savedTimestamp} inSentence onDevice />.
      {missing.length > 0 && ` Add these files again: ${missing.join(', ')}.`}
    </DraftNotice>
  );
}
