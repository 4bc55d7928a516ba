import type { Act } from './rowAct.ts';

/** Names what staff do with jobs, in menus and titles. */
export const actNames = {
  take: 'Assign to me',
  assignee: 'Assignee',
  status: 'Status',
  due: 'Due date',
  priority: 'Priority',
  addressed: 'Mark messages as addressed',
} as const satisfies Record<Act, string>;
