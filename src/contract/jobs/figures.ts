import * as v from 'valibot';

/** Some durations: how many there are, their median and their 90th percentile, in seconds. Null without any. */
const Durations = v.nullable(v.object({ count: v.number(), median: v.number(), p90: v.number() }));
export type Durations = v.InferOutput<typeof Durations>;

/** Of the jobs that were completed in a period and had a due date: how many there are, and how many met it. */
const DueDates = v.nullable(v.object({ count: v.number(), met: v.number() }));
export type DueDates = v.InferOutput<typeof DueDates>;

const measures = {
  /** From report to completion, without the time on hold or closed, of the jobs that were completed in the period. */
  turnaround: Durations,
  /** From a client's report or first message to staff's first message after it, of those given in the period. */
  firstAnswer: Durations,
  /** Null without such jobs; absent while due dates are off. */
  dueDates: v.exactOptional(DueDates),
};

const FiguresGroup = v.object({
  ...measures,
  /** The Monday of the week (`2026-11-16`), the service, or the email of the assignee (`''`: nobody) or client. */
  key: v.string(),
  /** Of an assignee or client. */
  name: v.exactOptional(v.string()),
  /** Jobs that were open at the end of the week. */
  open: v.exactOptional(v.number()),
  /** Those of them that were overdue then; absent while due dates are off. */
  overdue: v.exactOptional(v.number()),
});
export type FiguresGroup = v.InferOutput<typeof FiguresGroup>;

const Load = v.object({
  /** Email; `''` for unassigned jobs. */
  assignedTo: v.string(),
  name: v.string(),
  open: v.number(),
  onHold: v.number(),
  /** Absent while due dates are off. */
  overdue: v.exactOptional(v.number()),
  /** Open jobs whose client has no answer yet. */
  unanswered: v.number(),
  /** When the oldest open job was reported, in seconds. */
  oldest: v.number(),
});
export type Load = v.InferOutput<typeof Load>;

/** Ours: how long the jobs of a period took, and the work that is open now. */
export const Figures = v.object({
  /** Of all jobs of the period. */
  ...measures,
  /** Weeks in order; otherwise those with the most jobs first. */
  groups: v.array(FiguresGroup),
  /** Groups with fewer jobs, which are left out. */
  otherGroups: v.number(),
  /** Assignees of open jobs, those with the most first. */
  load: v.array(Load),
  /** Where weeks begin on Monday: the firm's zone by the rules of due dates. Absent without rules: in the zone of the request. */
  timeZone: v.exactOptional(v.string()),
  /** When they were calculated, in seconds. */
  asOf: v.number(),
});
export type Figures = v.InferOutput<typeof Figures>;
