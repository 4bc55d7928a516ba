import { X } from 'lucide';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useAction } from '../../../ui/useAction.ts';
import styles from '../PlanViewer.module.css';

type Props = {
  /** The user is about to drag over a part of the page. */
  selecting: boolean;
  onSelecting: (on: boolean) => void;
  onVisible: () => Promise<void>;
  onWhole: () => Promise<void>;
  onClose: () => void;
};

/** Chooses the part of the page that goes into the message. */
export function AskBar({ selecting, onSelecting, onVisible, onWhole, onClose }: Props) {
  const { busy, run } = useAction((work: () => Promise<void>) => work(), toastError);
  return (
    <section className={styles.bar} aria-label="Ask about this page">
      <p className={styles.status} role="status">
        {selecting ? 'Drag over the part to ask about.' : 'Which part goes into your message?'}
      </p>
      <div className={styles.parts}>
        <Button aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
          Select area
        </Button>
        <Button busy={busy} onClick={() => void run(onVisible)}>
          Visible part
        </Button>
        <Button busy={busy} onClick={() => void run(onWhole)}>
          Whole page
        </Button>
      </div>
      <IconButton icon={X} label="Close" onClick={onClose} />
    </section>
  );
}
