import * as v from 'valibot';
import { addressLine } from '../../../contract/address/addressText.ts';
import { acrossFields, form as formOf, jobReporter } from '../../../contract/fields.ts';
import { JobForm } from '../../../contract/jobs/jobForms.ts';
import { checkRequestType } from '../../../contract/jobs/requestType.ts';
import { serviceEntryText } from '../../../contract/jobs/servicesText.ts';
import { deliveryLines } from './deliveryLines.ts';
import type { JobDraftValues } from './jobDraft.ts';

export const NewJobRules = v.pipe(
  v.intersect([formOf({ jobReporter }), JobForm]),
  acrossFields(checkRequestType),
);

export type NewJobValues = JobDraftValues & { jobAttachmentFiles2: File[] };

/** The sections of a new job, in the order of their form, and their fields. */
const fieldsOf = {
  Client: ['jobReporter'],
  Documents: ['jobAttachmentFiles2', 'jobAttachmentLinks', 'referenceLinks', 'clientSendsDocuments'],
  Property: ['address', 'project', 'jobType'],
  Services: ['category', 'jobEVService', 'jobDescription'],
  Delivery: ['jobDeliveryMode', 'copiesNumber', 'deliveryAddress', 'deliveryPriority', 'jobPriority'],
  Contact: ['phoneNumber_auto_filled'],
  Note: ['message'],
} satisfies Record<string, readonly string[]>;

export type NewJobStep = keyof typeof fieldsOf;

const steps = Object.keys(fieldsOf) as NewJobStep[];

/** A section in which something is wrong or missing, and the first field of it. */
export type WantingStep = { step: NewJobStep; field: string };

/** Returns the sections that errors are in. */
export function wantingSteps(errors: Readonly<Record<string, string>>): WantingStep[] {
  const fields = Object.keys(errors);
  return steps.flatMap((step) => {
    const own = fieldsOf[step].flatMap((name) =>
      fields.filter((field) => field === name || field.startsWith(`${name}.`)),
    );
    return own[0] === undefined ? [] : [{ step, field: own[0] }];
  });
}

/** Returns what stands in a section while it is folded. */
export function briefOf(step: NewJobStep, values: JobDraftValues, files: readonly File[]): string {
  switch (step) {
    case 'Client':
      return values.jobReporter;
    case 'Documents':
      return files.map(({ name }) => name).join(', ');
    case 'Property':
      return addressLine(values.address);
    case 'Services':
      return values.jobEVService.map(serviceEntryText).join(' · ') || 'None selected';
    case 'Delivery':
      return deliveryLines(values).join(' · ') || 'Digital copy or wet stamps';
    case 'Contact':
      return values.phoneNumber_auto_filled ?? '';
    case 'Note':
      return values.message || 'Optional';
  }
}
