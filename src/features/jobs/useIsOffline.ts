import { useSyncExternalStore } from 'react';
import { getReach, onReachChange } from '../../api/reach.ts';

/** Whether the last calls found nobody, so that nothing can be sent right now. */
export function isOffline(): boolean {
  return !getReach().reachable;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(onReachChange, isOffline);
}
