import * as v from 'valibot';
import { emptyJob, type JobFieldValues } from './jobFormValues.ts';

/** What is kept of a new job while it is typed: text only; files cannot be kept here. */
export type JobDraftValues = JobFieldValues & { message: string; jobReporter: string };

const version = 1;

const address = v.object({
  streetName: v.string(),
  city: v.string(),
  state: v.string(),
  zipcode: v.string(),
});
const text = v.string();

const JobDraft = v.object({
  version: v.literal(version),
  /** Seconds. */
  savedTimestamp: v.number(),
  /** Names of files that were chosen and have to be chosen again. */
  fileNames: v.array(v.string()),
  values: v.object({
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
    message: text,
    jobReporter: text,
  }),
});
export type JobDraft = { savedTimestamp: number; fileNames: string[]; values: JobDraftValues };

/** Drafts are kept by user, and a revision's apart from a plain new job's. */
export function jobDraftKey(email: string, revisionOf?: string): string {
  return `draft:job:${email}:${revisionOf ?? 'new'}`;
}

/** The draft that was left behind; null when there is none, or it was written by another version of the form. */
export function readJobDraft(storage: Storage, key: string): JobDraft | null {
  try {
    const kept = storage.getItem(key);
    const checked = v.safeParse(JobDraft, kept ? JSON.parse(kept) : null);
    if (!checked.success) return null;
    const { savedTimestamp, fileNames, values } = checked.output;
    // Whether the words are known ones is for the form's own rules to say when it is sent.
    return { savedTimestamp, fileNames, values: values as JobDraftValues };
  } catch {
    return null;
  }
}

/** Keeps the draft; false when the browser would not (private mode, no room). */
export function keepJobDraft(storage: Storage, key: string, draft: JobDraft): boolean {
  try {
    storage.setItem(key, JSON.stringify({ version, ...draft }));
    return true;
  } catch {
    return false;
  }
}

export function dropJobDraft(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // A storage that cannot be reached holds no draft either.
  }
}

/** Whether somebody typed anything that is worth keeping. */
export function isWorthKeeping(initial: JobDraftValues, values: JobDraftValues, files: number): boolean {
  return files > 0 || JSON.stringify(initial) !== JSON.stringify(values);
}

export const emptyDraft: JobDraftValues = { ...emptyJob, message: '', jobReporter: '' };
