import { useSyncExternalStore } from 'react';
import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

/** Whether the last calls did not reach the backend. */
export function isOffline(): boolean {
  return !getConnectivity().reachable;
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(onConnectivityChange, isOffline);
}
