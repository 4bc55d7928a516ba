import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { PanelPart } from '../bars/PlanPanel.tsx';
import type { Plan } from '../open/openPlan.ts';
import { useSeals } from './useSeals.ts';

const SealList = lazy(async () => ({ default: (await import('./SealList.tsx')).SealList }));
const SealBar = lazy(async () => ({ default: (await import('./SealBar.tsx')).SealBar }));
const DrawnBar = lazy(async () => ({ default: (await import('./SealBar.tsx')).DrawnBar }));

/** As the rules of states have it on sheets that are sealed digitally, and as programs write beside a seal. */
const claim =
  /\b(digitally|electronically)\s+(signed|sealed)|\b(signature|seal)\s+must\s+be\s+verified\s+on\s+any\s+electronic\b/i;

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
    if (claim.test(text)) setClaiming((before) => new Set(before).add(of));
  }, []);
  const report = seals.state === 'checked' ? seals.report : undefined;
  const isSigned = report !== undefined && report.seals.length > 0;
  const isDrawn = (report?.drawnFields ?? 0) > 0 || claiming.has(page);
  const isUnsigned = seals.state === 'none' || (report !== undefined && !isSigned);
  let bar: ReactNode = null;
  if (seals.state !== 'none' && !isUnsigned) bar = <SealBar seals={seals} onDetails={onDetails} />;
  else if (isUnsigned && isDrawn) bar = <DrawnBar isClaimed={claiming.has(page)} />;
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
