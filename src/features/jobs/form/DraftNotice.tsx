import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import styles from './DraftNotice.module.css';

type Props = {
  draft: { savedTimestamp: number };
  /** Names of its files that could not be saved. */
  missing: readonly string[];
  /** Names of the files chosen by now. */
  chosen: readonly string[];
  /** While the form is being sent, its draft cannot be discarded. */
  busy: boolean;
  onDiscard: () => void;
};

/** In a form: its draft was restored; files that were not saved are named. */
export function DraftNotice({ draft, missing: unsaved, chosen, busy, onDiscard }: Props) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const missing = unsaved.filter((name) => !chosen.includes(name));
  return (
    <Notice busy={busy} onGoOn={() => setShown(false)} onDiscard={onDiscard}>
      Draft restored. Last edited <Time seconds={draft.savedTimestamp} inSentence onDevice />.
      {missing.length > 0 && ` Add these files again: ${missing.join(', ')}.`}
    </Notice>
  );
}

type EditDraftNoticeProps = { seconds: number; onOpen: () => void; onDiscard: () => void };

/** On a job's page: there is a draft of an edit. */
export function EditDraftNotice({ seconds, onOpen, onDiscard }: EditDraftNoticeProps) {
  return (
    <Notice onGoOn={onOpen} onDiscard={onDiscard}>
      You have unsaved changes to this job. Last edited <Time seconds={seconds} inSentence onDevice />.
    </Notice>
  );
}

type NoticeProps = {
  busy?: boolean;
  onGoOn: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

function Notice({ busy, onGoOn, onDiscard, children }: NoticeProps) {
  return (
    <div role="status" className={styles.notice} data-no-print="">
      <p>{children}</p>
      <div className="row">
        <Button onClick={onGoOn}>Continue editing</Button>
        <Button variant="quiet" disabled={busy} onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </div>
  );
}
