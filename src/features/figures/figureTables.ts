import { type JobStatus, openStatuses, type Service } from '../../contract/enums.ts';
import { grouped } from '../../contract/grouped.ts';
import type { DueDates, FiguresGroup, Load } from '../../contract/jobs/figures.ts';
import type { FigureGroup } from '../../contract/jobs/figuresRequest.ts';
import { serviceNames } from '../../contract/jobs/servicesText.ts';
import { counted } from '../../format/counted.ts';
import { dayOfDate, exactDay } from '../../format/date.ts';
import { hour } from '../../format/relativeTime.ts';
import type { Cell } from './csv.ts';
import { durationText } from './durationText.ts';

export type Measure = 'turnaround' | 'firstAnswer';

/** A list of jobs, as its address has it. */
export type JobList = { assignee?: string; status?: JobStatus[]; due?: 'overdue' };

/** What a figure shows, as rows: words for the table on the page, and the same as numbers for the CSV. */
export type FigureTable = {
  columns: readonly string[];
  csvColumns: readonly string[];
  rows: readonly {
    key: string;
    /** The first one names the row. */
    words: readonly string[];
    cells: readonly Cell[];
    /** The jobs that a cell counts, by its column. */
    lists?: Readonly<Record<string, JobList>>;
  }[];
};

/** Values of fewer jobs say little: their points are hollow. */
export const fewJobs = 5;
export const fewText = `Hollow points: fewer than ${fewJobs} jobs.`;
/** Groups that a plot has room for. The table has all. */
export const mostBars = 20;

/** Says which groups are not in a plot, and which not in its table either. */
export function restText(by: FigureGroup, shown: number, others: number): string {
  const inTable =
    shown > mostBars ? [`The ${mostBars} with the most jobs are shown; the table has ${shown}.`] : [];
  const nowhere =
    others > 0
      ? [
          `${counted(others, `other ${by} has`, `other ${by}s have`)} fewer jobs and ${others === 1 ? 'isn’t' : 'aren’t'} shown.`,
        ]
      : [];
  return [...inTable, ...nowhere].join(' ');
}

/** The words for the rows of each grouping. */
const groupWords: Record<FigureGroup, string> = {
  week: 'Week of',
  service: 'Service',
  assignee: 'Assignee',
  client: 'Client',
};

const unassigned = 'Unassigned';

/** Returns the name of a group: a date, a service, a user. */
export function nameOf(by: FigureGroup, { key, name }: Pick<FiguresGroup, 'key' | 'name'>): string {
  if (by === 'week') return dayOfDate(key);
  if (by === 'service') return Object.hasOwn(serviceNames, key) ? serviceNames[key as Service] : key;
  return key === '' ? unassigned : (name ?? key);
}

export function numberText(count: number): string {
  return grouped(count);
}

function inHours(seconds: number | undefined): Cell {
  return seconds === undefined ? null : Math.round((seconds / hour) * 100) / 100;
}

const none = '–';

/** The groups of a table, with the beginnings of their rows; weeks without any value are there too. */
function rowsOf(by: FigureGroup, groups: readonly FiguresGroup[], has: (group: FiguresGroup) => unknown) {
  return groups
    .filter((group) => by === 'week' || has(group))
    .map((group) => {
      const name = nameOf(by, group);
      return { group, key: group.key, name, cell: by === 'week' ? group.key : name };
    });
}

/** The durations of each group. */
export function durationTable(
  by: FigureGroup,
  groups: readonly FiguresGroup[],
  measure: Measure,
): FigureTable {
  const jobs = measure === 'turnaround' ? 'Completed jobs' : 'First answers';
  return {
    columns: [groupWords[by], jobs, 'Median', '90th percentile'],
    csvColumns: [groupWords[by], jobs, 'Median (hours)', '90th percentile (hours)'],
    rows: rowsOf(by, groups, (group) => group[measure]).map(({ group, key, name, cell }) => {
      const { count = 0, median, p90 } = group[measure] ?? {};
      const words = [median, p90].map((seconds) => (seconds === undefined ? none : durationText(seconds)));
      return {
        key,
        words: [name, numberText(count), ...words],
        cells: [cell, count, inHours(median), inHours(p90)],
      };
    }),
  };
}

/** The share of due dates that were met, in whole percent: 100 and 0 of all and of none only. */
export function percentOf({ count, met }: NonNullable<DueDates>): number {
  const percent = (met / count) * 100;
  return percent > 50 ? Math.floor(percent) : Math.ceil(percent);
}

/** The due dates of each group. */
export function dueDatesTable(by: FigureGroup, groups: readonly FiguresGroup[]): FigureTable {
  const columns = [groupWords[by], 'Completed with a due date', 'Met', 'Share'];
  return {
    columns,
    csvColumns: columns.with(3, 'Share (%)'),
    rows: rowsOf(by, groups, ({ dueDates }) => dueDates).map(({ group, key, name, cell }) => {
      const { count = 0, met = 0 } = group.dueDates ?? {};
      const percent = group.dueDates ? percentOf(group.dueDates) : null;
      return {
        key,
        words: [name, numberText(count), numberText(met), percent === null ? none : `${percent}%`],
        cells: [cell, count, met, percent],
      };
    }),
  };
}

/** The open jobs at the end of each week. */
export function openTable(groups: readonly FiguresGroup[]): FigureTable {
  const hasDue = groups.some(({ overdue }) => overdue !== undefined);
  const columns = [groupWords.week, 'Open jobs', ...(hasDue ? ['Overdue'] : [])];
  return {
    columns,
    csvColumns: columns,
    rows: groups.map(({ key, open = 0, overdue = 0 }) => {
      const counts = hasDue ? [open, overdue] : [open];
      return { key, words: [dayOfDate(key), ...counts.map(numberText)], cells: [key, ...counts] };
    }),
  };
}

export function assigneeName({ assignedTo, name }: Load): string {
  return assignedTo === '' ? unassigned : name;
}

/** Returns the lists of the open jobs of an assignee, by what the load has of them; those of all jobs without one. */
export function listsOf(assignedTo?: string): Record<'open' | 'onHold' | 'overdue', JobList> {
  const assignee = assignedTo === '' ? 'nobody' : assignedTo;
  const whose = assignee === undefined ? {} : { assignee };
  return {
    open: { ...whose, status: openStatuses },
    onHold: { ...whose, status: ['ON_HOLD'] },
    overdue: { ...whose, due: 'overdue' },
  };
}

/** The open jobs of each assignee. */
export function loadTable(load: readonly Load[]): FigureTable {
  const hasDue = load.some(({ overdue }) => overdue !== undefined);
  const columns = [
    'Assignee',
    'Open jobs',
    'On hold',
    ...(hasDue ? ['Overdue'] : []),
    'Without an answer',
    'Oldest submitted',
  ];
  return {
    columns,
    csvColumns: columns.with(-1, 'Oldest submitted (UTC)'),
    rows: load.map((one) => {
      const { open, onHold, overdue = 0, unanswered } = one;
      const counts = [open, onHold, ...(hasDue ? [overdue] : []), unanswered];
      const oldest = new Date(one.oldest * 1000).toISOString().slice(0, 10);
      const lists = listsOf(one.assignedTo);
      return {
        key: one.assignedTo,
        words: [assigneeName(one), ...counts.map(numberText), exactDay(one.oldest)],
        cells: [assigneeName(one), ...counts, oldest],
        lists: { 'Open jobs': lists.open, 'On hold': lists.onHold, Overdue: lists.overdue },
      };
    }),
  };
}
