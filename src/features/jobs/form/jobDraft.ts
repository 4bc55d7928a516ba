import * as v from 'valibot';
import type { JobUpdateValues } from '../edit/jobChanges.ts';
import { emptyJob, type JobFieldValues, type TypedJob } from './jobFormValues.ts';

/** The text of a new job while it is typed. */
export type JobDraftValues = TypedJob<JobFieldValues> & {
  message: string;
  jobReporter: string;
  /** Null while it is the one of the reporter's profile. */
  phoneNumber_auto_filled: string | null;
};

/** A job as the author of an edit read it: what they changed is told from that. */
export type EditBase = { version: number; assignedToName: string; values: JobUpdateValues };

/** Raised whenever a form changes its shape; drafts of other versions stay where they are and are not shown. */
const version = 1;

const text = v.string();
const address = v.object({ streetName: text, city: text, state: text, zipcode: text });
const jobFields = {
  project: text,
  address,
  jobType: text,
  category: text,
  jobPriority: text,
  jobDescription: text,
  jobDeliveryMode: text,
  copiesNumber: v.nullable(v.number()),
  deliveryAddress: v.nullable(address),
  deliveryPriority: text,
  jobEVService: v.array(v.object({ category: text, evServices: v.array(text) })),
  jobAttachmentLinks: text,
  referenceLinks: text,
};
const updateFields = { ...jobFields, status: text, assignedTo: text, trackingNumber: text };
const sameAsProperty = v.boolean();
/** Drafts from before there was such a field have none. */
const phoneNumber_auto_filled = v.optional(v.nullable(text));

const NewJobDraft = v.object({
  version: v.literal(version),
  values: v.object({
    ...jobFields,
    sameAsProperty,
    message: text,
    jobReporter: text,
    phoneNumber_auto_filled,
  }),
});
const JobEditDraft = v.object({
  version: v.literal(version),
  values: v.object({ ...updateFields, sameAsProperty }),
  base: v.object({ version: v.number(), assignedToName: text, values: v.object(updateFields) }),
});

/** What a draft of a new job holds. */
export type NewJobDraft = { version: typeof version; values: JobDraftValues };
export type JobEditDraft = {
  version: typeof version;
  values: TypedJob<JobUpdateValues>;
  base: EditBase;
};

/** A new job's form: the plain one, a revision's, one begun from another job, or one that waited to be sent. */
export function newJobForm(from?: {
  revisionOf?: string | undefined;
  templateOf?: string | undefined;
  waiting?: number | undefined;
}): string {
  if (from?.waiting !== undefined) return `new-job:waiting:${from.waiting}`;
  if (from?.revisionOf) return `new-job:revision:${from.revisionOf}`;
  return from?.templateOf ? `new-job:template:${from.templateOf}` : 'new-job';
}

/** @param waiting of a change that waited to be sent */
export function jobEditForm(jobId: string, waiting?: number | null): string {
  return waiting == null ? `edit-job:${jobId}` : `edit-job:${jobId}:waiting:${waiting}`;
}

export function newJobDraft(values: JobDraftValues): NewJobDraft {
  return { version, values };
}

export function jobEditDraft(values: TypedJob<JobUpdateValues>, base: EditBase): JobEditDraft {
  return { version, values, base };
}

/** A left draft's content where it fits the form of today. Whether its words are known ones is for the form's rules. */
export function isNewJobDraft(content: unknown): content is NewJobDraft {
  return v.is(NewJobDraft, content);
}

export function isJobEditDraft(content: unknown): content is JobEditDraft {
  return v.is(JobEditDraft, content);
}

/** Whether somebody typed anything that is worth keeping. */
export function isWorthKeeping(initial: JobDraftValues, values: JobDraftValues, files: number): boolean {
  return files > 0 || JSON.stringify(initial) !== JSON.stringify(values);
}

export const emptyDraft: JobDraftValues = {
  ...emptyJob,
  sameAsProperty: false,
  message: '',
  jobReporter: '',
  phoneNumber_auto_filled: null,
};
