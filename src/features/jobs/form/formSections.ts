import { addressLine } from '../../../contract/address/addressText.ts';
import { serviceEntryText } from '../../../contract/jobs/servicesText.ts';
import { deliveryLines } from './deliveryLines.ts';
import { linkCount } from './documentLines.ts';
import type { JobFieldValues } from './jobFormValues.ts';
import type { Fold } from './sections/FormSection.tsx';

/** The sections of the forms of jobs, in the order of a new one, and their fields. */
const fieldsOf = {
  Client: ['jobReporter'],
  Status: ['status', 'reason', 'assignedTo', 'trackingNumber'],
  Documents: [
    'jobAttachmentFiles2',
    'jobAttachmentFiles2Update',
    'jobAttachmentLinks',
    'referenceLinks',
    'clientSendsDocuments',
  ],
  Property: ['address', 'project', 'jobType'],
  Services: ['category', 'jobEVService', 'jobDescription'],
  Delivery: ['jobDeliveryMode', 'copiesNumber', 'deliveryAddress', 'deliveryPriority', 'jobPriority'],
  Contact: ['phoneNumber_auto_filled'],
  Note: ['message'],
} satisfies Record<string, readonly string[]>;

export type SectionName = keyof typeof fieldsOf;

const names = Object.keys(fieldsOf) as SectionName[];

/** A section that some fields are in, and the first of them. */
export type FoundSection = { section: SectionName; field: string };

/** Returns the sections that fields are in, by the dotted paths of the fields. */
export function sectionsOf(fields: readonly string[]): FoundSection[] {
  return names.flatMap((section) => {
    const own = fieldsOf[section].flatMap((name) =>
      fields.filter((field) => field === name || field.startsWith(`${name}.`)),
    );
    return own[0] === undefined ? [] : [{ section, field: own[0] }];
  });
}

type Values = JobFieldValues & Partial<Record<'jobReporter' | 'message', string>>;

/** Returns what stands in a section while it is folded; sections with more than their fields say it themselves. */
function briefOf(section: SectionName, values: Values, files: readonly File[]): string {
  switch (section) {
    case 'Client':
      return values.jobReporter ?? '';
    case 'Documents':
      return [...files.map(({ name }) => name), ...linkCount(values)].join(', ');
    case 'Property':
      return addressLine(values.address);
    case 'Services':
      return values.jobEVService.map(serviceEntryText).join(' · ') || 'None selected';
    case 'Delivery':
      return deliveryLines(values).join(' · ') || 'Digital copy or wet stamps';
    case 'Note':
      return values.message || 'Optional';
    default:
      return '';
  }
}

type Folding = {
  values: Values;
  files: readonly File[];
  errors: Readonly<Record<string, string>>;
  /** Open at first. */
  starts: readonly SectionName[];
  /** Open now, beside those with an error. */
  shown?: readonly SectionName[];
};

/** Returns how each section of a form folds on a phone: one in which something is wrong is open. */
export function foldsOf({ values, files, errors, starts, shown = [] }: Folding) {
  const wrong = sectionsOf(Object.keys(errors)).map(({ section }) => section);
  return (section: SectionName): Fold => ({
    brief: briefOf(section, values, files),
    startsOpen: starts.includes(section),
    mustShow: wrong.includes(section) || shown.includes(section),
  });
}
