import { type Bar, differenceOf, figureOf, printBars, ratioOf, round, spread } from '../figures.ts';
import { lateMs } from './buildLateHead.ts';
import { type Interaction, summed } from './interactions.ts';
import { floor, lateProduct, product } from './subjects.ts';
import type { Use, Visit, VisitFigures } from './visit.ts';

export const scenarios = ['cold', 'warm', 'slow line', 'offline'] as const;
export type Scenario = (typeof scenarios)[number];
/** The visits of each subject, run by run. */
export type Visits = Record<Scenario, Record<string, Visit[]>>;

/** The starts with a tap of each subject, run by run. */
export type Uses = Record<Scenario, Record<string, Use[]>>;

export type Report = { visits: Visits; uses: Uses; interactions: readonly Interaction[] };

/** How many times as long as the floor the product may take until it can be used, and until its list is visible. */
const mostUsable: Readonly<Record<Scenario, number>> = {
  cold: 1.1,
  warm: 1.3,
  'slow line': 1.3,
  offline: 1.3,
};
const mostVisible = 1.15;
const mostChain = 3;
const mostShift = 0.01;
const mostInputMs = 100;
const mostFrameMs = 50;

function printScenario(scenario: Scenario, all: Record<string, Visit[]>, uses: Record<string, Use[]>): void {
  console.log(`\n${scenario}; medians, of times the half around them too; ms`);
  console.table(
    Object.entries(all).map(([name, visits]) => {
      const of = (what: keyof VisitFigures) => figureOf(visits.map((one) => one[what]));
      const counted = (what: keyof VisitFigures, digits = 0) => round(of(what).median, digits);
      return {
        subject: name,
        list: spread(of('listMs')),
        ...(uses[name] && {
          usable: spread(figureOf(uses[name].map(({ usableMs }) => usableMs))),
          tap: spread(figureOf(uses[name].map(({ tapMs }) => tapMs))),
        }),
        FCP: spread(of('firstPaintMs')),
        LCP: spread(of('largestPaintMs')),
        blocking: spread(of('blockingMs')),
        CLS: counted('layoutShift', 4),
        'heap MB': counted('heapMb', 1),
        'requests to list': counted('requestsToList'),
        'kB to list': counted('kbToList', 1),
        requests: counted('requests'),
        kB: counted('kb', 1),
        chain: counted('chain'),
      };
    }),
  );
}

/** Prints tables and bars. @returns the ratios and the summed interactions */
export function printReport({ visits, uses, interactions }: Report) {
  for (const scenario of scenarios) {
    if (Object.keys(visits[scenario]).length > 0) printScenario(scenario, visits[scenario], uses[scenario]);
  }
  const summary = summed(interactions);
  if (summary.length > 0) {
    console.log('\nFrom an input to the next drawing, processor a quarter as fast; ms, of all runs together');
    console.table(
      summary.map((one) => ({
        ...one,
        longestFrame: round(one.longestFrame, 0),
        longestFrameAfter: round(one.longestFrameAfter, 0),
      })),
    );
  }
  const figures = (scenario: Scenario, name: string, what: keyof VisitFigures) =>
    (visits[scenario][name] ?? []).map((one) => one[what]);
  const used = (scenario: Scenario, name: string, what: keyof Use) =>
    (uses[scenario][name] ?? []).map((one) => one[what]);
  const ratios = scenarios.flatMap((scenario) => [
    {
      what: `${scenario}, usable, of “${floor}”`,
      ratio: ratioOf(used(scenario, product, 'usableMs'), used(scenario, floor, 'usableMs')),
      most: mostUsable[scenario],
    },
    {
      what: `${scenario}, list visible, of “${floor}”`,
      ratio: ratioOf(figures(scenario, product, 'listMs'), figures(scenario, floor, 'listMs')),
      most: mostVisible,
    },
  ]);
  const noticed = scenarios.map((scenario) => ({
    what: `${scenario}, what ${lateMs} ms planted in a job's head add, ms`,
    is: differenceOf(used(scenario, lateProduct, 'tapMs'), used(scenario, product, 'tapMs')).median,
    least: 0.7 * lateMs,
  }));
  const median = (scenario: Scenario, what: keyof VisitFigures) =>
    figureOf(figures(scenario, product, what)).median;
  const ofTyping = summary.filter(({ what }) => what.startsWith('type'));
  const bars: Bar[] = [
    ...ratios.map(({ what, ratio, most }) => ({ what, is: ratio.median, most })),
    ...noticed,
    { what: 'cold, requests one after the other', is: median('cold', 'chain'), most: mostChain },
    ...scenarios.map((scenario) => ({
      what: `${scenario}, CLS`,
      is: median(scenario, 'layoutShift'),
      most: mostShift,
    })),
    ...summary.map(({ what, p98 }) => ({ what: `${what}, p98 ms`, is: p98, most: mostInputMs })),
    ...ofTyping.map(({ what, longestFrame }) => ({
      what: `${what}, longest frame ms`,
      is: longestFrame,
      most: mostFrameMs,
    })),
  ];
  printBars(bars);
  return { ratios, used: summary };
}
