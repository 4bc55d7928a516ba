import { type Shortcut, shortcuts } from '../../../ui/shortcuts.ts';
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

const keys: Partial<Record<Act, Shortcut>> = {
  assignee: 'assign',
  status: 'status',
  due: 'due',
  priority: 'priority',
  addressed: 'markConversation',
};

/** Returns the key that does the same in a list; undefined for what has none. */
export function keyOf(act: Act): string | undefined {
  const shortcut = keys[act];
  return shortcut && shortcuts[shortcut].keys[0];
}
