import * as v from 'valibot';
import { categories, valuesOf } from './enums.ts';
import {
  Address,
  acrossFields,
  assignedTo,
  category,
  copiesNumber,
  deliveryPriority,
  email,
  form,
  jobAttachmentLinks,
  jobAttachmentLinksRequired,
  jobCode,
  jobDeliveryMode,
  jobDescription,
  jobDescriptionRequired,
  jobEVService,
  jobId,
  jobPriority,
  jobServiceUpdate,
  jobType,
  optionalText,
  phoneNumber_auto_filled,
  project,
  referenceLinks,
  requiredMessage,
  status,
  trackingNumber,
} from './fields.ts';
import { jobAttachmentFiles2, jobAttachmentFiles2Optional, jobAttachmentFiles2Update } from './files.ts';
import { NewDeliverable } from './newDeliverable.ts';

function namesOther(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { category, evServices } = entry as { category?: unknown; evServices?: unknown };
  return category === 'OTHER' || (Array.isArray(evServices) && evServices.includes('OTHER'));
}

/**
 * A description is wanted when "other" is among the services or the request types (§5, `jobDescriptionRequired`). Asked also of
 * values that nobody checked yet.
 */
export function needsDescription(job: { category?: unknown; jobEVService?: unknown }): boolean {
  const entries: unknown[] = Array.isArray(job.jobEVService) ? job.jobEVService : [];
  return job.category === 'OTHER' || entries.some(namesOther);
}

const jobFields = {
  project,
  address: Address,
  jobType,
  category,
  jobPriority,
  jobDescription,
  jobDeliveryMode,
  /** Checked when the delivery is wet stamps, dropped otherwise. */
  copiesNumber: v.nullish(copiesNumber, null),
  deliveryAddress: v.nullish(Address, null),
  deliveryPriority,
  jobEVService,
  jobAttachmentLinks,
  referenceLinks,
};

type Values = Record<string, unknown>;
type Say = (field: string, message: string) => void;

/** Applies a rule that holds only because of another field's value, and says what it says. */
function apply(rule: v.GenericSchema, values: Values, field: string, say: Say) {
  const { issues } = v.safeParse(rule, values[field]);
  if (issues) say(field, issues[0].message);
}

/** The rules of one field that hang on another (§5; *Jobs* in the decisions). */
function checkConditions(values: Values, say: Say) {
  if (needsDescription(values)) apply(jobDescriptionRequired, values, 'jobDescription', say);
  if (values.jobDeliveryMode !== 'WET_STAMPS') return;
  apply(copiesNumber, values, 'copiesNumber', say);
  apply(Address, values, 'deliveryAddress', say);
}

/** A new job brings its documents: as files, or as links to them. */
function checkReport(values: Values, say: Say) {
  checkConditions(values, say);
  const chosen = values.jobAttachmentFiles2;
  if (values.jobAttachmentLinks || (Array.isArray(chosen) && chosen.length > 0)) return;
  apply(jobAttachmentFiles2, values, 'jobAttachmentFiles2', say);
  apply(jobAttachmentLinksRequired, values, 'jobAttachmentLinks', say);
}

/** Copies and a delivery address belong to wet stamps only; a digital copy forgets them. */
function forgetUnused<T extends { jobDeliveryMode: string }>(job: T) {
  return job.jobDeliveryMode === 'WET_STAMPS' ? job : { ...job, copiesNumber: null, deliveryAddress: null };
}

/** What a person fills in to report a job, files included (names, types and sizes only). */
export const JobForm = v.pipe(
  form({
    ...jobFields,
    message: optionalText(),
    /** Null until somebody types another number than the profile's. */
    phoneNumber_auto_filled: v.nullish(phoneNumber_auto_filled, ''),
    jobAttachmentFiles2: jobAttachmentFiles2Optional,
  }),
  acrossFields(checkReport),
  v.transform(forgetUnused),
);
export type JobForm = v.InferOutput<typeof JobForm>;

/**
 * POST /jobs/report. As multipart, this goes as JSON in the part `job`, the files as repeated parts `attachments`;
 * `jobAttachmentFiles2` then is what the server received and need not be sent.
 */
export const JobReport = v.pipe(
  form({
    ...jobFields,
    message: optionalText(),
    jobCode,
    jobReporter: email,
    /** Whom to call about this job; empty: the number of the reporter's profile. */
    phoneNumber_auto_filled,
    /** The job that this one revises. */
    revisionOf: v.nullish(jobId, null),
    jobAttachmentFiles2: v.optional(jobAttachmentFiles2Optional, []),
  }),
  acrossFields(checkReport),
  v.transform(forgetUnused),
);
export type JobReport = v.InferOutput<typeof JobReport>;

/** The whole of a job as an update leaves it: checked after the changes are laid over the stored job. */
export const JobAfterUpdate = v.pipe(
  form({ ...jobFields, category: v.picklist(valuesOf(categories)), status, assignedTo, trackingNumber }),
  acrossFields(checkConditions),
  v.transform(forgetUnused),
);

const noVersion = 'must be the version of the job that was read';
/** As far as databases count in four bytes. */
const mostVersion = 2_147_483_647;

/**
 * POST /jobs/update, the changes of a job: what is left out stays as it is. As multipart, this goes as JSON in the part
 * `job` and added files as repeated parts `attachments`.
 */
export const JobUpdate = form({
  evJobId: jobId,
  /** E-mail of who updates: the token's own. */
  jobUpdateUser: email,
  /** The version the changes were made from; a stale one is refused with what changed since. */
  version: v.pipe(
    v.number(requiredMessage),
    v.integer(noVersion),
    v.minValue(0, noVersion),
    v.maxValue(mostVersion, noVersion),
  ),
  project: v.optional(project),
  address: v.optional(Address),
  jobType: v.optional(jobType),
  category: v.optional(category),
  jobPriority: v.optional(jobPriority),
  jobDescription: v.exactOptional(jobDescription),
  jobDeliveryMode: v.optional(jobDeliveryMode),
  copiesNumber: v.optional(v.nullable(copiesNumber)),
  deliveryAddress: v.optional(v.nullable(Address)),
  deliveryPriority: v.optional(deliveryPriority),
  /** The service entries as edited (§3), shaped as `jobEVService`. */
  jobServiceUpdate: v.optional(jobServiceUpdate),
  jobAttachmentLinks: v.exactOptional(jobAttachmentLinks),
  referenceLinks: v.exactOptional(referenceLinks),
  status: v.optional(status),
  assignedTo: v.exactOptional(assignedTo),
  trackingNumber: v.exactOptional(trackingNumber),
  jobAttachmentFiles2Update: v.exactOptional(jobAttachmentFiles2Update),
  /** A stamped result (staff). The request's files are its files then, and whatever the job's version, it is added. */
  deliverable: v.exactOptional(NewDeliverable),
});
export type JobUpdate = v.InferOutput<typeof JobUpdate>;
