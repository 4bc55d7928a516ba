import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { userStatsQuery } from '../../api/queries.ts';
import { isStaff } from '../../contract/enums.ts';
import { ChatPanel } from '../../features/chat/ChatPanel.tsx';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { LineContext } from '../../ui/AsOf.tsx';
import { InFrame } from '../pages/PlainPage.tsx';
import { useLater } from '../start/later.ts';
import { BottomBar } from './BottomBar.tsx';
import { LineButton } from './LineButton.tsx';
import { Rail } from './Rail.tsx';
import { SearchLink } from './SearchLink.tsx';
import styles from './Shell.module.css';
import { useReach } from './useReach.ts';

const countEveryMs = 60_000;

/** The frame of an approved user: a rail on a desk, bars on a phone, the page, and the chat over it. */
export function Shell({ children }: { children?: ReactNode }) {
  const profile = useProfile();
  const refetchInterval = useIntervalMs(countEveryMs);
  const { data: stats } = useQuery({ ...userStatsQuery(profile.email), refetchInterval });
  const staff = isStaff(profile.userType);
  const frame = { profile, staff, newMessages: stats?.newMessages ?? 0 };
  const later = useLater();
  const reach = useReach();
  return (
    <LineContext value={reach}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#main">
          Skip to the page
        </a>
        <Rail {...frame} />
        <header className={styles.top} data-frame="">
          <span className={styles.name}>EV Jobs</span>
          <LineButton compact />
          <SearchLink />
        </header>
        <main id="main" className={styles.main} tabIndex={-1}>
          {later && <later.QuietLine />}
          <InFrame value={true}>{children ?? <Outlet />}</InFrame>
        </main>
        <BottomBar {...frame} />
        <ChatPanel />
        {later && <later.FrameParts staff={staff} newMessages={stats?.newMessages} />}
      </div>
    </LineContext>
  );
}
