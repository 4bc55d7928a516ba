import { Link, useMatches } from '@tanstack/react-router';
import { jobsLink } from '../../features/jobs/list/lastList.ts';
import { useProfile } from '../../session/useSession.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { NavItem } from './menu.ts';
import styles from './NavLink.module.css';

/** A link of the navigation: icon, label and badge. */
export function NavLink({ item, count = 0 }: { item: NavItem; count?: number }) {
  const { label, icon, section } = item;
  const profile = useProfile();
  /** The route of this section that is shown; undefined on pages of others. */
  const current = useMatches({
    select: (matches) => {
      const shown = matches.findLast(({ staticData }) => staticData.section);
      return shown?.staticData.section === section ? shown.routeId : undefined;
    },
  });
  const isOnList = current?.includes('/jobs/listing') ?? false;
  const link = section === 'jobs' ? jobsLink(profile, isOnList) : item.link;
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
