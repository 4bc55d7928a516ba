import * as v from 'valibot';
import { isStaff, type UserType } from '../../../contract/enums.ts';
import { FieldIssue } from '../../../contract/errors.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { openDraft } from '../../../outbox/drafts/openDrafts.ts';
import { saveEveryDraft } from '../../../outbox/drafts/saveNow.ts';
import { isSameFile } from '../../../ui/files/pickedFile.ts';
import {
  emptyJob,
  isSameAddress,
  JobFieldValues,
  JobUpdateValues,
  type TypedJob,
  updateValuesOf,
} from './jobFormValues.ts';

/** Raised whenever a form changes its shape; drafts of other versions stay where they are and are not shown. */
const version = 1;

/** What the server found wrong with a job that was sent, and taken back. */
const issues = v.exactOptional(v.array(FieldIssue));

/** The draft of a new job. */
export const NewJobDraft = v.object({
  version: v.literal(version),
  values: v.object({
    ...JobFieldValues.entries,
    sameAsProperty: v.boolean(),
    message: v.string(),
    jobReporter: v.string(),
    /** Drafts of earlier releases have none. */
    clientSendsDocuments: v.optional(v.boolean(), false),
    /** Null while it is the one of the reporter's profile. Drafts of earlier releases have none. */
    phoneNumber_auto_filled: v.optional(v.nullable(v.string()), null),
  }),
  issues,
});
export type NewJobDraft = v.InferOutput<typeof NewJobDraft>;
export type JobDraftValues = NewJobDraft['values'];

/** The draft of an edit, with the job as its author read it. */
export const JobEditDraft = v.object({
  version: v.literal(version),
  values: v.object({ ...JobUpdateValues.entries, sameAsProperty: v.boolean() }),
  base: v.object({ version: v.number(), assignedToName: v.string(), values: JobUpdateValues }),
  /** Why the status changes. */
  reason: v.exactOptional(v.string()),
  issues,
});
export type JobEditDraft = v.InferOutput<typeof JobEditDraft>;
export type EditBase = JobEditDraft['base'];

/** The job that a new one is opened from. */
export type Origin = {
  revisionOf?: string | undefined;
  templateOf?: string | undefined;
};

/** Names the draft of a new job by what its form was opened from. */
export function newJobForm({ revisionOf, templateOf }: Origin = {}): string {
  if (revisionOf) return `new-job:revision:${revisionOf}`;
  return templateOf ? `new-job:template:${templateOf}` : 'new-job';
}

export function jobEditForm(jobId: string): string {
  return `edit-job:${jobId}`;
}

export function newJobDraft(values: JobDraftValues): NewJobDraft {
  return { version, values };
}

export function jobEditDraft(
  values: TypedJob<JobUpdateValues>,
  base: EditBase,
  reason?: string,
): JobEditDraft {
  return { version, values, base, ...(reason && { reason }) };
}

/** Returns what an edit begins with. */
export function baseOf(job: Job): EditBase {
  return { version: job.version, assignedToName: job.assignedToName, values: updateValuesOf(job) };
}

export function goesToProperty({ address, deliveryAddress }: JobFieldValues): boolean {
  return deliveryAddress !== null && isSameAddress(address, deliveryAddress);
}

/** Whether the user typed or chose anything. */
export function isWorthSaving(initial: JobDraftValues, values: JobDraftValues, files: number): boolean {
  return files > 0 || JSON.stringify(initial) !== JSON.stringify(values);
}

export const emptyDraft: JobDraftValues = {
  ...emptyJob,
  sameAsProperty: false,
  message: '',
  jobReporter: '',
  clientSendsDocuments: false,
  phoneNumber_auto_filled: null,
};

/**
 * Adds a note and files to the draft of a new job, or creates one. Resolves once all of it is saved, so that the form which opens
 * next reads it.
 *
 * @throws Error: nothing was added
 */
export async function addToNewJob(
  { email, userType }: { email: string; userType: UserType },
  { text, files }: { text: string; files: readonly File[] },
): Promise<void> {
  const draft = openDraft(email, newJobForm(), {
    fits: (content) => v.is(NewJobDraft, content),
    isWhole: true,
  });
  try {
    await draft.read();
    const { content, files: before } = draft.get();
    const values = content
      ? v.parse(NewJobDraft, content).values
      : { ...emptyDraft, jobReporter: isStaff(userType) ? '' : email };
    const added = files.filter((file) => !before.some((other) => isSameFile(other, file)));
    const message = [values.message, text].filter(Boolean).join('\n\n');
    draft.put({ content: newJobDraft({ ...values, message }), files: [...before, ...added] });
    await saveEveryDraft();
    if (draft.isUnsaved) throw new Error('The draft is not saved.');
  } finally {
    draft.end();
  }
}
