import { Circle, CircleCheck } from 'lucide-react';
import type { MessageStatus } from '../contract/enums.ts';
import { oppositeStatus } from '../contract/message.ts';
import styles from './AddressedToggle.module.css';

type Props = {
  status: MessageStatus;
  /** Absent where the reader may not change the status. */
  onChange?: ((target: MessageStatus) => void) | undefined;
};

/** The status of a message: an open ring for NEW, a ticked one for ADDRESSED. */
export function AddressedToggle({ status, onChange }: Props) {
  const addressed = status === 'ADDRESSED';
  const Icon = addressed ? CircleCheck : Circle;
  if (!onChange) {
    return (
      <span
        className={styles.mark}
        role="img"
        aria-label={addressed ? 'Addressed' : 'New'}
        data-status={status}
      >
        <Icon aria-hidden />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.mark}
      aria-pressed={addressed}
      aria-label="Addressed"
      title={addressed ? 'Addressed. Mark as new' : 'New. Mark as addressed'}
      data-status={status}
      onClick={() => onChange(oppositeStatus(status))}
    >
      <Icon aria-hidden />
    </button>
  );
}
