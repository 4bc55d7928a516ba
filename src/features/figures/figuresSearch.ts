import type { FigureGroup } from '../../contract/jobs/figuresRequest.ts';

/** The periods to choose from, in weeks. */
export const periods = {
  '4': 'Last 4 weeks',
  '13': 'Last 13 weeks',
  '26': 'Last 26 weeks',
  '52': 'Last 52 weeks',
} as const;

/** `/figures?weeks=52&by=client`. */
export type FiguresSearch = { weeks?: number | undefined; by?: string | undefined };

const groups = ['week', 'service', 'assignee', 'client'] as const;

/** Returns the period and the grouping that an address asks for: 13 weeks by week unless it names others. */
export function chosenFigures({ weeks, by }: FiguresSearch): {
  weeks: keyof typeof periods;
  by: FigureGroup;
} {
  const period = String(weeks);
  return {
    weeks: Object.hasOwn(periods, period) ? (period as keyof typeof periods) : '13',
    by: groups.find((group) => group === by) ?? 'week',
  };
}
