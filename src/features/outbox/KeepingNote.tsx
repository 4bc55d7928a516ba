import { useSyncExternalStore } from 'react';
import { shortLivedText } from '../../device/storagePersistence.ts';
import { cannotKeepWords } from '../../outbox/keepingWords.ts';
import { canKeep, onWaitingChange } from '../../outbox/waiting.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import styles from './OutboxSheet.module.css';

type Props = { waiting: number; onClose: () => void };

/** Says plainly where the browser stores nothing, so that nothing waits, and where it deletes what waits after some days. */
export function KeepingNote({ waiting, onClose }: Props) {
  const keeps = useSyncExternalStore(onWaitingChange, canKeep);
  const text = keeps ? shortLivedText(waiting) : cannotKeepWords;
  if (!text) return null;
  return (
    <div className={styles.note}>
      <p>{text}</p>
      {keeps && (
        <ButtonLink variant="quiet" to="/account" hash="install" onClick={onClose}>
          How to install
        </ButtonLink>
      )}
    </div>
  );
}
