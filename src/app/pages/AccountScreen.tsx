import { Ellipsis, EllipsisVertical, Share, SquarePlus } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { canInstall, install, onInstallChange, wasInstalled } from '../../device/install.ts';
import { type InstallWay, installWay, isInstalledApp } from '../../device/platform.ts';
import { AccountPage } from '../../features/account/AccountPage.tsx';
import { NotificationsSection } from '../../features/notifications/NotificationsSection.tsx';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './InstallSection.module.css';

/** Where a step's words name a sign, it stands beside them. */
const steps: Record<Exclude<InstallWay, 'none'>, readonly ReactNode[]> = {
  'share-sheet': [
    <>
      Press <Share aria-hidden /> <strong>Share</strong> in the browser’s bar. On newer versions it is behind{' '}
      <Ellipsis aria-hidden /> <strong>More</strong>.
    </>,
    <>
      Choose <SquarePlus aria-hidden /> <strong>Add to Home Screen</strong>. You may have to scroll down.
    </>,
    <>
      Press <strong>Add</strong>, open EV Jobs from the home screen, and sign in there.
    </>,
  ],
  dock: [
    <>
      Open the menu <strong>File</strong> of Safari.
    </>,
    <>
      Choose <strong>Add to Dock…</strong> and press <strong>Add</strong>.
    </>,
  ],
  'firefox-menu': [
    <>
      Open Firefox’s menu <EllipsisVertical aria-hidden />.
    </>,
    <>
      Choose <strong>Add app to Home screen</strong>.
    </>,
  ],
  'browser-menu': [
    <>
      Open the browser’s menu <EllipsisVertical aria-hidden />.
    </>,
    <>
      Choose <strong>Install</strong> or <strong>Add to home screen</strong>. If it is not there, EV Jobs is
      installed already, or this window is a private one.
    </>,
  ],
};

/** How the app gets onto this device; for Account, where it can always be found. */
function InstallSection() {
  const isAskable = useSyncExternalStore(onInstallChange, canInstall);
  const isDone = useSyncExternalStore(onInstallChange, wasInstalled);
  const waiting = useSyncExternalStore(onWaitingChange, waitingRecords);
  const way = installWay(navigator);
  return (
    <section className="sheet stack" aria-labelledby="install">
      <h2 id="install" className="section-title">
        Install on this device
      </h2>
      {isInstalledApp() ? (
        <p>EV Jobs is installed on this device, and this is it.</p>
      ) : isDone ? (
        <p>EV Jobs is installed on this device. Open it from your home screen or your apps.</p>
      ) : isAskable ? (
        <div className="row" data-ends="">
          <p>Installed, EV Jobs opens by itself and takes what you share from other apps.</p>
          <Button variant="primary" onClick={() => void install()}>
            Install
          </Button>
        </div>
      ) : way === 'none' ? (
        <p>
          This browser cannot install it. Everything works here all the same; to install EV Jobs, open it in
          Chrome, Edge or Safari, or on your phone.
        </p>
      ) : (
        <>
          {way === 'share-sheet' && waiting.length > 0 && (
            <p>
              <strong>First let everything be sent.</strong> What waits in the outbox stays in this browser:
              the installed app begins empty.
            </p>
          )}
          <ol className={styles.steps}>
            {steps[way].map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order.
              <li key={at}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Everything a person sets for themselves and for this device. */
export function AccountScreen() {
  return (
    <AccountPage>
      <NotificationsSection />
      <InstallSection />
    </AccountPage>
  );
}
