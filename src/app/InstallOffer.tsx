import { useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { waitingRecords } from '../outbox/waiting.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { declineInstall, install, offerNow, onInstallChange } from './install.ts';
import styles from './QuietLine.module.css';
import { useAtPageChange } from './useAtPageChange.ts';

/** One quiet line above the page that offers to install the app. By the second page it is known what waits in the outbox. */
export function InstallOffer() {
  const { pathname } = useLocation();
  const offered = useAtPageChange(() => offerNow(waitingRecords().length), null);
  // Declined, or installed from elsewhere: gone at once.
  const still = useSyncExternalStore(onInstallChange, () => offered && offerNow(0));
  if (!offered || !still || pathname === '/account') return null;
  return (
    <aside className={styles.line} aria-label="Install EV Jobs">
      <p>EV Jobs can be put on this device: it opens by itself, also without a signal.</p>
      <p className={styles.choices}>
        {still === 'install' ? (
          <Button variant="quiet" onClick={() => void install()}>
            Install
          </Button>
        ) : (
          <ButtonLink variant="quiet" to="/account" hash="install">
            Show how
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={() => declineInstall(false)}>
          Not now
        </Button>
        <Button variant="quiet" onClick={() => declineInstall(true)}>
          Don’t ask again
        </Button>
      </p>
    </aside>
  );
}
