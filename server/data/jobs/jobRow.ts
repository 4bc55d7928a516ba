import type { Job } from '../../../src/contract/jobs/job.ts';
import {
  type JobFieldName,
  type JobFields,
  jobFields,
  ofEachField,
} from '../../../src/contract/jobs/jobFields.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { type DueColumns, dueDayFor, dueOf, dueVisibleTo } from '../due/jobDue.ts';
import { userNameOr } from '../userNameOr.ts';

/** The columns of a job's fields. */
type FieldColumns = { [F in JobFieldName as (typeof jobFields)[F]['column']]: JobFields[F] };

/** A row of `selectJobs`. */
export type JobRow = FieldColumns & {
  job_id: string;
  seq: number;
  job_code: string;
  job_reporter: string;
  status_reason: string;
  message: string;
  revision_of: string | null;
  version: number;
  duplicate_key: string;
  created: number;
  updated: number;
  reporter_first: string;
  reporter_last: string;
  reporter_company: string;
  reporter_phone: string;
  reporter_expected: boolean;
  assignee_first: string | null;
  assignee_last: string | null;
  new_messages: number;
} & DueColumns;

/** The expressions by which jobs are ordered, exactly as in the indexes of `migrations`. */
export const orderValues = {
  project: 'lower(j.project collate names)',
  status:
    "(case j.status when 'IN_PROGRESS' then 0 when 'ON_HOLD' then 1 when 'COMPLETED' then 2 else 3 end)",
  priority: "(case j.job_priority when 'HIGH' then 1 else 0 end)",
  due: "(case j.status when 'IN_PROGRESS' then coalesce(j.due_end, 99999999998) else 99999999999 end)",
  dueDesc: "(case j.status when 'IN_PROGRESS' then coalesce(j.due_end, 0) else -1 end)",
  /** The assignee's name; unassigned jobs come first. */
  assignee: "coalesce(lower((a.first_name || ' ' || a.last_name) collate names), '')",
} as const;

const fieldColumns = Object.values(jobFields)
  .map(({ column }) => `j.${column}`)
  .join(', ');

/** Returns the SQL condition for messages of the other side: clients' for staff, those of staff for a client. */
function fromOtherSide(reader: ApprovedCaller): string {
  return onlyJobsOf(reader) === null ? "m.from_user_type = 'CLIENT'" : "m.from_user_type <> 'CLIENT'";
}

/**
 * Returns the beginning of every query of jobs (`j`) with reporter (`r`) and assignee (`a`); `where` follows.
 *
 * @param from the jobs, as a table or a sub-select
 * @param more columns beside those of `JobRow`
 */
export function selectJobs(
  reader: ApprovedCaller,
  { from = 'jobs', more = [] }: { from?: string; more?: readonly string[] } = {},
): string {
  return `
    select j.job_id, j.seq, j.job_code, ${fieldColumns}, j.job_reporter, j.status_reason, j.message, j.revision_of, j.version,
      j.duplicate_key, j.created, j.updated, ${dueDayFor(reader)} as due_day, j.due_end, j.due_set_day, ${dueVisibleTo(reader)} as due_shown,
      r.first_name as reporter_first, r.last_name as reporter_last, r.company as reporter_company,
      coalesce(nullif(j.reporter_phone, ''), r.phone_number) as reporter_phone, r.expected as reporter_expected, a.first_name as assignee_first, a.last_name as assignee_last,
      (select count(*) from messages m
        where m.job_id = j.job_id and m.status = 'NEW' and ${fromOtherSide(reader)}) as new_messages${more.map((column) => `, ${column}`).join('')}
    from ${from} j
    join users r on r.email = j.job_reporter
    left join users a on a.email = j.assigned_to`;
}

/** Returns the values of the fields in a row. */
export function fieldsOf(row: FieldColumns): JobFields {
  return ofEachField(({ column }) => row[column as keyof FieldColumns]) as JobFields;
}

/** Returns a value as its column takes it: addresses and services as JSON. */
export function storedValue(value: JobFields[JobFieldName]): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Returns the job (§3) of a row. */
export function jobOf(row: JobRow): Job {
  return {
    jobId: row.job_id,
    jobCode: row.job_code,
    ...fieldsOf(row),
    jobReporter: row.job_reporter,
    reporter: userNameOr('', row.reporter_first, row.reporter_last),
    jobReporterDetails: {
      company: row.reporter_company,
      phoneNumber: row.reporter_phone,
      ...(row.reporter_expected && { expected: true }),
    },
    ...(row.status_reason && { statusReason: row.status_reason }),
    message: row.message,
    assignedToName: userNameOr('', row.assignee_first, row.assignee_last),
    revisionOf: row.revision_of,
    version: row.version,
    createdTimestamp: row.created,
    updatedTimestamp: row.updated,
    newMessages: row.new_messages,
    ...dueOf(row),
  };
}
