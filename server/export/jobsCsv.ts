import { pipeline, Readable } from 'node:stream';
import { type CastingContext, type ColumnOption, stringify } from 'csv-stringify';
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
import { harmless } from '../../src/contract/spreadsheet.ts';
import { addressLine, servicesLine } from '../jobText.ts';

/** Formats a time so that spreadsheets parse it: `2026-11-21 10:42:00`, in UTC. */
function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

const cells: Record<string, (job: Job) => string | number | null> = {
  'Job code': (job) => job.jobCode,
  'Project name': (job) => job.project,
  Status: (job) => jobStatuses[job.status],
  'Request type': (job) => categories[job.category],
  Priority: (job) => priorities[job.jobPriority],
  'Property type': (job) => jobTypes[job.jobType],
  Street: (job) => job.address.streetName,
  City: (job) => job.address.city,
  State: (job) => job.address.state,
  'Zip code': (job) => job.address.zipcode,
  Services: (job) => servicesLine(job.jobEVService),
  Description: (job) => job.jobDescription,
  Company: (job) => job.jobReporterDetails.company,
  Client: (job) => job.reporter,
  'Client email': (job) => job.jobReporter,
  'Client phone': (job) => nationalPhone(job.jobReporterDetails.phoneNumber),
  Assignee: (job) => job.assignedToName || job.assignedTo,
  'Delivery method': (job) => deliveryModes[job.jobDeliveryMode],
  'Delivery speed': (job) => deliveryPriorities[job.deliveryPriority],
  'Number of copies': (job) => job.copiesNumber,
  'Delivery address': (job) => addressLine(job.deliveryAddress),
  'Tracking number': (job) => job.trackingNumber,
  'Document links': (job) => job.jobAttachmentLinks,
  'Reference links': (job) => job.referenceLinks,
  'Submitted (UTC)': (job) => utc(job.createdTimestamp),
  'Updated (UTC)': (job) => utc(job.updatedTimestamp),
  'Due date': (job) => job.due?.date ?? '',
};

const columns: ColumnOption[] = Object.keys(cells).map((key) => ({ key }));

async function* linesOf(jobs: AsyncIterable<Job>) {
  for await (const job of jobs) {
    yield Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, cell(job)]));
  }
}

function castText(value: string, context: CastingContext): string {
  return context.header ? value : harmless(value);
}

/**
 * Streams jobs as CSV: RFC 4180, UTF-8 with the byte order mark that Excel needs, one line per job, read as fast as the client
 * receives. Quotes every text, so that spreadsheets that separate by semicolons also see one cell. An error breaks the download, so
 * that an incomplete file never looks complete.
 */
export function jobsCsv(jobs: AsyncIterable<Job>): Readable {
  const csv = stringify({
    bom: true,
    header: true,
    columns,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { string: castText },
  });
  return pipeline(Readable.from(linesOf(jobs)), csv, () => {});
}
