import { useEffect, useMemo, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { boxesOf, matchesIn, type PageText } from '../page/pageText.ts';
import type { Mark } from '../stage/Marks.tsx';
import type { Found, Search } from './usePlanFind.ts';

/** Returns the places of what is searched on the page on screen. */
export function useMarks(
  plan: Plan,
  page: number,
  { wanted, version }: Search,
  current: Found | null,
): readonly Mark[] {
  const [read, setRead] = useState<{ page: number; text: PageText }>();
  const isWanted = wanted.trim() !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: other layers have other words.
  useEffect(() => {
    if (!isWanted) return;
    const stopping = new AbortController();
    plan.texts.of(page, stopping.signal).then(
      (text) => setRead({ page, text }),
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page, isWanted, version]);
  const places = useMemo(() => {
    if (read?.page !== page) return [];
    const { text } = read;
    return matchesIn(text, wanted).map((match) => ({ start: match.start, boxes: boxesOf(text, match) }));
  }, [read, page, wanted]);
  return useMemo(
    () =>
      places.flatMap(({ start, boxes }) =>
        boxes.map((box) => ({
          box: { ...box },
          isCurrent: current?.page === page && current.start === start,
        })),
      ),
    [places, page, current],
  );
}
