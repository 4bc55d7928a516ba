import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sharesOf, sharesWaiting } from '../session/drafts.ts';
import { useProfile } from '../session/useSession.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import styles from './QuietLine.module.css';
import { useAtPageChange } from './useAtPageChange.ts';

/** The one line above a page: that something shared waits for its job, or else that the app can be installed. */
export function QuietLine() {
  const { email } = useProfile();
  const { pathname } = useLocation();
  const waiting = useAtPageChange(sharesWaiting, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for with each page, told with the next.
  useEffect(() => void sharesOf(email), [email, pathname]);
  if (waiting === 0 || pathname === '/share') return <InstallOffer />;
  return (
    <aside className={styles.line} aria-label="Shared with EV Jobs">
      <p>
        {waiting === 1 ? 'Something shared waits' : `${waiting} shares wait`} for you to say for which job.
      </p>
      <p className={styles.choices}>
        <ButtonLink variant="quiet" to="/share">
          Choose the job
        </ButtonLink>
      </p>
    </aside>
  );
}
