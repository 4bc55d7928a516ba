import { Link, linkOptions, useMatches } from '@tanstack/react-router';
import {
  CalendarClock,
  ChartColumn,
  CircleUser,
  ClipboardList,
  MessageSquare,
  Plus,
  Search,
  Users,
} from 'lucide-react';
import styles from './NavLink.module.css';

/** The entries of the navigation, each current on every page of its section. */
export const jobsItem = {
  label: 'Jobs',
  icon: ClipboardList,
  section: 'jobs',
  link: linkOptions({ to: '/jobs/listing/$category', params: { category: 'all' } }),
} as const;
export const newJobItem = {
  label: 'New job',
  icon: Plus,
  section: 'new-job',
  link: linkOptions({ to: '/jobs/create' }),
} as const;
export const messagesItem = {
  label: 'Messages',
  icon: MessageSquare,
  section: 'messages',
  link: linkOptions({ to: '/messages' }),
} as const;
export const searchItem = {
  label: 'Search',
  icon: Search,
  section: 'search',
  link: linkOptions({ to: '/search' }),
} as const;
export const usersItem = {
  label: 'Users',
  icon: Users,
  section: 'users',
  link: linkOptions({ to: '/users/listing/$category', params: { category: 'all' } }),
} as const;
export const figuresItem = {
  label: 'Reports',
  icon: ChartColumn,
  section: 'figures',
  link: linkOptions({ to: '/figures' }),
} as const;
export const dueDatesItem = {
  label: 'Due dates',
  icon: CalendarClock,
  section: 'due-dates',
  link: linkOptions({ to: '/due-dates' }),
} as const;
export const accountItem = {
  label: 'Account',
  icon: CircleUser,
  section: 'account',
  link: linkOptions({ to: '/account' }),
} as const;

export type NavItem =
  | typeof jobsItem
  | typeof newJobItem
  | typeof messagesItem
  | typeof searchItem
  | typeof usersItem
  | typeof figuresItem
  | typeof dueDatesItem
  | typeof accountItem;

/** A link of the navigation: icon, label and badge. */
export function NavLink({ item, count = 0 }: { item: NavItem; count?: number }) {
  const { label, icon: Icon, section, link } = item;
  const current = useMatches({
    select: (matches) =>
      matches.findLast(({ staticData }) => staticData.section)?.staticData.section === section,
  });
  return (
    <Link {...link} className={styles.item} activeProps={{}} aria-current={current ? 'page' : undefined}>
      <Icon aria-hidden />
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
