import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { userStatsQuery } from '../api/queries.ts';
import { isStaff } from '../contract/enums.ts';
import { ChatPanel } from '../features/chat/ChatPanel.tsx';
import { useIntervalMs } from '../session/useIntervalMs.ts';
import { useProfile } from '../session/useSession.ts';
import { LineContext } from '../ui/AsOf.tsx';
import { ShortcutSheet } from '../ui/ShortcutSheet.tsx';
import { BottomBar } from './BottomBar.tsx';
import { useReach } from './connection.ts';

import { InFrame } from './inFrame.ts';
import { LineButton } from './LineButton.tsx';
import { LineNews } from './LineNews.tsx';
import { OutboxDoor } from './OutboxDoor.tsx';
import { QuietLine } from './QuietLine.tsx';
import { Rail } from './Rail.tsx';
import { SearchLink } from './SearchLink.tsx';
import styles from './Shell.module.css';
import { useBadge } from './useBadge.ts';
import { usePrefetchNearby } from './usePrefetchNearby.ts';
import { useShortcuts } from './useShortcuts.ts';

const countEveryMs = 60_000;

/** The frame of an approved user: a rail on a desk, bars on a phone, the page, and the chat over it. */
export function Shell({ children }: { children?: ReactNode }) {
  const profile = useProfile();
  const refetchInterval = useIntervalMs(countEveryMs);
  const { data: stats } = useQuery({ ...userStatsQuery(profile.email), refetchInterval });
  const { listed, close } = useShortcuts(isStaff(profile.userType));
  usePrefetchNearby();
  useBadge(stats?.newMessages);
  const frame = { profile, staff: isStaff(profile.userType), newMessages: stats?.newMessages ?? 0 };
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
          <QuietLine />
          <InFrame value={true}>{children ?? <Outlet />}</InFrame>
        </main>
        <BottomBar {...frame} />
        <ChatPanel />
        <ShortcutSheet open={listed} onClose={close} />
        <OutboxDoor />
        <LineNews />
      </div>
    </LineContext>
  );
}
