import { linkOptions } from '@tanstack/react-router';
import { ChartColumn, CircleUser, ClipboardList, MessageSquare, Plus, Search, Settings, Users } from 'lucide';
import { isStaff, type UserType } from '../../contract/enums.ts';

/**
 * The entries of the navigation in the order of the rail, each current on every page of its section. `phone`: where a phone has it, in
 * its bar, in the sheet of the bar, or in the sheet beside the user's name; the search is in its head.
 */
const entries = [
  {
    label: 'Jobs',
    icon: ClipboardList,
    section: 'jobs',
    link: linkOptions({ to: '/jobs/listing/$category', params: { category: 'all' } }),
    phone: 'bar',
    for: 'all',
  },
  {
    label: 'New job',
    icon: Plus,
    section: 'new-job',
    link: linkOptions({ to: '/jobs/create' }),
    phone: 'bar',
    for: 'all',
  },
  {
    label: 'Messages',
    icon: MessageSquare,
    section: 'messages',
    link: linkOptions({ to: '/messages' }),
    phone: 'bar',
    for: 'all',
  },
  {
    label: 'Search',
    icon: Search,
    section: 'search',
    link: linkOptions({ to: '/search' }),
    phone: 'head',
    for: 'all',
  },
  {
    label: 'Users',
    icon: Users,
    section: 'users',
    link: linkOptions({ to: '/users/listing/$category', params: { category: 'all' } }),
    phone: 'more',
    for: 'staff',
  },
  {
    label: 'Reports',
    icon: ChartColumn,
    section: 'figures',
    link: linkOptions({ to: '/figures' }),
    phone: 'more',
    for: 'staff',
  },
  {
    label: 'Settings',
    icon: Settings,
    section: 'settings',
    link: linkOptions({ to: '/settings' }),
    phone: 'more',
    for: 'admins',
  },
  {
    label: 'Account',
    icon: CircleUser,
    section: 'account',
    link: linkOptions({ to: '/account' }),
    phone: 'name',
    for: 'all',
  },
] as const;

export type NavItem = (typeof entries)[number];

/** Returns the entries of a user; with `phone`, those in that place of a phone. */
export function menuOf(userType: UserType, phone?: NavItem['phone']): NavItem[] {
  const groups = ['all', isStaff(userType) && 'staff', userType === 'ADMIN' && 'admins'];
  return entries.filter((entry) => groups.includes(entry.for) && (!phone || entry.phone === phone));
}
