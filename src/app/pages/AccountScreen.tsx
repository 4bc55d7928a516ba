import { Ellipsis, EllipsisVertical, Share, SquarePlus } from 'lucide';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isStaff } from '../../contract/enums.ts';
import { canInstall, install, onInstallChange, wasInstalled } from '../../device/install.ts';
import { type InstallMethod, installMethod } from '../../device/installMethod.ts';
import { isInstalledApp } from '../../device/platform.ts';
import { AccountPage } from '../../features/account/AccountPage.tsx';
import { CalendarSection } from '../../features/account/CalendarSection.tsx';
import { OpenJobsSection } from '../../features/jobs/offline/OpenJobs.tsx';
import { NotificationsSection } from '../../features/notifications/NotificationsSection.tsx';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './InstallSection.module.css';

/** The steps for each way to install; an icon follows its name in the text. */
const steps: Record<Exclude<InstallMethod, 'none'>, readonly ReactNode[]> = {
  'share-sheet': [
    <>
      Tap <Icon of={Share} /> <strong>Share</strong> in the browser toolbar. On newer versions, tap{' '}
      <Icon of={Ellipsis} /> <strong>More</strong> first.
    </>,
    <>
      Tap <Icon of={SquarePlus} /> <strong>Add to Home Screen</strong>. You might need to scroll down.
    </>,
    <>
      Leave <strong>Open as Web App</strong> on if it’s there, then tap <strong>Add</strong>.
    </>,
    <>Open EV Jobs from your home screen and sign in.</>,
  ],
  dock: [
    <>
      In Safari, open the <strong>File</strong> menu.
    </>,
    <>
      Choose <strong>Add to Dock</strong>, then click <strong>Add</strong>.
    </>,
  ],
  'firefox-menu': [
    <>
      Open the Firefox menu <Icon of={EllipsisVertical} />.
    </>,
    <>
      Tap <strong>Add app to Home screen</strong>.
    </>,
  ],
  taskbar: [
    <>
      In the address bar, select <strong>Add tab to taskbar</strong>. If you don’t see it, your Firefox is
      from the Microsoft Store, or you’re in a private window. Use Edge or Chrome instead.
    </>,
    <>Open EV Jobs from the taskbar. You’re already signed in there.</>,
  ],
  'browser-menu': [
    <>
      Open the browser menu <Icon of={EllipsisVertical} />.
    </>,
    <>
      Choose <strong>Install</strong> or <strong>Add to home screen</strong>. If you don’t see it, EV Jobs is
      already installed or you’re in a private window.
    </>,
  ],
};

/** Shows how to install the app on this device. On the account page it can always be found. */
function InstallSection() {
  const isAskable = useSyncExternalStore(onInstallChange, canInstall);
  const isDone = useSyncExternalStore(onInstallChange, wasInstalled);
  const waiting = useSyncExternalStore(onWaitingChange, waitingRecords);
  const way = installMethod(navigator);
  return (
    <Section id="install" title="Install the app">
      {isInstalledApp() ? (
        <p>You’re using the installed app.</p>
      ) : isDone ? (
        <p>EV Jobs is installed on this device. Open it from your home screen or app list.</p>
      ) : isAskable ? (
        <div className="row" data-ends="">
          <p>Install EV Jobs to open it in its own window and share files to it from other apps.</p>
          <Button variant="primary" onClick={() => void install()}>
            Install
          </Button>
        </div>
      ) : way === 'none' ? (
        <p>
          You can’t install EV Jobs from this browser, but you can keep using it here. To install it, open it
          in Chrome, Edge, or Safari, or on your phone.
        </p>
      ) : (
        <>
          {way === 'share-sheet' && waiting.length > 0 && (
            <p>
              <strong>Send everything first.</strong> Items in your outbox stay in this browser. The installed
              app starts with an empty outbox.
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
    </Section>
  );
}

/** Leads staff to their saved replies. */
function RepliesLink() {
  const { userType } = useProfile();
  if (!isStaff(userType)) return null;
  return (
    <Section id="replies" title="Saved replies">
      <div className="row" data-ends="">
        <p>Texts and files that you insert into messages and reasons by typing /.</p>
        <ButtonLink to="/saved-replies">Saved replies</ButtonLink>
      </div>
    </Section>
  );
}

/** The account page with its sections of other features and of the app. */
export function AccountScreen() {
  return (
    <AccountPage>
      <NotificationsSection />
      <InstallSection />
      <OpenJobsSection />
      <CalendarSection />
      <RepliesLink />
      <Section id="check" title="Check a seal">
        <div className="row" data-ends="">
          <p>Read the QR code of a signature report from a photo.</p>
          <ButtonLink to="/check/{-$token}">Check a seal</ButtonLink>
        </div>
      </Section>
    </AccountPage>
  );
}
