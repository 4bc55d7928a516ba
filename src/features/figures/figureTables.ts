import { type Service, services } from '../../contract/enums.ts';
import type { Durations, Figures, FiguresGroup, Load } from '../../contract/figures.ts';
import type { FigureGroup } from '../../contract/figuresRequest.ts';
import { counted } from '../../format/counted.ts';
import { dayOfDate, exactDay } from '../../format/date.ts';
import { hour } from '../../format/relativeTime.ts';
import type { Cell } from './csv.ts';
import { durationText } from './durationText.ts';
import type { FigureTable } from './FigureSection.tsx';

export type Measure = 'turnaround' | 'firstAnswer';

const unassigned = 'Unassigned';

/** The words for the rows of each grouping. */
const groupWords: Record<FigureGroup, string> = {
  week: 'Week of',
  service: 'Service',
  assignee: 'Assignee',
  client: 'Client',
};

/** Returns the name of a group: a date, a service, a user. */
export function nameOf(by: FigureGroup, { key, name }: FiguresGroup): string {
  if (by === 'week') return dayOfDate(key);
  if (by === 'service') return Object.hasOwn(services, key) ? services[key as Service] : key;
  return key === '' ? unassigned : (name ?? key);
}

function inHours(seconds: number | undefined): Cell {
  return seconds === undefined ? null : Math.round((seconds / hour) * 100) / 100;
}

const none = '–';

/** The durations of each group; weeks without any are there too. */
export function durationTable(
  by: FigureGroup,
  groups: readonly FiguresGroup[],
  measure: Measure,
): FigureTable {
  const jobs = measure === 'turnaround' ? 'Completed jobs' : 'First answers';
  const rows = groups.filter((group) => by === 'week' || group[measure]);
  return {
    columns: [groupWords[by], jobs, 'Median', '90th percentile'],
    csvColumns: [groupWords[by], jobs, 'Median (hours)', '90th percentile (hours)'],
    rows: rows.map((group) => {
      const { count = 0, median, p90 } = group[measure] ?? {};
      const words = [median, p90].map((seconds) => (seconds === undefined ? none : durationText(seconds)));
      return {
        key: group.key,
        words: [nameOf(by, group), count, ...words],
        cells: [by === 'week' ? group.key : nameOf(by, group), count, inHours(median), inHours(p90)],
      };
    }),
  };
}

/** The open jobs at the end of each week. */
export function openTable(groups: readonly FiguresGroup[]): FigureTable {
  const columns = [groupWords.week, 'Open jobs'];
  return {
    columns,
    csvColumns: columns,
    rows: groups.map(({ key, open = 0 }) => ({ key, words: [dayOfDate(key), open], cells: [key, open] })),
  };
}

export function assigneeName({ assignedTo, name }: Load): string {
  return assignedTo === '' ? unassigned : name;
}

/** The open jobs of each assignee. */
export function loadTable(load: readonly Load[]): FigureTable {
  const columns = ['Assignee', 'Open jobs', 'On hold', 'Without an answer', 'Oldest submitted'];
  return {
    columns,
    csvColumns: columns.with(4, 'Oldest submitted (UTC)'),
    rows: load.map((one) => {
      const counts = [one.open, one.onHold, one.unanswered];
      const oldest = new Date(one.oldest * 1000).toISOString().slice(0, 10);
      return {
        key: one.assignedTo,
        words: [assigneeName(one), ...counts, exactDay(one.oldest)],
        cells: [assigneeName(one), ...counts, oldest],
      };
    }),
  };
}

/** What a measure says about all jobs of the period, in a sentence. */
export function durationSummary(durations: Durations, measure: Measure, period: string): string {
  const inPeriod = `in the ${period.toLowerCase()}`;
  const what = measure === 'turnaround' ? 'completed job' : 'first answer';
  if (!durations)
    return measure === 'turnaround' ? `No jobs were completed ${inPeriod}.` : `No first answers ${inPeriod}.`;
  const { count, median, p90 } = durations;
  if (count === 1) return `One ${what} ${inPeriod}: ${durationText(median)}.`;
  return `Half of the ${counted(count, what)} ${inPeriod} took ${durationText(median)} or less, and 9 in 10 took ${durationText(p90)} or less.`;
}

/** How many jobs are open, and how many of them wait for their first answer. */
export function loadSummary(load: readonly Load[]): string {
  const sum = (countOf: (one: Load) => number) => load.reduce((total, one) => total + countOf(one), 0);
  const open = sum((one) => one.open);
  if (open === 0) return 'No jobs are open.';
  const facts = [
    `${counted(open, 'job is', 'jobs are')} open`,
    `${sum((one) => one.onHold)} on hold`,
    `${sum((one) => one.unanswered)} without an answer to the client`,
  ];
  return `${facts[0]}: ${facts.slice(1).join(', ')}.`;
}

/** What the open jobs at the ends of weeks say, in a sentence. */
export function openSummary({ groups }: Pick<Figures, 'groups'>): string {
  const first = groups[0]?.open ?? 0;
  const last = groups.at(-1)?.open ?? 0;
  return `${counted(last, 'job is', 'jobs are')} open now. ${first} were open at the end of the first week shown.`;
}
