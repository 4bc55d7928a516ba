import { useSyncExternalStore } from 'react';
import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

/** Whether the last calls found nobody, so that nothing can be sent right now. */
export function isOffline(): boolean {
  return !getConnectivity().reachable;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(onConnectivityChange, isOffline);
}
