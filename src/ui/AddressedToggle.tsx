import { Circle, CircleCheck } from 'lucide';
import { type MessageStatus, messageStatuses } from '../contract/enums.ts';
import { oppositeStatus } from '../contract/messages/message.ts';
import styles from './AddressedToggle.module.css';
import { Icon } from './Icon.tsx';

type Props = {
  status: MessageStatus;
  /** Whether the reader's own side wrote it: it asks nothing of them. */
  own: boolean;
  /** Absent where the reader may not change the status. */
  onChange?: ((target: MessageStatus) => void) | undefined;
};

/** The status of a message: an open ring for NEW, a ticked one for ADDRESSED, and its name below. */
export function AddressedToggle({ status, own, onChange }: Props) {
  const addressed = status === 'ADDRESSED';
  const icon = addressed ? CircleCheck : Circle;
  const action = addressed ? 'Mark as new' : 'Mark as addressed';
  return (
    <span className={styles.status} data-status={status} data-own={own || undefined}>
      {onChange ? (
        <button
          type="button"
          className={styles.toggle}
          aria-label={action}
          title={action}
          onClick={() => onChange(oppositeStatus(status))}
        >
          <Icon of={icon} />
        </button>
      ) : (
        <Icon of={icon} />
      )}
      <span className={styles.name}>{messageStatuses[status]}</span>
    </span>
  );
}
