import type { PreparedJob } from '../api/siteCache.ts';

/** What a person prepared for a place without a signal: which jobs, how far each is, and the work on them. */
export type Site = {
  /** Whether anything can be prepared: only the worker can answer out of what is kept. */
  possible: boolean;
  /** By job; the same object until something of it changes. */
  jobs: ReadonlyMap<string, PreparedJob>;
  /** The job that is being fetched now. */
  working: string | null;
  /** Why nothing goes on although something is to come: no line, no room, or nothing of it. */
  halted: 'offline' | 'full' | null;
};

export const nothingPrepared: Site = { possible: false, jobs: new Map(), working: null, halted: null };
let site = nothingPrepared;
const listeners = new Set<() => void>();

export function getSite(): Site {
  return site;
}

export function putSite(next: Partial<Site>): void {
  site = { ...site, ...next };
  for (const listener of listeners) listener();
}

export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
