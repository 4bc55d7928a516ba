import type { DueDates, Durations, FiguresGroup, Load } from '../../contract/jobs/figures.ts';
import { counted } from '../../format/counted.ts';
import { durationText } from './durationText.ts';
import { type Measure, numberText, percentOf } from './figureTables.ts';

function inPeriod(period: string): string {
  return `in the ${period.toLowerCase()}`;
}

/** What a measure says about all jobs of the period, in a sentence. */
export function durationSummary(durations: Durations, measure: Measure, period: string): string {
  const what = measure === 'turnaround' ? 'completed job' : 'first answer';
  if (!durations)
    return measure === 'turnaround'
      ? `No jobs were completed ${inPeriod(period)}.`
      : `No first answers ${inPeriod(period)}.`;
  const { count, median, p90 } = durations;
  if (count === 1) return `One ${what} ${inPeriod(period)}: ${durationText(median)}.`;
  return `Half of the ${counted(count, what)} ${inPeriod(period)} took ${durationText(median)} or less, and 9 in 10 took ${durationText(p90)} or less.`;
}

/** What the due dates of the period say, in a sentence. */
export function dueDatesSummary(dueDates: DueDates, period: string): string {
  if (!dueDates) return `No jobs with a due date were completed ${inPeriod(period)}.`;
  const { count, met } = dueDates;
  return `${numberText(met)} of ${counted(count, 'job')} with a due date completed ${inPeriod(period)} met it: ${percentOf(dueDates)}%.`;
}

type Count = 'open' | 'onHold' | 'overdue' | 'unanswered';

/** Returns how many jobs of all assignees are open, on hold, overdue or unanswered. */
export function sumOf(load: readonly Load[], what: Count): number {
  return load.reduce((total, { [what]: jobs = 0 }) => total + jobs, 0);
}

/** How many jobs are open, and how many of them wait for their first answer. */
export function loadSummary(load: readonly Load[]): string {
  const open = sumOf(load, 'open');
  if (open === 0) return 'No jobs are open.';
  const count = (what: Count) => numberText(sumOf(load, what));
  const facts = [
    `${count('onHold')} on hold`,
    ...(load.some(({ overdue }) => overdue !== undefined) ? [`${count('overdue')} overdue`] : []),
    `${count('unanswered')} without an answer to the client`,
  ];
  return `${counted(open, 'job is', 'jobs are')} open: ${facts.join(', ')}.`;
}

/** What the open jobs at the ends of weeks say, in a sentence. */
export function openSummary(groups: readonly FiguresGroup[]): string {
  const { open: first = 0 } = groups[0] ?? {};
  const { open: last = 0, overdue } = groups.at(-1) ?? {};
  const ofThem = overdue === undefined ? '' : `, ${numberText(overdue)} of them overdue`;
  return `${counted(last, 'job is', 'jobs are')} open now${ofThem}. ${numberText(first)} were open at the end of the first week shown.`;
}
