import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
} from '../enums.ts';
import { addedFields } from './addedFields.ts';
import type { Job } from './job.ts';

export type JobField =
  /** A `line` is a text of one line; `delivery` and `copies` are null unless the delivery is wet stamps. */
  (
    | { is: 'line' | 'text' | 'address' | 'delivery' | 'copies' | 'services' }
    /** One of the keys of an enumeration; of its first one where the field came later than the job (`job.ts`). */
    | { is: 'choice'; of: Readonly<Record<string, string>> }
  ) & {
    /** On screens, in exports and in error messages. */
    label: string;
    /** In the table `jobs`. */
    column: string;
    /** A job is found by its words. */
    searched?: true;
    // `later`: a report cannot name it, it comes with an update. `by`: only staff change it (§6); its client reads it as any other.
  } & ({ later?: true; by?: never } | { later: true; by: 'staff' });

/**
 * The fields of a job that users fill in and change, in the order of the form. What knows all fields is derived from this table: rules and
 * values of the forms, SQL, history, exports, search, and what a job's page shows. A new field is a row of `addedFields`, by which jobs are
 * read too; it also needs its column in `server/migrations`, and its control in a section of the form; a `line` or a `text` needs nothing
 * else. Whoever sees a job sees them all: what clients must not see is no field.
 */
export const jobFields = {
  project: { is: 'line', label: 'Project name', column: 'project', searched: true },
  address: { is: 'address', label: 'Address', column: 'address', searched: true },
  jobType: { is: 'choice', of: jobTypes, label: 'Property type', column: 'job_type' },
  category: { is: 'choice', of: categories, label: 'Request type', column: 'category' },
  jobEVService: { is: 'services', label: 'Services', column: 'services' },
  jobPriority: { is: 'choice', of: priorities, label: 'Priority', column: 'job_priority' },
  jobDescription: { is: 'text', label: 'Description', column: 'job_description', searched: true },
  jobDeliveryMode: { is: 'choice', of: deliveryModes, label: 'Delivery method', column: 'job_delivery_mode' },
  copiesNumber: { is: 'copies', label: 'Number of copies', column: 'copies_number' },
  deliveryAddress: { is: 'delivery', label: 'Delivery address', column: 'delivery_address' },
  deliveryPriority: {
    is: 'choice',
    of: deliveryPriorities,
    label: 'Delivery speed',
    column: 'delivery_priority',
  },
  jobAttachmentLinks: { is: 'text', label: 'Document links', column: 'attachment_links' },
  referenceLinks: { is: 'text', label: 'Reference links', column: 'reference_links' },
  status: { is: 'choice', of: jobStatuses, label: 'Status', column: 'status', later: true },
  assignedTo: { is: 'line', label: 'Assignee', column: 'assigned_to', later: true, by: 'staff' },
  trackingNumber: {
    is: 'line',
    label: 'Tracking number',
    column: 'tracking_number',
    later: true,
    by: 'staff',
  },
  ...addedFields,
} as const satisfies Record<string, JobField>;

type Table = typeof jobFields;
export type JobFieldName = keyof Table;
/** The fields that a report has. */
export type ReportedFieldName = {
  [F in JobFieldName]: Table[F] extends { later: true } ? never : F;
}[JobFieldName];

/** The values of a job's fields. */
export type JobFields = Pick<Job, JobFieldName>;

export const jobFieldNames = Object.keys(jobFields) as JobFieldName[];

/** Makes something of each field, under the same name. */
/* @__NO_SIDE_EFFECTS__ */
export function ofEachField<T>(make: (field: JobField, name: JobFieldName) => T): Record<JobFieldName, T> {
  const made = jobFieldNames.map((name) => [name, make(jobFields[name], name)]);
  return Object.fromEntries(made) as Record<JobFieldName, T>;
}

/** Returns those of the fields that a report has. */
/* @__NO_SIDE_EFFECTS__ */
export function onlyReported<T extends Record<JobFieldName, unknown>>(all: T): Pick<T, ReportedFieldName> {
  const reported = jobFieldNames.filter((name) => !('later' in jobFields[name]));
  return Object.fromEntries(reported.map((name) => [name, all[name]])) as Pick<T, ReportedFieldName>;
}
