import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import styles from './DraftNotice.module.css';

type Props = {
  /** While its form is being sent, a draft cannot be discarded. */
  busy?: boolean;
  onGoOn: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

/** Says that there is a draft, to go on with or to discard. */
export function DraftNotice({ busy, onGoOn, onDiscard, children }: Props) {
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
