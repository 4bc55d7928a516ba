import { useSyncExternalStore } from 'react';
import { isTold, onToldChange } from '../api/liveState.ts';

/** A net under what is told: nothing should ever be found by it. */
const relaxedMs = 5 * 60_000;

/** How long to wait between two looks for news: long, while the window is told of what happens anyway. */
export function useIntervalMs(untoldMs: number): number {
  return useSyncExternalStore(onToldChange, isTold) ? relaxedMs : untoldMs;
}
