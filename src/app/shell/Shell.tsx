import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Search } from 'lucide';
import { type ReactNode, useCallback, useState } from 'react';
import { userStatsQuery } from '../../api/queries.ts';
import { OpenOutboxSheet } from '../../appContexts.ts';
import { isStaff } from '../../contract/enums.ts';
import { messagesToAnswer } from '../../contract/jobs/job.ts';
import { ChatPanel } from '../../features/chat/ChatPanel.tsx';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { useProfile } from '../../session/useSession.ts';
import { Brand } from '../../ui/Brand.tsx';
import { ConnectivityContext } from '../../ui/feedback/AsOf.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useIsWide } from '../../ui/useIsWide.ts';
import { InFrame } from '../pages/PlainPage.tsx';
import { useLazyModules } from '../start/lazyModules.ts';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionButton } from './ConnectionButton.tsx';
import { Rail } from './Rail.tsx';
import searchLinkStyles from './SearchLink.module.css';
import styles from './Shell.module.css';
import { useConnectivity } from './useConnectivity.ts';

const countEveryMs = 60_000;

/** The frame of an approved user: a rail on a desk, bars on a phone, the page, and the chat over it. */
export function Shell({ children }: { children?: ReactNode }) {
  const profile = useProfile();
  const { data: stats } = useQuery(userStatsQuery(profile.email, useIntervalMs(countEveryMs)));
  const staff = isStaff(profile.userType);
  const toAnswer = messagesToAnswer(stats);
  const frame = { profile, newMessages: toAnswer ?? 0 };
  const isWide = useIsWide();
  const later = useLazyModules();
  const connectivity = useConnectivity();
  // A tap before the lazy modules are loaded takes effect once they are.
  const [isOutboxOpen, setOutboxOpen] = useState(false);
  const openOutbox = useCallback(() => setOutboxOpen(true), []);
  const outbox = { open: isOutboxOpen, onClose: () => setOutboxOpen(false) };
  return (
    <ConnectivityContext value={connectivity}>
      <OpenOutboxSheet value={openOutbox}>
        <div className={styles.shell}>
          <a className={styles.skip} href="#main">
            Skip to main content
          </a>
          {isWide ? (
            <Rail {...frame} />
          ) : (
            <header className={styles.top} data-frame="" data-head="">
              <span className={styles.name} translate="no">
                <Brand />
              </span>
              <ConnectionButton compact />
              <SearchLink />
            </header>
          )}
          <main id="main" className={styles.main} tabIndex={-1}>
            {later && <later.TopNotice />}
            <InFrame value={true}>{children ?? <Outlet />}</InFrame>
          </main>
          {!isWide && <BottomBar {...frame} />}
          <ChatPanel />
          {later && (
            <later.LazyFrame
              staff={staff}
              newMessages={toAnswer}
              outbox={{ ...outbox, onTryNow: later.tryNow }}
            />
          )}
        </div>
      </OpenOutboxSheet>
    </ConnectivityContext>
  );
}

/** Opens the search for everything. */
function SearchLink() {
  return (
    <Link to="/search" search={{}} className={searchLinkStyles.link} aria-label="Search" title="Search">
      <Icon of={Search} />
    </Link>
  );
}
