import * as v from 'valibot';
import type { JobStatus } from '../enums.ts';
import { acrossFields, form, reason, requiredMessage, status } from '../fields.ts';
import { takesReason } from './jobRights.ts';

/** The rules of a form that changes a job's status from `from`: it asks why the job is put on hold or cancelled. */
export function reasonRules(from: JobStatus) {
  return v.pipe(
    form({ status, reason }),
    acrossFields((values, report) => {
      const to = values.status as JobStatus;
      const isMissing = typeof values.reason !== 'string' || values.reason.trim() === '';
      if (isMissing && to !== from && takesReason(to)) report('reason', requiredMessage);
    }),
  );
}
