import type { RequestOf } from '../../src/contract/calls.ts';
import type { JobStatus, Service } from '../../src/contract/enums.ts';
import {
  cancelledConversations,
  doneConversations,
  holdReasons,
  type Line,
  onHoldConversations,
  openConversations,
  type SampleFile,
} from './conversations.ts';
import { client, engineer, type SeedUser, secondClient, secondEngineer } from './people.ts';
import { places } from './places.ts';

type Report = RequestOf<'reportJob'>;
type FormCategory = 'STAMP' | 'RE_STAMP' | 'OTHER';

export type SeedJob = {
  /** The client's request, without its files. */
  report: Omit<Report, 'jobAttachmentFiles2' | 'revisionOf'>;
  reporter: SeedUser;
  /** The code of the job that this one revises. */
  revisionOf: string | null;
  files: readonly SampleFile[];
  /** By how much its work takes longer than usual. */
  pace: number;
  /** Why it is on hold or cancelled. */
  reason: string;
  /** Hours before the time of the seed. */
  reportedHoursAgo: number;
  assignee: SeedUser | null;
  status: JobStatus;
  /** For a completed job with wet stamps. */
  trackingNumber: string;
  conversation: readonly Line[];
};

type Work = {
  category: FormCategory;
  entries: Partial<Record<FormCategory, Service[]>>;
  description: string;
};

/** The requested work, in rotation; every service occurs. */
const works: readonly Work[] = [
  { category: 'STAMP', entries: { STAMP: ['EE', 'SE'] }, description: '' },
  {
    category: 'RE_STAMP',
    entries: { RE_STAMP: ['SE'] },
    description: 'The city wants the 2024 code cited on the cover sheet.',
  },
  { category: 'STAMP', entries: { STAMP: ['SE', 'EB', 'SB'] }, description: '' },
  {
    category: 'STAMP',
    entries: { STAMP: ['PV_DESIGN', 'EE'] },
    description: 'Please keep three feet clear at the ridge.',
  },
  { category: 'RE_STAMP', entries: { RE_STAMP: ['EE', 'SE'] }, description: '' },
  {
    category: 'STAMP',
    entries: { STAMP: ['EGM', 'SGM'] },
    description: 'Driven piles; soil report attached.',
  },
  { category: 'STAMP', entries: { STAMP: ['EB', 'SB'] }, description: '' },
  {
    category: 'OTHER',
    entries: { OTHER: ['LC'] },
    description: 'Load calculation for a change from 100 A to 200 A.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['CR'] },
    description: 'Twelve months of utility bills attached.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['ICCD', 'FCCD'] },
    description: 'Initial document now, the final one after the inspection.',
  },
  {
    category: 'STAMP',
    entries: { STAMP: ['EE'], OTHER: ['LC'] },
    description: 'Two batteries in the garage, backed-up loads panel.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['SIF'] },
    description: 'Special inspection of the expansion anchors.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['FS'] },
    description: 'Available fault current at the new main switchboard.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['OTHER'] },
    description: 'Letter confirming that the existing structure can support the array.',
  },
  {
    category: 'OTHER',
    entries: { OTHER: ['PIL'] },
    description: 'Post install letter; the installer’s photos are attached.',
  },
];

const notes = [
  '',
  'Please call the site contact before any visit.',
  '',
  'Same plan set as last week, with the plan checker’s corrections.',
];
const fileSets: readonly (readonly SampleFile[])[] = [
  ['pdf'],
  ['pdf', 'png'],
  ['zip'],
  ['pdf', 'zip'],
  ['png'],
];
/** Later work on a property, by its place in the list: other services than the first time. */
const revisions = new Map([
  [46, 17],
  [49, 30],
  [52, 10],
  [55, 3],
  [59, 20],
]);

function statusOf(index: number): JobStatus {
  if (index % 10 === 4) return 'CANCELLED';
  if (index % 7 === 5) return 'ON_HOLD';
  // Old jobs are done, most of the new ones are not.
  return index < 26 || index % 9 === 0 ? 'COMPLETED' : 'IN_PROGRESS';
}

function conversationOf(status: JobStatus, index: number): readonly Line[] {
  const all = {
    IN_PROGRESS: openConversations,
    ON_HOLD: onHoldConversations,
    COMPLETED: doneConversations,
    CANCELLED: cancelledConversations,
  }[status];
  return all[Math.floor(index / 2) % all.length] ?? [];
}

/** Three of five jobs belong to the first company; a revision to the client of the first job. */
function reporterOf(index: number): SeedUser {
  const first = revisions.get(index) ?? index;
  return (first * 7 + Math.floor(first / 10)) % 5 < 3 ? client : secondClient;
}

function assigneeOf(status: JobStatus, index: number): SeedUser | null {
  if ((status === 'IN_PROGRESS' && index % 4 === 3) || status === 'CANCELLED') return null;
  return index % 3 === 0 ? secondEngineer : engineer;
}

function codeOf(index: number): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letter = (factor: number) => letters[(index * factor + factor) % letters.length];
  return `EV${letter(7)}${letter(11)}${letter(13)}${String(index + 1).padStart(3, '0')}`;
}

/** Over about eleven weeks: the older the jobs, the longer the time between them. */
function reportedHoursAgo(index: number): number {
  return Math.round((places.length - index) * 13.7 + Math.max(0, 26 - index) * 40) - 9;
}

const paces = [0.5, 1.3, 0.8, 2.4, 1, 3.1, 0.6, 1.8];

/** A job is done before the time of the seed. */
function paceOf(status: JobStatus, index: number): number {
  if (status !== 'COMPLETED') return 1;
  return Math.min(paces[(index * 3) % paces.length] ?? 1, (reportedHoursAgo(index) - 1) / 44);
}

function reasonOf(status: JobStatus, index: number): string {
  if (status === 'CANCELLED') return 'The owner has decided against the project.';
  if (status !== 'ON_HOLD') return '';
  return holdReasons[Math.floor(index / 2) % holdReasons.length] ?? '';
}

function seedJob(index: number): SeedJob {
  const revised = revisions.get(index);
  const place = places[revised ?? index];
  const work = works[index % works.length];
  if (!place || !work) throw new Error(`There is no place or work for demo job ${index}.`);
  const reporter = reporterOf(index);
  const wet = (index + Math.floor(index / 4)) % 3 === 1;
  const status = statusOf(index);
  return {
    reporter,
    revisionOf: revised === undefined ? null : codeOf(revised),
    files: fileSets[index % fileSets.length] ?? [],
    pace: paceOf(status, index),
    reason: reasonOf(status, index),
    reportedHoursAgo: reportedHoursAgo(index),
    assignee: assigneeOf(status, index),
    status,
    trackingNumber: wet && status === 'COMPLETED' ? `1Z999AA1${String(10_123_784 + index * 7)}` : '',
    conversation: conversationOf(status, index),
    report: {
      jobCode: codeOf(index),
      jobReporter: reporter.email,
      project: revised === undefined ? place.project : `${place.project}, revision`,
      address: place.address,
      jobType: place.jobType,
      category: work.category,
      jobPriority: index % 6 === 2 ? 'HIGH' : 'NORMAL',
      jobDescription: work.description,
      jobDeliveryMode: wet ? 'WET_STAMPS' : 'DIGITAL_COPY',
      copiesNumber: wet ? 1 + (index % 3) : null,
      deliveryAddress: wet ? reporter.address : null,
      deliveryPriority: (index * 3 + Math.floor(index / 5)) % 4 === 0 ? 'OVERNIGHT' : 'STANDARD',
      jobEVService: Object.entries(work.entries).map(([category, evServices]) => ({ category, evServices })),
      jobAttachmentLinks: index % 8 === 6 ? 'https://example.com/shared/plan-set' : '',
      referenceLinks: index % 9 === 1 ? 'https://example.com/permits' : '',
      message: notes[index % notes.length] ?? '',
    },
  };
}

/** The demo jobs, oldest first; the same every time, so that an interrupted seed can be continued. */
export const seedJobs: readonly SeedJob[] = places.map((_, index) => seedJob(index));
