import * as v from 'valibot';
import { deliveryModes, jobStatuses, wireValues } from '../enums.ts';
import { ShotRef } from '../messages/message.ts';
import { Job } from './job.ts';

/** Whether a stored file is a PDF, which opens as a plan: its type is what its first bytes say. */
export function isPdf({ contentType }: { contentType: string }): boolean {
  return contentType === 'application/pdf';
}

/** Whether files of this content type may have previews. */
export function hasPreview(contentType: string): boolean {
  return ['application/pdf', 'image/png', 'image/jpeg'].includes(contentType);
}

/** A stored file, as a job and its deliverables carry it. */
export const Attachment = v.object({
  key: v.string(),
  /** Path below the base: `/attachments/{key}/{fileName}`. */
  link: v.string(),
  fileName: v.string(),
  contentType: v.string(),
  /** Bytes. */
  size: v.number(),
  /** The message it came with; null when it came with the job itself. */
  communicationId: v.nullable(v.string()),
  /** Email of the uploader. */
  uploadedBy: v.string(),
  /** User name; empty where it is not known. */
  uploadedByName: v.string(),
  /** Seconds. */
  createdTimestamp: v.number(),
  /** The shot of a checklist that it answers. */
  shot: v.exactOptional(ShotRef),
  /** Ours, of a photo whose sender says to keep it: when it was taken, by the camera's clock, with its zone where it says one. */
  taken: v.exactOptional(v.string()),
  /** Ours, likewise: where, in degrees. */
  place: v.exactOptional(v.object({ latitude: v.number(), longitude: v.number() })),
});
export type Attachment = v.InferOutput<typeof Attachment>;

/**
 * A deliverable of a job: a digital copy, or wet stamps on their way. It is never changed and never deleted: a correction is
 * the next revision in its chain, which marks it superseded. A wrong one is withdrawn.
 */
export const Deliverable = v.object({
  key: v.string(),
  /** Null for wet stamps without a file, and for a client once it is withdrawn. */
  file: v.nullable(Attachment),
  /** Counts the deliverables of one chain: 1, and 2 for the one that replaces it. */
  revision: v.number(),
  /** The key of the deliverable that it replaced, or null. */
  supersedes: v.nullable(v.string()),
  /** Whether a newer revision replaced it. */
  superseded: v.boolean(),
  deliveryMode: v.picklist(wireValues(deliveryModes)),
  /** Wet stamps only, else null. */
  copiesNumber: v.nullable(v.number()),
  /** Of wet stamps, else empty. */
  carrier: v.string(),
  trackingNumber: v.string(),
  note: v.string(),
  /** Email. */
  addedBy: v.string(),
  /** User name. */
  addedByName: v.string(),
  /** Seconds. */
  createdTimestamp: v.number(),
  /** Ours: the newest signature report about it. */
  report: v.exactOptional(Attachment),
  /** Set once staff have withdrawn it: then it counts as delivered nowhere. */
  withdrawn: v.exactOptional(
    v.object({
      /** Seconds. */
      timestamp: v.number(),
      /** User name. */
      byName: v.string(),
      reason: v.string(),
      /** Of its file, for those who do not get it: what they have of it is deleted. Empty without a file. */
      fileKey: v.string(),
      fileName: v.string(),
      /** Of the signature reports about it, likewise. */
      reportKeys: v.exactOptional(v.array(v.string())),
    }),
  ),
});
export type Deliverable = v.InferOutput<typeof Deliverable>;

/** A job in the chain of revisions that `revisionOf` makes. */
export const JobRevision = v.object({
  jobId: v.string(),
  jobCode: v.string(),
  project: v.string(),
  status: v.picklist(wireValues(jobStatuses)),
  /** Seconds. */
  createdTimestamp: v.number(),
});
export type JobRevision = v.InferOutput<typeof JobRevision>;

/** One change of a job; its values are the words on the screen. */
export const HistoryEntry = v.object({
  /** Seconds. */
  timestamp: v.number(),
  /** Email of the user who made it. */
  user: v.string(),
  userName: v.string(),
  /**
   * The field that changed; `job` for the report, `jobAttachmentFiles` for added files, `deliverable` for deliverables, `withdrawal` for
   * one that was withdrawn, `messages` for messages that were marked: "Marked 3 messages as addressed".
   */
  field: v.string(),
  from: v.string(),
  to: v.string(),
  /** Ours: what was said with a change of the status, or with a withdrawal. */
  reason: v.exactOptional(v.string()),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** A job with its files, deliverables, revisions and history (§3). */
export const JobDetails = v.object({
  ...Job.entries,
  /** The files of the job and of its conversation, oldest first; files of deliverables are in `deliverables`. */
  attachments: v.array(Attachment),
  /** The deliverables, the newest request first, and those of one request in their order. */
  deliverables: v.array(Deliverable),
  /** The chain of revisions, this job included, oldest first; this job alone when there are none. */
  revisions: v.array(JobRevision),
  /** Newest first. */
  history: v.array(HistoryEntry),
  /** The cursor with which `jobHistory` continues; null when these are all changes. */
  historyStartAfter: v.nullable(v.string()),
  /** How many staff notes it has; only staff receive it. */
  staffNotes: v.exactOptional(v.number()),
});
export type JobDetails = v.InferOutput<typeof JobDetails>;

/** Whether staff cannot begin: the job has neither files, also of its chat, nor links. */
export function lacksDocuments(job: Pick<JobDetails, 'attachments' | 'jobAttachmentLinks'>): boolean {
  return job.attachments.length === 0 && job.jobAttachmentLinks === '';
}

/** Whether it is a job with its details, or a row of a list. */
export function hasDetails(job: Job | JobDetails): job is JobDetails {
  return 'history' in job;
}
