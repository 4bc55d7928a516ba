import * as v from 'valibot';
import { acrossFields, form as formOf } from '../../../contract/fields.ts';
import { jobAttachmentFiles2Update } from '../../../contract/files/files.ts';
import { JobAfterUpdate, jobRules } from '../../../contract/jobs/jobForms.ts';
import { reasonRules } from '../../../contract/jobs/reasonForm.ts';
import { checkRequestType, requestTypeFields } from '../../../contract/jobs/requestType.ts';
import type { JobUpdateValues, TypedJob } from '../form/jobFormValues.ts';
import { changedFields } from './jobChanges.ts';

/** What the form of an existing job holds. */
export type EditValues = TypedJob<JobUpdateValues> & { reason: string; jobAttachmentFiles2Update: File[] };

/** Returns the rules of the form of an existing job: of what is left as it is, some do not ask. @param before the job without the changes */
export function editRules(before: JobUpdateValues) {
  return v.pipe(
    v.intersect([JobAfterUpdate, formOf({ jobAttachmentFiles2Update }), reasonRules(before.status)]),
    acrossFields((values, report) => {
      const changed = changedFields(before, values as JobUpdateValues);
      if (changed.includes('jobAttachmentLinks')) {
        const { issues } = v.safeParse(jobRules.jobAttachmentLinks, values.jobAttachmentLinks);
        if (issues) report('jobAttachmentLinks', issues[0].message);
      }
      if (changed.some((field) => requestTypeFields.includes(field))) checkRequestType(values, report);
    }),
  );
}
