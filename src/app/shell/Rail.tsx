import { LogOut } from 'lucide';
import { useSignOut } from '../../appContexts.ts';
import { userTypes } from '../../contract/enums.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';
import { Brand } from '../../ui/Brand.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOneStop } from '../../ui/useOneStop.ts';
import { ConnectionButton } from './ConnectionButton.tsx';
import { menuOf } from './menu.ts';
import { NavLink } from './NavLink.tsx';
import styles from './Rail.module.css';

/** Returns a function that signs out, and shows a failure as a toast. */
export function useLeaveApp(): () => void {
  const signOut = useSignOut();
  return () => {
    signOut().catch((error: unknown) =>
      toast(error instanceof Error ? error.message : String(error), { tone: 'bad' }),
    );
  };
}

export type FrameProps = { profile: ApprovedProfile; newMessages: number };

/** The navigation of a desktop, at the left edge. */
export function Rail({ profile, newMessages }: FrameProps) {
  const leaveApp = useLeaveApp();
  const stop = useOneStop<HTMLElement>('ArrowUp', 'ArrowDown');
  return (
    <header className={styles.rail} data-frame="">
      <p className={styles.name} translate="no">
        <Brand />
      </p>
      <nav {...stop} className={styles.items} aria-label="Main">
        {menuOf(profile.userType).map((item) => (
          <NavLink key={item.section} item={item} count={item.section === 'messages' ? newMessages : 0} />
        ))}
      </nav>
      <div className={styles.foot}>
        <ConnectionButton />
        <dl className={styles.block}>
          <dt>{userTypes[profile.userType]}</dt>
          <dd translate="no">{profile.userName}</dd>
          <dd translate="no">{profile.company}</dd>
        </dl>
        <button type="button" className={styles.leave} onClick={leaveApp}>
          <Icon of={LogOut} /> Sign out
        </button>
      </div>
    </header>
  );
}
