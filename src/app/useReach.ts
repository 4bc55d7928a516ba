import { useSyncExternalStore } from 'react';
import { getReach, onReachChange, type Reach } from '../api/reach.ts';

export function useReach(): Reach {
  return useSyncExternalStore(onReachChange, getReach);
}

export function useIsReachable(): boolean {
  return useReach().reachable;
}
