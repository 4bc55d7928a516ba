import { useEffect, useMemo, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import type { Box } from '../page/box.ts';
import { boxesOf, matchesIn } from '../page/pageText.ts';
import type { Mark } from '../stage/PlanStage.tsx';
import type { Found } from './usePlanFind.ts';

/** Returns the places of what is searched on the page on screen. */
export function useMarks(plan: Plan, page: number, wanted: string, current: Found | null): readonly Mark[] {
  const [boxes, setBoxes] = useState<{ page: number; list: { start: number; boxes: Box[] }[] }>();
  useEffect(() => {
    setBoxes(undefined);
    if (wanted.trim() === '') return;
    const stopping = new AbortController();
    plan.pieces(page, stopping.signal).then(
      (text) => {
        const list = matchesIn(text.text, wanted).map((match) => ({
          start: match.start,
          boxes: boxesOf(text, match),
        }));
        setBoxes({ page, list });
      },
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page, wanted]);
  return useMemo(
    () =>
      (boxes?.page === page ? boxes.list : []).flatMap(({ start, boxes: places }) =>
        places.map((box) => ({ box, isCurrent: current?.page === page && current.start === start })),
      ),
    [boxes, page, current],
  );
}
