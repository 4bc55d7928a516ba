import { Link, useMatches } from '@tanstack/react-router';
import { Icon } from '../../ui/Icon.tsx';
import type { NavItem } from './menu.ts';
import styles from './NavLink.module.css';

/** A link of the navigation: icon, label and badge. */
export function NavLink({ item, count = 0 }: { item: NavItem; count?: number }) {
  const { label, icon, section, link } = item;
  const current = useMatches({
    select: (matches) =>
      matches.findLast(({ staticData }) => staticData.section)?.staticData.section === section,
  });
  return (
    <Link {...link} className={styles.item} activeProps={{}} aria-current={current ? 'page' : undefined}>
      <Icon of={icon} />
      <span>{label}</span>
      {count > 0 && (
        <span className={styles.count}>
          {' '}
          {count > 99 ? '99+' : count}
          <span className="visually-hidden"> new</span>
        </span>
      )}
    </Link>
  );
}
