import { useLocation } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { waitingRecords } from '../outbox/pageOutbox.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import styles from './InstallOffer.module.css';
import { declineInstall, install, offerNow, onInstallChange } from './install.ts';

/**
 * One quiet line above the page that offers to install the app. It comes with a change of page, so that nothing moves under
 * whoever reads, and by then it is known what waits in the outbox.
 */
export function InstallOffer() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ on: string; offer: ReturnType<typeof offerNow> }>({
    on: pathname,
    offer: null,
  });
  if (shown.on !== pathname) setShown({ on: pathname, offer: offerNow(waitingRecords().length) });
  // Declined, or installed from elsewhere: gone at once.
  const still = useSyncExternalStore(onInstallChange, () => offerNow(0));
  const offer = still && shown.offer;
  if (!offer || pathname === '/account') return null;
  return (
    <aside className={styles.offer} aria-label="Install EV Jobs">
      <p>EV Jobs can be put on this device: it opens by itself, also without a signal.</p>
      <p className={styles.choices}>
        {offer === 'install' ? (
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
