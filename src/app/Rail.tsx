import { LogOut } from 'lucide-react';
import { userTypes } from '../contract/enums.ts';
import type { ApprovedProfile } from '../contract/user.ts';
import { LineButton } from './LineButton.tsx';
import { leaveApp } from './leaveApp.ts';
import { NavLink } from './NavLink.tsx';
import { accountItem, jobsItem, messagesItem, newJobItem, usersItem } from './navItems.ts';
import styles from './Rail.module.css';

export type FrameProps = { profile: ApprovedProfile; staff: boolean; newMessages: number };

/** The frame's left edge on a desk. */
export function Rail({ profile, staff, newMessages }: FrameProps) {
  return (
    <header className={styles.rail} data-frame="">
      <p className={styles.name}>
        <span>EV</span> Jobs
      </p>
      <nav className={styles.items} aria-label="Main">
        <NavLink item={jobsItem} />
        <NavLink item={newJobItem} />
        <NavLink item={messagesItem} count={newMessages} />
        {staff && <NavLink item={usersItem} />}
        <NavLink item={accountItem} />
      </nav>
      <div className={styles.foot}>
        <LineButton />
        <dl className={styles.block}>
          <dt>{userTypes[profile.userType]}</dt>
          <dd>{profile.userName}</dd>
          <dd>{profile.company}</dd>
        </dl>
        <button type="button" className={styles.leave} onClick={leaveApp}>
          <LogOut aria-hidden /> Sign out
        </button>
      </div>
    </header>
  );
}
