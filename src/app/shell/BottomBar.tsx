import { Ellipsis, LogOut } from 'lucide';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../ui/Icon.tsx';
import { useLazyModules } from '../start/lazyModules.ts';
import styles from './BottomBar.module.css';
import { menuOf } from './menu.ts';
import { NavLink } from './NavLink.tsx';
import { type FrameProps, useLeaveApp } from './Rail.tsx';

/** The navigation of a phone, at the bottom edge. */
export function BottomBar({ profile, newMessages }: FrameProps) {
  const { userType } = profile;
  const leaveApp = useLeaveApp();
  const id = useId();
  const more = useRef<HTMLDivElement>(null);
  /** Null until it was opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  const later = useLazyModules();
  return (
    <nav className={styles.bar} aria-label="Main">
      {menuOf(userType, 'bar').map((item) => (
        <NavLink key={item.section} item={item} count={item.section === 'messages' ? newMessages : 0} />
      ))}
      <button type="button" className={styles.more} popoverTarget={id} aria-expanded={open === true}>
        <Icon of={Ellipsis} />
        <span>More</span>
      </button>
      {open && later && <later.BackCloses close={() => more.current?.hidePopover()} />}
      {/* biome-ignore lint/a11y: a choice made inside closes the sheet; each item is a link or button of its own. */}
      <div
        id={id}
        ref={more}
        popover="auto"
        className={styles.sheet}
        role="group"
        aria-label="More"
        // Before it shows, so that its items are there, and back closes it, from the first moment.
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setOpen(true));
          else setOpen(false);
        }}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button'))
            more.current?.hidePopover();
        }}
      >
        {open !== null && (
          <>
            <p className={styles.who} translate="no">
              {profile.userName} <span>{profile.company}</span>
            </p>
            {[...menuOf(userType, 'name'), ...menuOf(userType, 'more')].map((item) => (
              <NavLink key={item.section} item={item} />
            ))}
            <button type="button" className={styles.more} onClick={leaveApp}>
              <Icon of={LogOut} />
              <span>Sign out</span>
            </button>
          </>
        )}
      </div>
    </nav>
  );
}
