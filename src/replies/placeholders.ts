import { addressLine } from '../contract/address/addressText.ts';
import { dueDateText } from '../contract/due/dueDates.ts';
import { jobStatuses } from '../contract/enums.ts';
import type { Job } from '../contract/jobs/job.ts';
import { servicesText } from '../contract/jobs/servicesText.ts';

/** What is filled in where a saved reply names a field in braces: `{project}`. */

type Filled = (job: Job, reader: { userName: string }) => string;

const fields: Readonly<Record<string, Filled>> = {
  client: (job) => job.reporter,
  company: (job) => job.jobReporterDetails.company,
  project: (job) => job.project,
  'job code': (job) => job.jobCode,
  address: (job) => addressLine(job.address),
  services: (job) => servicesText(job.jobEVService),
  status: (job) => jobStatuses[job.status],
  'due date': (job) => (job.due ? dueDateText(job.due.date) : ''),
  'tracking number': (job) => job.trackingNumber,
  assignee: (job) => job.assignedToName,
  'job link': (job) => `${location.origin}/jobs/update/${job.jobId}`,
  'my name': (_, { userName }) => userName,
};

/** The names that can stand in braces, for users. */
export const placeholderNames: readonly string[] = Object.keys(fields);

const named = /\{([\w ]{1,30})\}/g;

/** Returns the value of a field: the same in all jobs; empty where one lacks it, undefined where they differ. */
function valueIn(field: Filled, jobs: readonly Job[], reader: { userName: string }): string | undefined {
  const values = new Set(jobs.map((job) => field(job, reader)));
  return values.size > 1 ? undefined : [...values].join('');
}

/**
 * Fills the fields of jobs into the text of a saved reply. What no job has stays in braces, as do names that are no field.
 *
 * @param jobs to which it goes; none where the job is not known on this device
 * @returns null where the jobs differ in what it names
 */
export function filledIn(
  content: string,
  jobs: readonly Job[],
  reader: { userName: string },
): { text: string; empty: string[] } | null {
  const empty: string[] = [];
  let differs = false;
  const text = content.replace(named, (whole, name: string) => {
    const field = fields[name.trim().toLowerCase()];
    if (!field) return whole;
    const value = valueIn(field, jobs, reader);
    differs ||= value === undefined;
    if (!value) empty.push(whole);
    return value || whole;
  });
  return differs ? null : { text, empty };
}

/** A `/` that is being typed: where it stands, what follows up to the caret, and whether a line begins with it. */
export type TypedSlash = { at: number; typed: string; beginsLine: boolean };

/** Letters, and single spaces between words; another `/` makes a path of it. */
const beginning = /(^|[^\S\n]|\n)\/((?:[^\s/]+(?: [^\s/]+)* ?)?)$/;

/** Returns the `/` before the caret that asks for saved replies; null for one inside a word, a date or a path. */
export function slashBefore(text: string, caret: number): TypedSlash | null {
  const found = beginning.exec(text.slice(0, caret));
  if (!found || /^[^\s]/.test(text.slice(caret))) return null;
  const typed = found[2] ?? '';
  const at = caret - typed.length - 1;
  return { at, typed, beginsLine: at === 0 || text[at - 1] === '\n' };
}

/** Returns the saved replies whose name has words that begin with each word that is typed. */
export function repliesLike<R extends { name: string }>(typed: string, replies: readonly R[]): R[] {
  const wanted = typed.toLowerCase().split(' ').filter(Boolean);
  return replies.filter(({ name }) => {
    const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}
