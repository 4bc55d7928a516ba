import type { InfiniteData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { InboxMessage } from '../../contract/message.ts';
import { withTargets } from '../../outbox/records/echoes.ts';
import { onWaitingChange, statusTargets } from '../../outbox/records/waiting.ts';

/** Returns the messages of a listing with the statuses that wait to be sent laid over them; undefined while none was read. */
export function useInboxMessages(
  data: InfiniteData<{ items: InboxMessage[] }> | undefined,
): readonly InboxMessage[] | undefined {
  const targets = useSyncExternalStore(onWaitingChange, statusTargets);
  const read = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return useMemo(() => read && withTargets(read, targets), [read, targets]);
}
