import { useMemo } from 'react';
import type { Plan } from '../open/openPlan.ts';
import { type Box, withMargin } from '../page/box.ts';
import type { Remark } from '../page/remarks.ts';
import type { Mark } from '../stage/Marks.tsx';
import type { PanelPart } from './PlanPanel.tsx';
import { RemarkList } from './RemarkList.tsx';
import { useRemarks } from './useRemarks.ts';

/** A remark that was chosen, and a copy of its place that each choice has of its own. */
export type ChosenRemark = { remark: Remark; box: Box };

type Actions = {
  /** Rises when layers are switched. */
  version: number;
  labelOf: (page: number) => string;
  /** The remark that was chosen last; null once something else was. */
  current: ChosenRemark | null;
  onCurrent: (remark: Remark) => void;
  onPage: (page: number, how: 'jump') => void;
  /** Asks about a place on a page; absent where there is no chat. */
  onAsk: ((page: number, box: Box, quote: string) => Promise<void>) | undefined;
};

/** Returns the part of the panel that lists the remarks, if there are any, and the marks of the page with that of the remark. */
export function useRemarkPart(
  plan: Plan,
  page: number,
  marks: readonly Mark[],
  { version, labelOf, current, onCurrent, onPage, onAsk }: Actions,
) {
  const found = useRemarks(plan, page, version);
  const remark = current?.remark ?? null;
  const isHere = found.some((one) => one.page === page && remark !== null && one.remarks.includes(remark));
  const shownMarks = useMemo(
    () => (isHere && current ? [{ box: current.box, isCurrent: true }, ...marks] : marks),
    [isHere, current, marks],
  );

  function open(at: number, remark: Remark) {
    onCurrent(remark);
    if (at !== page) onPage(at, 'jump');
  }

  const count = found.reduce((sum, { remarks }) => sum + remarks.length, 0);
  const part: PanelPart | false = count > 0 && {
    name: 'Remarks',
    count,
    view: (
      <RemarkList
        found={found}
        labelOf={labelOf}
        current={remark}
        onOpen={open}
        onAsk={
          onAsk &&
          (async (at, remark) => onAsk(at, withMargin(remark.box, await plan.sizeOf(at)), quoteOf(remark)))
        }
      />
    ),
  };
  return { part, marks: shownMarks, files: found.flatMap(({ files }) => files) };
}

/** Returns what is said in a remark and its replies, with who said it. */
function quoteOf({ replies, ...remark }: Remark): string {
  return [remark, ...replies]
    .map(({ author, text, kind }) => {
      const words = (text || kind).replaceAll('\n', '\n> ');
      return author === '' ? `> ${words}` : `> ${author}: ${words}`;
    })
    .join('\n');
}
