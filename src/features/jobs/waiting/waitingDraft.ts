import * as v from 'valibot';
import { DueChange } from '../../../contract/due/dueChange.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { type Deliverable, hasDetails } from '../../../contract/jobs/jobDetails.ts';
import { Withdrawal } from '../../../contract/jobs/newDeliverable.ts';
import { labels } from '../../../contract/labels.ts';
import type { JobRecord } from '../../../outbox/records/waitingJobs.ts';
import { DeliverableDraft } from '../deliverables/deliverableDraft.ts';
import { dueDayText } from '../due/dueText.ts';
import { fieldLabel, fieldText } from '../fieldText.ts';
import {
  type EditBase,
  goesToProperty,
  type JobDraftValues,
  JobEditDraft,
  jobEditDraft,
  NewJobDraft,
} from '../form/jobDraft.ts';

/** Queued records as the forms take them up again, and as text. */

type Payload = Readonly<Record<string, unknown>>;
type Fields = EditBase['values'];

/** Returns the draft that a record was made of, as its form saved it; null for a record of an earlier build, or that no form made. */
export function draftIn<S extends v.GenericSchema>(
  { context }: JobRecord,
  Content: S,
): v.InferOutput<S> | null {
  const { output, success } = v.safeParse(Content, (context as { draft?: unknown } | undefined)?.draft);
  return success ? output : null;
}

/** Returns null for a record that is no report, or that the form does not fit. */
export function newJobOf({ kind, payload }: JobRecord): JobDraftValues | null {
  const values = { ...(payload as Payload), sameAsProperty: false };
  const { output, success } = v.safeParse(NewJobDraft.entries.values, values);
  if (kind !== 'report' || !success) return null;
  return { ...output, sameAsProperty: goesToProperty(output) };
}

export function revisionOfRecord({ payload }: JobRecord): string | undefined {
  const { revisionOf } = payload as Payload;
  return typeof revisionOf === 'string' ? revisionOf : undefined;
}

/** Returns the fields that a change carries, under their names in a job. */
function fieldsOf({ payload }: JobRecord): Partial<Fields> {
  const {
    evJobId,
    jobUpdateUser,
    version,
    reason,
    deliverable,
    withdrawal,
    due,
    jobServiceUpdate,
    ...changes
  } = payload as Payload;
  return jobServiceUpdate === undefined ? changes : { ...changes, jobEVService: jobServiceUpdate as never };
}

function reasonOf({ payload }: JobRecord): string {
  const { reason } = payload as Payload;
  return typeof reason === 'string' ? reason : '';
}

/** Returns the withdrawal of a deliverable that a record asks for; null for another record. */
function withdrawalOf({ payload }: JobRecord): v.InferOutput<typeof Withdrawal> | null {
  const { success, output } = v.safeParse(Withdrawal, (payload as Payload).withdrawal);
  return success ? output : null;
}

/** Returns a change with the job its author read; null where that was not queued with it. */
export function editOf(record: JobRecord): JobEditDraft | null {
  const draft = draftIn(record, JobEditDraft);
  if (draft) return draft;
  const { base } = (record.context ?? {}) as { base?: { values?: Fields } };
  const values = { ...base?.values, ...fieldsOf(record), sameAsProperty: false };
  const { output, success } = v.safeParse(JobEditDraft, { version: 1, values, base });
  if (!success) return null;
  const { values: typed, base: read } = output;
  return jobEditDraft({ ...typed, sameAsProperty: goesToProperty(typed) }, read, reasonOf(record));
}

export function isDeliverable({ payload }: Pick<JobRecord, 'payload'>): boolean {
  return (payload as Payload).deliverable !== undefined;
}

export function deliverableDraftOf(record: JobRecord): DeliverableDraft | null {
  const made = draftIn(record, DeliverableDraft);
  if (made) return made;
  const { deliverable, status } = record.payload as Payload;
  const draft = { version: 1, values: deliverable, completes: status === 'COMPLETED' };
  return v.is(DeliverableDraft, draft) ? draft : null;
}

/** Returns the due date that a record sets; null for another record. */
export function dueChangeOf({ payload }: JobRecord): DueChange | null {
  const { success, output } = v.safeParse(DueChange, (payload as Payload).due);
  return success ? output : null;
}

/** Names a record: by the project of a new job, otherwise by what it changes. */
export function recordName(record: JobRecord): string {
  if (record.kind === 'report') return String((record.payload as Payload).project ?? '') || 'New job';
  if (isDeliverable(record)) return 'Deliverable';
  if (dueChangeOf(record)) return labels.dueDate;
  if (withdrawalOf(record)) return labels.withdrawal;
  const [first, ...more] = Object.keys(fieldsOf(record));
  if (!first)
    return record.files.length === 1 ? '1 added document' : `${record.files.length} added documents`;
  return more.length === 0 ? fieldLabel(first) : `${fieldLabel(first)} and ${more.length} more`;
}

/** Lists a record's contents: the values of a change, and files by the names they were chosen under. */
export function recordContents(record: JobRecord): string[] {
  const fields = record.kind === 'report' ? {} : fieldsOf(record);
  const reason = reasonOf(record) || withdrawalOf(record)?.reason;
  const values = Object.keys(fields) as (keyof Fields)[];
  const files = record.files.map(({ chosenName }) => chosenName);
  const due = dueChangeOf(record);
  return [
    ...(due ? [due.date === null ? 'From the due date rules' : dueDayText(due.date), due.reason] : []),
    ...values.map((field) => `${fieldLabel(field)}: ${fieldText(field, fields as Fields)}`),
    ...(reason ? [`${fieldLabel('reason')}: ${reason}`] : []),
    ...(files.length > 0 ? [files.join(', ')] : []),
  ];
}

/** Returns what a record changes in its job: the reason goes with the status, and a deliverable's tracking number is the job's. */
function changesIn(record: JobRecord): Partial<Job> {
  const fields = fieldsOf(record);
  const { trackingNumber } = ((record.payload as Payload).deliverable ?? {}) as { trackingNumber?: string };
  return {
    ...(trackingNumber && { trackingNumber }),
    ...(fields as Partial<Job>),
    ...(fields.status && { statusReason: reasonOf(record) }),
  };
}

/** Returns the deliverables of a job with those withdrawn that a queued change withdraws; nothing where there is none. */
function withdrawnIn(job: Job, records: readonly JobRecord[]): { deliverables?: Deliverable[] } {
  const asked = records.flatMap((record) => withdrawalOf(record) ?? []);
  if (asked.length === 0 || !hasDetails(job)) return {};
  const deliverables = job.deliverables.map((one) => {
    const { reason } = asked.find(({ deliverable }) => deliverable === one.key) ?? {};
    if (reason === undefined || one.withdrawn) return one;
    const { key: fileKey = '', fileName = '' } = one.file ?? {};
    return { ...one, withdrawn: { timestamp: 0, byName: '', reason, fileKey, fileName } };
  });
  return { deliverables };
}

/**
 * Applies queued changes to a job, so that the next change begins from them. Its version stays the one that was read: the outbox
 * raises it in the changes behind one that is sent.
 */
export function withWaiting<J extends Job>(job: J, records: readonly JobRecord[]): J {
  const pending = records.filter((record) => record.state !== 'failed');
  const changes: Partial<Job> = Object.assign({}, ...pending.map(changesIn), withdrawnIn(job, pending));
  if (Object.keys(changes).length === 0) return job;
  const isReassigned = changes.assignedTo !== undefined && changes.assignedTo !== job.assignedTo;
  return { ...job, ...changes, ...(isReassigned && { assignedToName: '' }) };
}
