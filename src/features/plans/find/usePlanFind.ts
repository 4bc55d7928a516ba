import { useEffect, useMemo, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { PlanError } from '../open/PlanError.ts';
import { type Match, matchesIn, type PageText } from '../page/pageText.ts';

/** What is searched for. `version` rises when layers are switched, which hides words or brings them. */
export type Search = { wanted: string; version: number };

/** A match on one of the pages, and the text of that page. */
export type Found = Match & { page: number; text: PageText };

export type Find = {
  /** In the order of the pages. */
  found: readonly Found[];
  /** How many pages were read, or tried. */
  read: number;
  /** Pages without any text, as scans are. */
  textless: readonly number[];
  /** Pages with text of which pictures cover much, whose words are no text. */
  pictures: readonly number[];
  /** Pages that could not be read. */
  failed: readonly number[];
  /** Why the others were not read: the connection was lost. */
  error: Error | null;
};

const nothing: Find = { found: [], read: 0, textless: [], pictures: [], failed: [], error: null };

const inOrder = (a: Found, b: Found) => a.page - b.page || a.start - b.start;

/** Adds what was read of a page; null when it could not be read. */
function withPage(find: Find, page: number, text: PageText | null, wanted: string): Find {
  const added = text ? matchesIn(text, wanted).map((match) => ({ ...match, page, text })) : [];
  const isTextless = text?.starts.length === 0;
  const also = (pages: readonly number[], isOne: boolean) =>
    isOne ? [...pages, page].toSorted((a, b) => a - b) : pages;
  return {
    ...find,
    found: added.length > 0 ? [...find.found, ...added].sort(inOrder) : find.found,
    read: find.read + 1,
    textless: also(find.textless, isTextless),
    pictures: also(find.pictures, !isTextless && (text?.isPicture ?? false)),
    failed: also(find.failed, text === null),
  };
}

/** Between two showings of what was found; the first match is shown at once. */
const showMs = 250;
/** Pages that are parsed while the letters of one are placed. */
const pagesAhead = 4;

/**
 * Finds a text on all pages, in the background: from the page on screen on, so that the nearest match is there first. The text of pages
 * that were read once is known from then on.
 */
export function usePlanFind(plan: Plan, { wanted, version }: Search, page: number): Find {
  // Another search has found nothing yet: what the one before has found is not taken for it.
  const search = useMemo(() => ({ plan, wanted, version }), [plan, wanted, version]);
  const [{ of, find }, setFind] = useState({ of: search, find: nothing });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search goes on while pages are turned.
  useEffect(() => {
    const { plan, wanted } = search;
    if (wanted.trim() === '') return;
    const stopping = new AbortController();
    const { signal } = stopping;
    let now = nothing;
    let shownAt = performance.now();
    /** Reads one page. @returns whether to go on */
    async function add(read: number): Promise<boolean> {
      let text: PageText | null = null;
      let lost: Error | null = null;
      try {
        text = await plan.texts.of(read, signal);
      } catch (error) {
        if (!(error instanceof PlanError)) lost = error as Error;
      }
      if (signal.aborted) return false;
      const isFirst = now.found.length === 0;
      now = lost ? { ...now, error: lost } : withPage(now, read, text, wanted);
      const isDone = lost !== null || now.read === plan.pageCount;
      if (isDone || (isFirst && now.found.length > 0) || performance.now() - shownAt > showMs) {
        shownAt = performance.now();
        setFind({ of: search, find: now });
      }
      return !lost;
    }
    void (async () => {
      const pageAt = (at: number) => ((page - 1 + at) % plan.pageCount) + 1;
      for (let at = 0; at < plan.pageCount; at += 1) {
        for (let next = at + 1; next <= Math.min(at + pagesAhead, plan.pageCount - 1); next += 1)
          plan.texts.of(pageAt(next), signal).catch(() => undefined);
        if (!(await add(pageAt(at)))) return;
      }
    })();
    return () => stopping.abort();
  }, [search]);
  return of === search ? find : nothing;
}
