import { type ComponentProps, Fragment, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import type { Target } from '../page/documentParts.ts';
import { type Mark, Marks } from './Marks.tsx';
import { PageLinks } from './PageLinks.tsx';
import { PlanStage } from './PlanStage.tsx';
import styles from './Sheets.module.css';
import type { Stage } from './stage.ts';

/** What few plans have. */
const PageForm = lazy(async () => ({ default: (await import('./PageForm.tsx')).PageForm }));

type Side = 'own' | 'beside';
type OnPage = (page: number, how: 'turn' | 'jump') => void;
type StageProps = ComponentProps<typeof PlanStage>;

/**
 * Holds the sheet in the address, and one beside it where the user wants two. Tools and keys act on the one that was used last, whose
 * page and stage are returned.
 *
 * @param own the page in the address
 */
export function useSheets(own: number, onOwnPage: OnPage) {
  const [beside, setBeside] = useState<number>();
  const [chosen, choose] = useState<Side>('own');
  const [stages, setStages] = useState<Record<Side, Stage | null>>({ own: null, beside: null });
  const side = beside === undefined ? 'own' : chosen;
  const onPage: OnPage = side === 'own' ? onOwnPage : setBeside;
  const onReady = useCallback(
    (of: Side, stage: Stage | null) => setStages((all) => ({ ...all, [of]: stage })),
    [],
  );
  return {
    page: side === 'own' ? own : (beside ?? own),
    stage: stages[side],
    onPage,
    /** Shows another sheet beside, or ends that. */
    setBeside,
    shown: { own, beside, side, choose, onReady },
  };
}

type Shown = ReturnType<typeof useSheets>['shown'];
type Props = Omit<StageProps, 'plan' | 'page' | 'label' | 'overlay' | 'current' | 'onReady' | 'onError'> & {
  plan: Plan;
  marks: readonly Mark[];
  onFollow: (target: Target) => void;
  shown: Shown;
  /** Says what is not shown of a page. @param error why it is not drawn */
  notice: (page: number, error: Error | null) => ReactNode;
  labelOf: (page: number) => string;
};

/** Shows one sheet, or two side by side. */
export function Sheets({ shown, ...props }: Props) {
  const { own, beside, side } = shown;
  return (
    <div className={styles.sheets} data-stage="" data-two={beside !== undefined || undefined}>
      <Sheet shown={shown} side="own" page={own} isUsed={side === 'own'} {...props} />
      {beside !== undefined && (
        <Sheet shown={shown} side="beside" page={beside} isUsed={side === 'beside'} {...props} />
      )}
    </div>
  );
}

type SheetProps = Props & { side: Side; page: number; isUsed: boolean };

function Sheet({
  shown,
  side,
  page,
  isUsed,
  labelOf,
  notice,
  marks: all,
  selecting,
  onFollow,
  ...props
}: SheetProps) {
  const { choose, onReady } = shown;
  const [error, setError] = useState<Error | null>(null);
  const use = () => choose(side);
  const { plan, version } = props;
  const marks = isUsed ? all : noMarks;
  return (
    <div
      className={styles.sheet}
      data-used={isUsed || undefined}
      onPointerDownCapture={use}
      onFocusCapture={use}
    >
      <div>{notice(page, error)}</div>
      <PlanStage
        {...props}
        page={page}
        label={labelOf(page)}
        overlay={(size, reveal) => (
          <Fragment key={version}>
            {plan.isForm && (
              <Suspense>
                <PageForm plan={plan} page={page} />
              </Suspense>
            )}
            <Marks marks={marks} size={size} />
            <PageLinks plan={plan} page={page} size={size} onFollow={onFollow} onFocus={reveal} />
          </Fragment>
        )}
        current={marks.find(({ isCurrent }) => isCurrent)?.box}
        selecting={selecting && isUsed}
        onError={setError}
        onReady={useCallback((stage) => onReady(side, stage), [side, onReady])}
      />
    </div>
  );
}

const noMarks: readonly Mark[] = [];
