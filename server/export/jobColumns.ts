import type { Job } from '../../src/contract/jobs/job.ts';
import { type JobFieldName, jobFieldNames } from '../../src/contract/jobs/jobFields.ts';
import { jobFieldText } from '../../src/contract/jobs/jobFieldText.ts';
import { labels } from '../../src/contract/labels.ts';
import { nationalPhone } from '../../src/contract/users/phone.ts';

/** A column of the exported list. A `time` is in seconds, a `day` is like `2026-11-27`. */
export type JobColumn = { heading: string } & (
  | { type: 'text' | 'day'; cell: (job: Job) => string }
  | { type: 'number'; cell: (job: Job) => number | null }
  | { type: 'time'; cell: (job: Job) => number }
);

function text(heading: string, cell: (job: Job) => string): JobColumn {
  return { heading, type: 'text', cell };
}

function field(name: JobFieldName): JobColumn {
  return text(labels[name], (job) => jobFieldText(name, job[name]));
}

/** Programs that read the list count on the order: a field that came later is the last column. */
const placed: readonly (JobColumn | JobFieldName)[] = [
  text('Job code', (job) => job.jobCode),
  'project',
  'status',
  'category',
  'jobPriority',
  'jobType',
  text('Street', (job) => job.address.streetName),
  text('City', (job) => job.address.city),
  text('State', (job) => job.address.state),
  text('Zip code', (job) => job.address.zipcode),
  'jobEVService',
  'jobDescription',
  text('Company', (job) => job.jobReporterDetails.company),
  text('Client', (job) => job.reporter),
  text('Client email', (job) => job.jobReporter),
  text('Client phone', (job) => nationalPhone(job.jobReporterDetails.phoneNumber)),
  text('Assignee', (job) => job.assignedToName || job.assignedTo),
  'jobDeliveryMode',
  'deliveryPriority',
  { heading: 'Number of copies', type: 'number', cell: (job) => job.copiesNumber },
  'deliveryAddress',
  'trackingNumber',
  'jobAttachmentLinks',
  'referenceLinks',
  { heading: 'Submitted', type: 'time', cell: (job) => job.createdTimestamp },
  { heading: 'Updated', type: 'time', cell: (job) => job.updatedTimestamp },
  { heading: 'Due date', type: 'day', cell: (job) => job.due?.date ?? '' },
];
/** Fields with a column of another kind. */
const others: readonly JobFieldName[] = ['address', 'assignedTo', 'copiesNumber'];
const later = jobFieldNames.filter((name) => !others.includes(name) && !placed.includes(name));

/** The columns of the exported list, in every format. */
export const jobColumns: readonly JobColumn[] = [...placed, ...later].map((column) =>
  typeof column === 'string' ? field(column) : column,
);
