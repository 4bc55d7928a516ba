import type { ReactNode } from 'react';
import { AccountPage } from '../features/account/AccountPage.tsx';
import { NotificationsSection } from '../features/notifications/NotificationsSection.tsx';

/** @param children sections of the app itself */
export function AccountScreen({ children }: { children?: ReactNode }) {
  return (
    <AccountPage>
      <NotificationsSection />
      {children}
    </AccountPage>
  );
}
