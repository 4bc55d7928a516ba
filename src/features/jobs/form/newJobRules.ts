import * as v from 'valibot';
import { acrossFields, form as formOf, jobReporter } from '../../../contract/fields.ts';
import { JobForm } from '../../../contract/jobs/jobForms.ts';
import { checkRequestType } from '../../../contract/jobs/requestType.ts';
import type { JobDraftValues } from './jobDraft.ts';

/** The rules of the form of a new job. */
export const NewJobRules = v.pipe(
  v.intersect([formOf({ jobReporter }), JobForm]),
  acrossFields(checkRequestType),
);

export type NewJobValues = JobDraftValues & { jobAttachmentFiles2: File[] };
