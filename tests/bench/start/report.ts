import { type Bar, differenceOf, figureOf, printBars, ratioOf, round, spread } from '../figures.ts';
import { lateMs } from './buildLateHead.ts';
import { type Interaction, summed } from './interactions.ts';
import { floor, lateProduct, product } from './subjects.ts';
import type { Visit, VisitFigures } from './visit.ts';

export const scenarios = ['cold', 'warm', 'slow line', 'offline'] as const;
export type Scenario = (typeof scenarios)[number];
/** The visits of each subject, run by run. */
export type Visits = Record<Scenario, Record<string, Visit[]>>;

/** The time until a tap on the first row has opened its job, ms. */
export type Usable = Record<Scenario, Record<string, number[]>>;

export type Report = { visits: Visits; usable: Usable; interactions: readonly Interaction[] };

/** How many times as long as the floor the product may take. */
const compared: { scenario: Scenario; most?: number }[] = [
  { scenario: 'cold', most: 1.2 },
  { scenario: 'warm', most: 1.3 },
  { scenario: 'slow line' },
  { scenario: 'offline', most: 1.3 },
];
const mostChain = 3;
const mostShift = 0.01;
const mostInputMs = 100;
const mostFrameMs = 50;

function printScenario(
  scenario: Scenario,
  all: Record<string, Visit[]>,
  usable: Record<string, number[]>,
): void {
  console.log(`\n${scenario}; medians, of times the half around them too; ms`);
  console.table(
    Object.entries(all).map(([name, visits]) => {
      const of = (what: keyof VisitFigures) => figureOf(visits.map((one) => one[what]));
      const counted = (what: keyof VisitFigures, digits = 0) => round(of(what).median, digits);
      return {
        subject: name,
        list: spread(of('listMs')),
        usable: spread(figureOf(usable[name] ?? [])),
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
export function printReport({ visits, usable, interactions }: Report) {
  for (const scenario of scenarios) {
    if (Object.keys(visits[scenario]).length > 0) printScenario(scenario, visits[scenario], usable[scenario]);
  }
  const used = summed(interactions);
  if (used.length > 0) {
    console.log('\nFrom an input to the next drawing, processor a quarter as fast; ms, of all runs together');
    console.table(
      used.map((one) => ({
        ...one,
        longestFrame: round(one.longestFrame, 0),
        longestFrameAfter: round(one.longestFrameAfter, 0),
      })),
    );
  }
  const figures = (scenario: Scenario, name: string, what: keyof VisitFigures) =>
    (visits[scenario][name] ?? []).map((one) => one[what]);
  const ratios = compared.map(({ scenario, ...bar }) => ({
    what: `${scenario}, usable, of “${floor}”`,
    ratio: ratioOf(usable[scenario][product] ?? [], usable[scenario][floor] ?? []),
    bar,
  }));
  const visible = compared.map(({ scenario }) => ({
    what: `${scenario}, list visible, of “${floor}”`,
    ratio: ratioOf(figures(scenario, product, 'listMs'), figures(scenario, floor, 'listMs')),
  }));
  // The fault is planted in the head, so the tap is what has to show it.
  const noticed = scenarios.map((scenario) => ({
    what: `${scenario}, what ${lateMs} ms planted in a job's head add, ms`,
    is: differenceOf(usable[scenario][lateProduct] ?? [], usable[scenario][product] ?? []).median,
    least: 0.7 * lateMs,
  }));
  const median = (scenario: Scenario, what: keyof VisitFigures) =>
    figureOf(figures(scenario, product, what)).median;
  const ofTyping = used.filter(({ what }) => what.startsWith('type'));
  const bars: Bar[] = [
    ...ratios.map(({ what, ratio, bar }) => ({ what, is: ratio.median, ...bar })),
    ...visible.map(({ what, ratio }) => ({ what, is: ratio.median })),
    ...noticed,
    { what: 'cold, requests one after the other', is: median('cold', 'chain'), most: mostChain },
    ...scenarios.map((scenario) => ({
      what: `${scenario}, CLS`,
      is: median(scenario, 'layoutShift'),
      most: mostShift,
    })),
    ...used.map(({ what, p98 }) => ({ what: `${what}, p98 ms`, is: p98, most: mostInputMs })),
    ...ofTyping.map(({ what, longestFrame }) => ({
      what: `${what}, longest frame ms`,
      is: longestFrame,
      most: mostFrameMs,
    })),
  ];
  printBars(bars);
  return { ratios, used };
}
