import { Link, useLocation } from '@tanstack/react-router';
import styles from './NavLink.module.css';
import type { NavItem } from './navItems.ts';

/** A link of the frame: icon, word, and how much is new behind it. */
export function NavLink({ item, count = 0 }: { item: NavItem; count?: number }) {
  const { label, icon: Icon, under, link } = item;
  const current = useLocation({ select: ({ pathname }) => under.test(pathname) });
  return (
    <Link {...link} className={styles.item} activeProps={{}} aria-current={current ? 'page' : undefined}>
      <Icon aria-hidden />
      <span>{label}</span>
      {count > 0 && (
        <span className={styles.count}>
          {count > 99 ? '99+' : count}
          <span className="visually-hidden"> new</span>
        </span>
      )}
    </Link>
  );
}
