import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import styles from '../form/DraftNotice.module.css';

type Props = { seconds: number; onOpen: () => void; onDiscard: () => void };

/** Says that this job was edited and never saved. */
export function EditDraftNotice({ seconds, onOpen, onDiscard }: Props) {
  return (
    <div role="status" className={styles.notice} data-no-print="">
      <p>
        You have changes to this job that are not saved. Last change: <Time seconds={seconds} />.
      </p>
      <div className="row">
        <Button onClick={onOpen}>Go on editing</Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </div>
  );
}
