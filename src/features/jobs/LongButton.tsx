import { type IconNode, X } from 'lucide';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/feedback/Progress.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LongButton.module.css';

export type LongAction = {
  /** What is being done: "Downloading jobs.csv". */
  name: string;
  /** How much is done, in words: "3 MB". */
  doneText: string;
  done: number;
  /** 0 while unknown. */
  total: number;
};

type Props = {
  icon: IconNode;
  label: string;
  variant?: 'quiet' | undefined;
  /** Null while nothing is being done. */
  action: LongAction | null;
  onStart: () => void;
  onCancel: () => void;
};

/** A button of what takes a while. Meanwhile, it shows how much is done, and cancels. */
export function LongButton({ icon, label, variant, action, onStart, onCancel }: Props) {
  return (
    <span className={styles.place}>
      <Button variant={variant} onClick={action ? onCancel : onStart}>
        <Icon of={action ? X : icon} />
        {/* Both are always rendered, so that the button keeps its size. */}
        <span className={styles.words}>
          <span data-shown={!action || undefined}>{label}</span>
          <span data-shown={action !== null || undefined}>Cancel{action ? ` (${action.doneText})` : ''}</span>
        </span>
      </Button>
      {action && (
        <ProgressBar className={styles.bar} aria-label={action.name} value={action.done} max={action.total} />
      )}
    </span>
  );
}
