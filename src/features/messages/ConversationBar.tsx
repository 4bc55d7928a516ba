import { ArrowDown, Check } from 'lucide';
import type { ReactNode } from 'react';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Conversations.module.css';
import type { Row } from './heldRows.ts';
import { canMark } from './marks.ts';

type Props = {
  /** The conversation that is open; undefined for one that is in no list. */
  row: Row | undefined;
  reader: ApprovedProfile;
  hasNext: boolean;
  onMark: () => void;
  onNext: () => void;
  children: ReactNode;
};

/** What to do with the conversation that is open, below the head of its chat. */
export function ConversationBar({ row, reader, hasNext, onMark, onNext, children }: Props) {
  return (
    <div className={styles.bar}>
      {row && !row.left && canMark(row, reader) && (
        <Button variant="quiet" title="Mark addressed (E)" onClick={onMark}>
          <Icon of={Check} />
          Mark addressed
        </Button>
      )}
      {children}
      <Button
        variant="quiet"
        className={styles.next}
        title="Next chat (J)"
        aria-disabled={!hasNext}
        onClick={() => hasNext && onNext()}
      >
        <Icon of={ArrowDown} />
        Next
      </Button>
    </div>
  );
}
