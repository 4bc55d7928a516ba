import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';

/** Whether the service could be reached lately: what calls came to counts, what the browser believes is a hint. */
let reachable = typeof navigator === 'undefined' || navigator.onLine;
const listeners = new Set<() => void>();

function tell(next: boolean) {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/** Starts watching. Called once. */
export function watchConnection(): void {
  window.addEventListener('offline', () => tell(false));
  window.addEventListener('online', () => {
    tell(true);
    void queryClient.refetchQueries({ type: 'active', stale: true });
  });
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && !event.action.manual) tell(true);
    if (event.action.type !== 'error' && event.action.type !== 'failed') return;
    const error: unknown = event.action.error;
    if (error instanceof ApiError) tell(error.code !== 'offline' && error.code !== 'timeout');
  });
}

export function useIsReachable(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
  );
}
