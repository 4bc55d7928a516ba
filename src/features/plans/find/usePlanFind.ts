import { useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { type Match, matchesIn } from '../page/pageText.ts';

/** A match on one of the pages. */
export type Found = Match & { page: number };

export type Find = {
  /** In the order of the pages. */
  found: readonly Found[];
  /** Pages that were read. */
  read: number;
  /** Whether the pages read so far have any text; scans have none. */
  hasText: boolean;
};

const nothing: Find = { found: [], read: 0, hasText: false };

/**
 * Finds a text on all pages, in the background and from the page on screen on, so that the nearest match is there first. The text of
 * pages that were read once is known from then on.
 */
export function usePlanFind(plan: Plan, wanted: string, page: number): Find {
  const [find, setFind] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search goes on while pages are turned.
  useEffect(() => {
    setFind(nothing);
    if (wanted.trim() === '') return;
    const stopping = new AbortController();
    void (async () => {
      const found: Found[] = [];
      let hasText = false;
      for (let at = 0; at < plan.pageCount && !stopping.signal.aborted; at += 1) {
        const read = ((page - 1 + at) % plan.pageCount) + 1;
        // A page that cannot be read has no text.
        const text = await plan.text(read, stopping.signal).catch(() => '');
        if (stopping.signal.aborted) return;
        hasText ||= text.trim() !== '';
        found.push(...matchesIn(text, wanted).map((match) => ({ ...match, page: read })));
        found.sort((a, b) => a.page - b.page || a.start - b.start);
        setFind({ found: [...found], read: at + 1, hasText });
      }
    })();
    return () => stopping.abort();
  }, [plan, wanted]);
  return find;
}
