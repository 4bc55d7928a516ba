import { useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { type Remark, remarksOf } from '../page/remarks.ts';

/** The remarks of a page. */
export type PageRemarks = { page: number; remarks: readonly Remark[] };

/** Reads the remarks of all pages in the background, from the page on screen on. @param version rises when layers are switched */
export function useRemarks(plan: Plan, page: number, version: number): readonly PageRemarks[] {
  const [found, setFound] = useState<readonly PageRemarks[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading goes on while pages are turned.
  useEffect(() => {
    setFound([]);
    const stopping = new AbortController();
    const { signal } = stopping;
    void (async () => {
      for (let at = 0; at < plan.pageCount && !signal.aborted; at += 1) {
        const read = ((page - 1 + at) % plan.pageCount) + 1;
        // A page that cannot be read has none.
        const remarks = await plan.read(read, remarksOf, signal).catch(() => []);
        if (signal.aborted || remarks.length === 0) continue;
        setFound((before) => [...before, { page: read, remarks }].sort((a, b) => a.page - b.page));
      }
    })();
    return () => stopping.abort();
  }, [plan, version]);
  return found;
}
