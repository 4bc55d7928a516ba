import { linkOptions } from '@tanstack/react-router';
import { CircleUser, ClipboardList, MessageSquare, Plus, Users } from 'lucide-react';

/** Where one can always go. `under` is the part of the address in which the item is the current one. */
export const jobsItem = {
  label: 'Jobs',
  icon: ClipboardList,
  under: /^\/jobs\/(listing|update)/,
  link: linkOptions({ to: '/jobs/listing/$category', params: { category: 'all' } }),
};
export const newJobItem = {
  label: 'New job',
  icon: Plus,
  under: /^\/jobs\/create/,
  link: linkOptions({ to: '/jobs/create' }),
};
export const messagesItem = {
  label: 'Messages',
  icon: MessageSquare,
  under: /^\/messages/,
  link: linkOptions({ to: '/messages' }),
};
export const usersItem = {
  label: 'Users',
  icon: Users,
  under: /^\/users/,
  link: linkOptions({ to: '/users/listing/$category', params: { category: 'all' } }),
};
export const accountItem = {
  label: 'Account',
  icon: CircleUser,
  under: /^\/account/,
  link: linkOptions({ to: '/account' }),
};

export type NavItem =
  | typeof jobsItem
  | typeof newJobItem
  | typeof messagesItem
  | typeof usersItem
  | typeof accountItem;
