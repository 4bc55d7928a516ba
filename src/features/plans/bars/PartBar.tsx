import { X } from 'lucide';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useAction } from '../../../ui/useAction.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import styles from '../PlanViewer.module.css';

/** What the part is for, and how that is said. */
const purposes = {
  ask: {
    label: 'Ask about this page',
    question: 'Which part goes into your message?',
    drag: 'Drag over the part to ask about.',
  },
  print: {
    label: 'Print',
    question: 'Which part do you want to print?',
    drag: 'Drag over the part to print.',
  },
} as const;
export type PartPurpose = keyof typeof purposes;

const keysHint = 'Or move the frame with the arrow keys, size it with Shift, and press Enter.';

type Props = {
  purpose: PartPurpose;
  /** The user is about to mark a part of the page. */
  selecting: boolean;
  onSelecting: (on: boolean) => void;
  onVisible: () => Promise<void>;
  onWhole: () => Promise<void>;
  onClose: () => void;
};

/** Chooses the part of the page that goes into a message, or on paper. */
export function PartBar({ purpose, selecting, onSelecting, onVisible, onWhole, onClose }: Props) {
  const { label, question, drag } = purposes[purpose];
  const hasKeys = useMedia('(hover: hover)');
  const { busy, run } = useAction((work: () => Promise<void>) => work(), toastError);
  return (
    <section className={styles.bar} aria-label={label}>
      <p className={styles.status} role="status">
        {selecting ? (hasKeys ? `${drag} ${keysHint}` : drag) : question}
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
