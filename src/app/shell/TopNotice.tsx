import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { declineInstall, install, offerNow, onInstallChange } from '../../device/install.ts';
import { sharesOf, sharesWaiting } from '../../outbox/drafts/drafts.ts';
import { waitingRecords } from '../../outbox/records/waiting.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Letterhead } from '../../ui/Letterhead.tsx';
import styles from './TopNotice.module.css';

/**
 * Returns the value as of the last navigation, and `first` on the page that the app was opened with. What depends on it changes only with
 * the page, so that nothing shifts while one is read.
 */
function useAtPageChange<T>(read: () => T, first: T): T {
  const { pathname } = useLocation();
  const [seen, setSeen] = useState({ on: pathname, value: first });
  if (seen.on !== pathname) setSeen({ on: pathname, value: read() });
  return seen.value;
}

/** Offers to install the app, from the second page on: by then the outbox has been read. */
function InstallOffer() {
  const { pathname } = useLocation();
  const offered = useAtPageChange(() => offerNow(waitingRecords().length), null);
  // Hides at once when declined, or installed elsewhere.
  const still = useSyncExternalStore(onInstallChange, () => offered && offerNow(0));
  if (!offered || !still || pathname === '/account') return null;
  return (
    <aside className={styles.line} aria-label="Install EV Jobs">
      <p>Install EV Jobs on this device to open it quickly, even when you’re offline.</p>
      <p className={styles.choices}>
        {still === 'install' ? (
          <Button variant="quiet" onClick={() => void install()}>
            Install
          </Button>
        ) : (
          <ButtonLink variant="quiet" to="/account" hash="install">
            See how
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

/** What is above a page: on paper the firm's letterhead; shared content without a job, else the offer to install the app. */
export function TopNotice() {
  return (
    <>
      <Letterhead onPaper />
      <Notice />
    </>
  );
}

function Notice() {
  const { email } = useProfile();
  const { pathname } = useLocation();
  const waiting = useAtPageChange(sharesWaiting, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read on each page, shown on the next.
  useEffect(() => void sharesOf(email), [email, pathname]);
  if (waiting === 0 || pathname === '/share') return <InstallOffer />;
  return (
    <aside className={styles.line} aria-label="Shared items">
      <p>{waiting === 1 ? '1 shared item needs' : `${waiting} shared items need`} a job.</p>
      <p className={styles.choices}>
        <ButtonLink variant="quiet" to="/share">
          Choose job
        </ButtonLink>
      </p>
    </aside>
  );
}
