import type { Query } from '@tanstack/react-query';
import type { ResponseOf } from '../contract/calls.ts';
import type { Notifications } from '../contract/users/notifications.ts';
import type { KnownChange } from './patch.ts';

type RowsChanged<N extends 'checklists' | 'savedReplies' | 'savedViews'> = {
  kind: 'rows-changed';
  of: N;
  rows: ResponseOf<N>;
};

/**
 * A change that the server has confirmed, by the response to a write, an acknowledged record of the outbox or a live event. No other
 * module than this one writes or invalidates the query cache.
 */
export type Change =
  | KnownChange
  /** Messages whose content is not known: what shows them is refetched. */
  | { kind: 'messages-outdated'; jobId: string }
  /** `jobId` is empty for an unknown job, and for the photo checklists, saved replies and named views. */
  | { kind: 'job-outdated'; jobId: string }
  /** Rows that each save returns whole. */
  | RowsChanged<'checklists'>
  | RowsChanged<'savedReplies'>
  | RowsChanged<'savedViews'>
  /** `email` is null for an unknown user. */
  | { kind: 'people-outdated'; email?: string | null }
  | { kind: 'lists-outdated'; when: 'now' | 'soon' }
  | { kind: 'notifications-outdated'; email: string }
  | { kind: 'notifications-changed'; email: string; change: (known: Notifications) => Notifications }
  | { kind: 'deletion-requested'; wish: { asked: number | null } }
  | { kind: 'user-erased'; email: string }
  /** Changes may have been missed: what was read until now, and is old, is refetched a moment later. */
  | { kind: 'gap'; isOld: (query: Query) => boolean }
  /** The user may read less than before: everything that was read is dropped, and what is on screen is read anew. */
  | { kind: 'rights-lost' }
  /** Everything, or what was read before `readBefore` (milliseconds since 1970), is refetched at once. */
  | { kind: 'reset'; readBefore?: number }
  | { kind: 'signed-out' };
