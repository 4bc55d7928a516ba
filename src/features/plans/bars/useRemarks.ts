import type { PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { sleep } from '../../../timing.ts';
import type { Plan } from '../open/openPlan.ts';
import type { Layers } from '../page/annotations.ts';
import { type CarriedFile, filesOn } from '../page/carried.ts';
import { type Remark, remarksOf } from '../page/remarks.ts';

/** What was added to a page: remarks, and files at a place on it. */
export type PageRemarks = { page: number; remarks: readonly Remark[]; files: readonly CarriedFile[] };

/** Between two pages there is a rest, by the time that one took. */
const restRatio = 3;

const addedTo = async (page: PDFPageProxy, layers: Layers) => ({
  remarks: await remarksOf(page, layers),
  files: await filesOn(page, layers),
});

/** Reads the remarks of all pages in the background, from the page on screen on. @param version rises when layers are switched */
export function useRemarks(plan: Plan, page: number, version: number): readonly PageRemarks[] {
  const [found, setFound] = useState<readonly PageRemarks[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading goes on while pages are turned.
  useEffect(() => {
    setFound([]);
    const stopping = new AbortController();
    const { signal } = stopping;
    void (async () => {
      await plan.whenDrawn(page);
      for (let at = 0; at < plan.pageCount && !signal.aborted; at += 1) {
        const read = ((page - 1 + at) % plan.pageCount) + 1;
        const began = performance.now();
        // A page that cannot be read has none.
        const added = await plan.read(read, addedTo, signal).catch(() => ({ remarks: [], files: [] }));
        // What is drawn meanwhile has most of a slow processor.
        await sleep(restRatio * (performance.now() - began), signal).catch(() => undefined);
        if (signal.aborted || added.remarks.length + added.files.length === 0) continue;
        setFound((before) => [...before, { page: read, ...added }].sort((a, b) => a.page - b.page));
      }
    })();
    return () => stopping.abort();
  }, [plan, version]);
  return found;
}
