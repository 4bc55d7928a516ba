import { useSyncExternalStore } from 'react';
import { type Connectivity, getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

export function useConnectivity(): Connectivity {
  return useSyncExternalStore(onConnectivityChange, getConnectivity);
}

export function useIsReachable(): boolean {
  return useConnectivity().reachable;
}
