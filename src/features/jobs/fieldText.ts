import type { Job } from '../../contract/jobs/job.ts';
import {
  type JobFieldName,
  type JobFields,
  jobFieldNames,
  jobFields,
} from '../../contract/jobs/jobFields.ts';
import { jobFieldText } from '../../contract/jobs/jobFieldText.ts';
import { labels } from '../../contract/labels.ts';
import type { JobUpdateValues } from './form/jobFormValues.ts';

/** Returns a field's value in words; 'Empty' where it has none. */
export function fieldText(field: JobFieldName, values: JobUpdateValues): string {
  const text = jobFieldText(field, values[field] as JobFields[JobFieldName]);
  return text || (field === 'assignedTo' ? 'Unassigned' : 'Empty');
}

/** Returns the label of a field of a job or of its history. */
export function fieldLabel(field: string): string {
  return Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field;
}

/** Fields that a job's page shows in a place of their own. */
const placed: readonly JobFieldName[] = ['project', 'assignedTo', 'trackingNumber', 'jobDescription'];

/** Returns the texts of a job, with the note that came with it. */
export function jobTexts(job: Job): { field: string; term: string; text: string }[] {
  const others = jobFieldNames.filter(
    (name) => ['line', 'text'].includes(jobFields[name].is) && !placed.includes(name),
  );
  return [
    { field: 'jobDescription', term: labels.jobDescription, text: job.jobDescription },
    { field: 'message', term: 'Note to EV', text: job.message },
    ...others.map((name) => ({ field: name, term: labels[name], text: jobFieldText(name, job[name]) })),
  ];
}
