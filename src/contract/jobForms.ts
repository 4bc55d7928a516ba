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
  jobCode,
  jobDeliveryMode,
  jobDescription,
  jobEVService,
  jobId,
  jobPriority,
  jobServiceUpdate,
  jobType,
  optionalText,
  project,
  referenceLinks,
  requiredMessage,
  status,
  trackingNumber,
} from './fields.ts';
import { atLeastOneFileMessage, jobAttachmentFiles2Update } from './files.ts';
import { maxTextLength } from './limits.ts';
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

/** The rules of one field that hang on another (§5; *Jobs* in the decisions). */
function checkConditions(values: Values, say: (field: string, message: string) => void) {
  if (needsDescription(values) && !values.jobDescription) say('jobDescription', requiredMessage);
  if (values.jobDeliveryMode !== 'WET_STAMPS') return;
  if (values.copiesNumber == null) say('copiesNumber', requiredMessage);
  if (values.deliveryAddress == null) say('deliveryAddress', requiredMessage);
}

/** A new job brings its documents: as files, or as links to them. */
function checkReport(values: Values, say: (field: string, message: string) => void) {
  checkConditions(values, say);
  const chosen = values.jobAttachmentFiles2;
  if (values.jobAttachmentLinks || (Array.isArray(chosen) && chosen.length > 0)) return;
  say('jobAttachmentFiles2', atLeastOneFileMessage);
  say('jobAttachmentLinks', requiredMessage);
}

/** Copies and a delivery address belong to wet stamps only; a digital copy forgets them. */
function forgetUnused<T extends { jobDeliveryMode: string }>(job: T) {
  return job.jobDeliveryMode === 'WET_STAMPS' ? job : { ...job, copiesNumber: null, deliveryAddress: null };
}

/** What a person fills in to report a job, files included (names, types and sizes only). */
export const JobForm = v.pipe(
  form({
    ...jobFields,
    message: optionalText(maxTextLength),
    jobAttachmentFiles2: jobAttachmentFiles2Update,
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
    message: optionalText(maxTextLength),
    jobCode,
    jobReporter: email,
    /** The job that this one revises. */
    revisionOf: v.nullish(jobId, null),
    jobAttachmentFiles2: v.optional(jobAttachmentFiles2Update, []),
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
