import * as v from 'valibot';
import { fieldIssues, statusChangeMessage } from '../../../src/contract/errors.ts';
import {
  type JobField,
  type JobFields,
  jobFields,
  ofEachField,
} from '../../../src/contract/jobs/jobFields.ts';
import { JobAfterUpdate, type JobUpdate } from '../../../src/contract/jobs/jobForms.ts';
import { checkRequestType, requestTypeFields } from '../../../src/contract/jobs/requestType.ts';
import { asOneLine } from '../../../src/contract/lines.ts';
import { type ApprovedCaller, mayChangeField, mayChangeJob, mayChangeStatus } from '../../access/access.ts';
import { invalid, Refusal } from '../../errors/errors.ts';
import { changesBetween, type FieldChange } from './historyText.ts';

/** Returns the form field in which an update carries a job's field. */
function formField(field: string): string {
  return field.replace(/^jobEVService\b/, 'jobServiceUpdate');
}

/** Returns a stored value as a single line. Values from before that rule existed must not block changes of other fields. */
function repaired(value: unknown): unknown {
  if (typeof value === 'string') return asOneLine(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, line]) => [name, repaired(line)]));
}

const kindsOfOneLine: readonly JobField['is'][] = ['line', 'address', 'delivery'];

/** Returns the job after an update, validated as a whole job (§5). */
function merged(current: JobFields, update: JobUpdate): JobFields {
  const { jobServiceUpdate, ...changes } = update;
  const given = Object.entries({ ...changes, jobEVService: jobServiceUpdate }).filter(
    ([field, value]) => field in jobFields && value !== undefined,
  );
  const stored = ofEachField(({ is }, field) =>
    kindsOfOneLine.includes(is) ? repaired(current[field]) : current[field],
  );
  const result = v.safeParse(JobAfterUpdate, { ...stored, ...Object.fromEntries(given) });
  if (result.success) return { ...result.output, assignedTo: result.output.assignedTo.toLowerCase() };
  const issues = fieldIssues(result.issues).map((issue) => ({ ...issue, field: formField(issue.field) }));
  throw new Refusal('invalid', { issues });
}

/**
 * Returns the job after an update, and what changed.
 *
 * @throws Refusal `status-change` with both statuses named, `forbidden` for what the caller may not change, `invalid`
 */
export function jobChange(
  caller: ApprovedCaller,
  current: JobFields,
  update: JobUpdate,
  addsFiles: boolean,
): { after: JobFields; changes: FieldChange[] } {
  const { status = current.status } = update;
  if (!mayChangeStatus(caller, current.status, status)) {
    throw new Refusal('status-change', { message: statusChangeMessage(current.status, status) });
  }
  const after = merged(current, update);
  const changes = changesBetween(current, after);
  const changed = addsFiles || changes.length > 0;
  if (changed && !mayChangeJob(caller, current.status)) throw new Refusal('forbidden');
  if (!changes.every(({ field }) => mayChangeField(caller, field))) throw new Refusal('forbidden');
  if (changes.some(({ field }) => requestTypeFields.includes(field))) {
    checkRequestType(after, (field, message) => {
      throw invalid(field, message);
    });
  }
  return { after, changes };
}
