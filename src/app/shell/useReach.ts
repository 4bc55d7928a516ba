import { useSyncExternalStore } from 'react';
import { type Connectivity, getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

export function useReach(): Connectivity {
  return useSyncExternalStore(onConnectivityChange, getConnectivity);
}

export function useIsReachable(): boolean {
  return useReach().reachable;
}
