import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './DraftNotice.module.css';
import type { JobDraft } from './jobDraft.ts';

type Props = { draft: JobDraft; onStartOver: () => void };

/** Says that typed text came back, and what did not. */
export function DraftNotice({ draft, onStartOver }: Props) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <div role="status" className={styles.notice}>
      <p>
        Your draft from <Time seconds={draft.savedTimestamp} /> is back.
        {draft.fileNames.length > 0 && ` Please choose its documents again: ${draft.fileNames.join(', ')}.`}
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
