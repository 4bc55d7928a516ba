import * as v from 'valibot';
import { Address } from '../address/address.ts';
import { DueChange } from '../due/dueChange.ts';
import { categories, wireValues } from '../enums.ts';
import {
  acrossFields,
  email,
  form,
  jobCode,
  jobId,
  optionalLine,
  optionalText,
  phoneNumber_auto_filled,
  project,
  type Report,
  reason,
  requiredMessage,
  status,
  type Values,
} from '../fields.ts';
import {
  jobAttachmentFiles2,
  jobAttachmentFiles2Optional,
  jobAttachmentFiles2Update,
} from '../files/files.ts';
import { maxTextLength } from '../limits.ts';
import {
  assignedTo,
  category,
  copiesNumber,
  deliveryPriority,
  jobAttachmentLinks,
  jobAttachmentLinksRequired,
  jobDeliveryMode,
  jobDescriptionRequired,
  jobEVService,
  jobPriority,
  jobType,
  trackingNumber,
} from './jobFieldRules.ts';
import { type JobField, type JobFieldName, type jobFields, ofEachField, onlyReported } from './jobFields.ts';
import { NewDeliverable, Withdrawal } from './newDeliverable.ts';

function namesOther(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { category, evServices } = entry as { category?: unknown; evServices?: unknown };
  return category === 'OTHER' || (Array.isArray(evServices) && evServices.includes('OTHER'));
}

/**
 * Whether a job needs a description: when "other" is among its services or request types (§5, `jobDescriptionRequired`). Takes
 * unchecked values too.
 */
export function needsDescription(job: { category?: unknown; jobEVService?: unknown }): boolean {
  const entries: unknown[] = Array.isArray(job.jobEVService) ? job.jobEVService : [];
  return job.category === 'OTHER' || entries.some(namesOther);
}

/** The rules of fields that have their own. */
const ownRules = {
  project,
  address: Address,
  jobType,
  category,
  jobEVService,
  jobPriority,
  jobDeliveryMode,
  /** Checked when the delivery is wet stamps, dropped otherwise. */
  copiesNumber: v.nullish(copiesNumber, null),
  deliveryAddress: v.nullish(Address, null),
  deliveryPriority,
  jobAttachmentLinks,
  status,
  assignedTo,
  trackingNumber,
};

type RuleOf<F extends JobFieldName> = F extends keyof typeof ownRules
  ? (typeof ownRules)[F]
  : (typeof jobFields)[F] extends { of: infer T }
    ? v.OptionalSchema<v.GenericSchema<keyof T & string>, keyof T & string>
    : ReturnType<typeof optionalText>;
type Rules = { [F in JobFieldName]: RuleOf<F> };

/** Returns the rule of a field without one of its own. An earlier version of the app reports no choice that came later. */
function ruleOf(field: JobField) {
  if (field.is !== 'choice') return field.is === 'line' ? optionalLine() : optionalText();
  const values = wireValues(field.of);
  return v.optional(v.picklist(values, 'must be from the list'), values[0]);
}

/** The rule of each field of a job (§5). */
export const jobRules = ofEachField(
  (field, name) => (ownRules as Partial<Rules>)[name] ?? ruleOf(field),
) as Rules;

/** The rules of the fields that a report has. */
const reported = onlyReported(jobRules);

/** Checks a field by a rule that applies only because of another field's value. */
function check(rule: v.GenericSchema, values: Values, field: string, report: Report) {
  const { issues } = v.safeParse(rule, values[field]);
  if (issues) report(field, issues[0].message);
}

/** Checks the fields whose rules depend on another field (§5). */
function checkConditions(values: Values, report: Report) {
  if (needsDescription(values)) check(jobDescriptionRequired, values, 'jobDescription', report);
  if (values.jobDeliveryMode !== 'WET_STAMPS') return;
  check(copiesNumber, values, 'copiesNumber', report);
  check(Address, values, 'deliveryAddress', report);
}

/** Checks also that a new job has its documents, as files or as links, unless its client will send them. */
function checkReport(values: Values, report: Report) {
  checkConditions(values, report);
  if (values.clientSendsDocuments === true) return;
  const chosen = values.jobAttachmentFiles2;
  if (values.jobAttachmentLinks || (Array.isArray(chosen) && chosen.length > 0)) return;
  check(jobAttachmentFiles2, values, 'jobAttachmentFiles2', report);
  check(jobAttachmentLinksRequired, values, 'jobAttachmentLinks', report);
}

/** Drops the number of copies and the delivery address of a digital copy. */
function dropUnused<T extends { jobDeliveryMode: string }>(job: T) {
  return job.jobDeliveryMode === 'WET_STAMPS' ? job : { ...job, copiesNumber: null, deliveryAddress: null };
}

/** Ours: whether staff enter the job without documents, for which its client is asked. */
const clientSendsDocuments = v.optional(v.boolean('must be true or false'), false);

/** The form of a new job, with the names, types and sizes of its files (§3). */
export const JobForm = v.pipe(
  form({
    ...reported,
    message: optionalText(maxTextLength, 'Note to EV'),
    /** Null unless it differs from the number of the profile. */
    phoneNumber_auto_filled: v.nullish(phoneNumber_auto_filled, ''),
    clientSendsDocuments,
    jobAttachmentFiles2: jobAttachmentFiles2Optional,
  }),
  acrossFields(checkReport),
  v.transform(dropUnused),
);
export type JobForm = v.InferOutput<typeof JobForm>;

/**
 * POST /jobs/report (§7): JSON, or multipart with this as JSON in the part `job` and the files as repeated parts `attachments`. The
 * server fills in `jobAttachmentFiles2` from the files that it received.
 */
export const JobReport = v.pipe(
  form({
    ...reported,
    message: optionalText(maxTextLength, 'Note to EV'),
    jobCode,
    jobReporter: email,
    /** Ours: whether a client without an account is invited with the job (staff). */
    invitesClient: v.optional(v.boolean('must be true or false'), false),
    clientSendsDocuments,
    /** The number to call about this job; empty for that of the reporter's profile. */
    phoneNumber_auto_filled,
    /** Id of the job that this one revises. */
    revisionOf: v.nullish(jobId, null),
    jobAttachmentFiles2: v.optional(jobAttachmentFiles2Optional, []),
  }),
  acrossFields(checkReport),
  v.transform(dropUnused),
);
export type JobReport = v.InferOutput<typeof JobReport>;

/** A stored job after the changes of an update; the server checks it before it stores them. Earlier versions took any words as links. */
export const JobAfterUpdate = v.pipe(
  form({
    ...jobRules,
    jobAttachmentLinks: optionalText(),
    category: v.picklist(wireValues(categories)),
  }),
  acrossFields(checkConditions),
  v.transform(dropUnused),
);

const noVersion = 'must be the version of the job that was read';
/** The largest integer that a database column of four bytes holds. */
const maxVersion = 2_147_483_647;

/** The rules of an update, in which each field may be left out; the services have another name there (§3). */
const { jobEVService: jobServiceUpdate, ...changes } = ofEachField((_, name) => {
  const rule = jobRules[name];
  return v.exactOptional(rule.type === 'nullish' ? v.nullable(rule.wrapped) : rule);
}) as unknown as { [F in JobFieldName]: v.ExactOptionalSchema<RuleOf<F>, undefined> };

/**
 * POST /jobs/update with changes of a job (§7): fields that are left out stay as they are. JSON, or multipart with this as JSON in the
 * part `job` and added files as repeated parts `attachments`.
 */
export const JobUpdate = form({
  evJobId: jobId,
  /** Email of the caller. */
  jobUpdateUser: email,
  /** The version that the changes were made from. The server refuses an older one than the job's with code `stale`. */
  version: v.pipe(
    v.number(requiredMessage),
    v.integer(noVersion),
    v.minValue(0, noVersion),
    v.maxValue(maxVersion, noVersion),
  ),
  ...changes,
  /** The edited service entries (§3), in the shape of `jobEVService`. */
  jobServiceUpdate,
  /**
   * Ours: why the job is put on hold or cancelled. Kept in the history and posted as a message of the caller. The app asks for it;
   * changes without one are accepted.
   */
  reason: v.exactOptional(reason),
  jobAttachmentFiles2Update: v.exactOptional(jobAttachmentFiles2Update),
  /**
   * A deliverable (staff). Then the files of the request are its files. Any `version` is accepted, also with the status `COMPLETED` while
   * the job may get it, unless other fields change too. Its tracking number becomes the job's, unless the update names one.
   */
  deliverable: v.exactOptional(NewDeliverable),
  /** A deliverable to withdraw (staff). Any `version` is accepted. */
  withdrawal: v.exactOptional(Withdrawal),
  /** Ours: another due date (staff), or null for that of the rules. Any `version` is accepted. */
  due: v.exactOptional(DueChange),
});
export type JobUpdate = v.InferOutput<typeof JobUpdate>;
