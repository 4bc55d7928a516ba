import { AccountPage } from '../../features/account/AccountPage.tsx';
import { NotificationsSection } from '../../features/notifications/NotificationsSection.tsx';
import { InstallSection } from './InstallSection.tsx';

/** Everything a person sets for themselves and for this device. */
export function AccountScreen() {
  return (
    <AccountPage>
      <NotificationsSection />
      <InstallSection />
    </AccountPage>
  );
}
