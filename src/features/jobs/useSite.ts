import { useSyncExternalStore } from 'react';
import type { PreparedJob } from '../../api/siteCache.ts';
import { getSite, onSiteChange, type Site } from '../../session/siteState.ts';

/** Whether this browser could ever read out of what is kept. */
export const mayPrepare = 'caches' in globalThis && 'serviceWorker' in navigator;

/** Everything that was prepared for a place without a signal. */
export function useSite(): Site {
  return useSyncExternalStore(onSiteChange, getSite);
}

/** What was prepared of one job; undefined for nothing. */
export function usePrepared(jobId: string): PreparedJob | undefined {
  return useSyncExternalStore(onSiteChange, () => getSite().jobs.get(jobId));
}
