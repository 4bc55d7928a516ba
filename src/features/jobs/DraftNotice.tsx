import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './DraftNotice.module.css';
import type { JobDraft } from './jobDraft.ts';

type Props = {
  draft: JobDraft;
  /** Names of the files chosen by now. */
  chosen: readonly string[];
  onStartOver: () => void;
};

/** Says that typed text came back, and what did not. */
export function DraftNotice({ draft, chosen, onStartOver }: Props) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const missing = draft.fileNames.filter((name) => !chosen.includes(name));
  return (
    <div role="status" className={styles.notice}>
      <p>
        Your draft from <Time seconds={draft.savedTimestamp} /> is back.
        {missing.length > 0 && ` Please choose its documents again: ${missing.join(', ')}.`}
      </p>
      <div className="row">
        <Button onClick={() => setShown(false)}>Go on with it</Button>
        <Button
          variant="quiet"
          onClick={() => {
            setShown(false);
            onStartOver();
          }}
        >
          Start over
        </Button>
      </div>
    </div>
  );
}
