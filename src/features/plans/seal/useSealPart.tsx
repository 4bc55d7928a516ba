import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { PanelPart } from '../bars/PlanPanel.tsx';
import type { Plan } from '../open/openPlan.ts';
import { claimsSeal } from './claimsSeal.ts';
import { useSeals } from './useSeals.ts';

const SealList = lazy(async () => ({ default: (await import('./SealList.tsx')).SealList }));
const SealBar = lazy(async () => ({ default: (await import('./SealBar.tsx')).SealBar }));
const DrawnBar = lazy(async () => ({ default: (await import('./SealBar.tsx')).DrawnBar }));

type Where = {
  page: number;
  /** Shows the part of the panel. */
  onDetails: () => void;
};

/** Returns what is said of the signatures of a document: a line above the page, and a part of the panel. */
export function useSealPart(plan: Plan, { page, onDetails }: Where) {
  const seals = useSeals(plan);
  const [claiming, setClaiming] = useState<ReadonlySet<number>>(new Set());
  const onText = useCallback((of: number, text: string) => {
    if (claimsSeal(text)) setClaiming((before) => new Set(before).add(of));
  }, []);
  const report = seals.state === 'checked' ? seals.report : undefined;
  const isSigned = report !== undefined && report.seals.length > 0;
  const isClaimed = claiming.has(page);
  const isDrawn = (report?.drawnFields ?? 0) > 0 || isClaimed;
  const isUnsigned = seals.state === 'none' || report?.verdict === 'drawn';
  let bar: ReactNode = null;
  if (isUnsigned) bar = isDrawn && <DrawnBar isClaimed={isClaimed} />;
  else if (seals.state !== 'unknown') {
    const isShown = seals.state !== 'failed' || seals.isSigned || isClaimed;
    bar = isShown && <SealBar seals={seals} onDetails={onDetails} />;
  }
  const part: PanelPart | false = report !== undefined &&
    (isSigned || report.emptyFields > 0) && {
      name: 'Signatures',
      ...(isSigned && { count: report.seals.length }),
      view: (
        <Suspense fallback={null}>
          <SealList report={report} />
        </Suspense>
      ),
    };
  return { part, bar: bar && <Suspense fallback={null}>{bar}</Suspense>, onText };
}
