import * as v from 'valibot';
import { Attachment } from './attachment.ts';
import { Deliverable, JobRevision } from './deliverable.ts';
import { Job } from './job.ts';

/** One change of a job. Values are as a person reads them. */
export const HistoryEntry = v.object({
  /** Seconds. */
  timestamp: v.number(),
  /** E-mail of who did it. */
  user: v.string(),
  userName: v.string(),
  /** The field that changed; `job` when it was made, `jobAttachmentFiles` when files came, `deliverable` for results. */
  field: v.string(),
  from: v.string(),
  to: v.string(),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** A job as its own page needs it. */
export const JobDetails = v.object({
  ...Job.entries,
  /** All files of the job and of its conversation, oldest first; those of its results are with the results. */
  attachments: v.optional(v.array(Attachment), []),
  /** The stamped results, newest first. */
  deliverables: v.optional(v.array(Deliverable), []),
  /** The jobs that revise one another, this one among them, oldest first; just this one when there are no revisions. */
  revisions: v.optional(v.array(JobRevision), []),
  /** Newest first. */
  history: v.optional(v.array(HistoryEntry), []),
  /** Where `jobHistory` goes on with earlier changes; null when these are all. */
  historyStartAfter: v.optional(v.nullable(v.string()), null),
});
export type JobDetails = v.InferOutput<typeof JobDetails>;
