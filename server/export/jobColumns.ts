import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
} from '../../src/contract/enums.ts';
import type { Job } from '../../src/contract/job.ts';
import { nationalPhone } from '../../src/contract/phone.ts';
import { addressLine, servicesLine } from '../jobText.ts';

/** A column of the exported list. A `time` is in seconds, a `day` is like `2026-11-27`. */
export type JobColumn = { heading: string } & (
  | { type: 'text' | 'day'; cell: (job: Job) => string }
  | { type: 'number'; cell: (job: Job) => number | null }
  | { type: 'time'; cell: (job: Job) => number }
);

function text(heading: string, cell: (job: Job) => string): JobColumn {
  return { heading, type: 'text', cell };
}

/** The columns of the exported list, in every format. */
export const jobColumns: readonly JobColumn[] = [
  text('Job code', (job) => job.jobCode),
  text('Project name', (job) => job.project),
  text('Status', (job) => jobStatuses[job.status]),
  text('Request type', (job) => categories[job.category]),
  text('Priority', (job) => priorities[job.jobPriority]),
  text('Property type', (job) => jobTypes[job.jobType]),
  text('Street', (job) => job.address.streetName),
  text('City', (job) => job.address.city),
  text('State', (job) => job.address.state),
  text('Zip code', (job) => job.address.zipcode),
  text('Services', (job) => servicesLine(job.jobEVService)),
  text('Description', (job) => job.jobDescription),
  text('Company', (job) => job.jobReporterDetails.company),
  text('Client', (job) => job.reporter),
  text('Client email', (job) => job.jobReporter),
  text('Client phone', (job) => nationalPhone(job.jobReporterDetails.phoneNumber)),
  text('Assignee', (job) => job.assignedToName || job.assignedTo),
  text('Delivery method', (job) => deliveryModes[job.jobDeliveryMode]),
  text('Delivery speed', (job) => deliveryPriorities[job.deliveryPriority]),
  { heading: 'Number of copies', type: 'number', cell: (job) => job.copiesNumber },
  text('Delivery address', (job) => addressLine(job.deliveryAddress)),
  text('Tracking number', (job) => job.trackingNumber),
  text('Document links', (job) => job.jobAttachmentLinks),
  text('Reference links', (job) => job.referenceLinks),
  { heading: 'Submitted', type: 'time', cell: (job) => job.createdTimestamp },
  { heading: 'Updated', type: 'time', cell: (job) => job.updatedTimestamp },
  { heading: 'Due date', type: 'day', cell: (job) => job.due?.date ?? '' },
];
