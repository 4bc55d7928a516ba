import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ChatSheet.module.css';

type Props = { failure: Error | null; gone: boolean; onRetry: () => void };

/** What stands in the chat until its messages are here, or in their place when they cannot be read. */
export function ConversationStart({ failure, gone, onRetry }: Props) {
  if (!failure) {
    return (
      <div className={styles.start} aria-busy="true" role="status" aria-label="Loading the messages">
        <Skeleton height="4.5rem" width="75%" />
        <Skeleton height="3.5rem" width="60%" />
        <Skeleton height="6rem" width="80%" />
      </div>
    );
  }
  return (
    <div className={styles.start} role="alert">
      <p>{failure.message}</p>
      {!gone && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
