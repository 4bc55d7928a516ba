import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import styles from './DraftNotice.module.css';

type Props = {
  draft: { savedTimestamp: number; missing: readonly string[] };
  /** Names of the files chosen by now. */
  chosen: readonly string[];
  onDiscard: () => void;
};

/** Says that what was typed and chosen came back, and what did not. */
export function DraftNotice({ draft, chosen, onDiscard }: Props) {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  const missing = draft.missing.filter((name) => !chosen.includes(name));
  return (
    <div role="status" className={styles.notice}>
      <p>
        Your draft is back. Last change: <Time seconds={draft.savedTimestamp} />.
        {missing.length > 0 && ` Please choose its documents again: ${missing.join(', ')}.`}
      </p>
      <div className="row">
        <Button onClick={() => setShown(false)}>Go on with it</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </div>
  );
}
