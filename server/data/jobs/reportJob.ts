import { randomBytes } from 'node:crypto';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { jobFields, onlyReported, type ReportedFieldName } from '../../../src/contract/jobs/jobFields.ts';
import type { JobReport } from '../../../src/contract/jobs/jobForms.ts';
import { storedPhone } from '../../../src/contract/users/phone.ts';
import { type ApprovedCaller, mayReportForOthers, mustBeSelf } from '../../access/access.ts';
import { invalid, Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { updateDue } from '../due/changeDue.ts';
import { addEvent } from '../events.ts';
import { addMessage } from '../messages/addMessage.ts';
import { addAttachments } from '../messages/attachments.ts';
import type { StoredFile } from '../storedFile.ts';
import { duplicateKeyOf, mustBeNoDuplicate } from './duplicateJob.ts';
import { addHistory } from './history.ts';
import { storedValue } from './jobRow.ts';
import { jobDetails } from './jobs.ts';
import { jobWords } from './jobWords.ts';

const jobIdBytes = 15;

/** The message that asks a client for documents. */
const documentsWanted =
  'Please send us the documents for this job: plans, photos, or links to them. You can attach files to a message here.';

/**
 * Returns the phone number of the reporter. A client reports for themselves, staff for any approved client, and for an expected one
 * (`users/inviteClient.ts`) who is invited with this job, or whose job it revises.
 */
async function phoneOf(
  db: Queryable,
  caller: ApprovedCaller,
  { jobReporter: reporter, invitesClient, revisionOf }: JobReport,
): Promise<string> {
  if (!mayReportForOthers(caller)) {
    mustBeSelf(caller, reporter);
    return caller.profile.phoneNumber;
  }
  const [client] = await db.query<{ phone_number: string }>(
    `select phone_number from users where email = $1 and (expected and $2::boolean or user_type = 'CLIENT' and user_approved)
      for key share skip locked`,
    [reporter, invitesClient || revisionOf !== null],
  );
  if (!client) throw invalid('jobReporter', 'must belong to an approved client');
  return client.phone_number;
}

/** Checks that the revised job is of the same client. */
async function mustBeTheirs(db: Queryable, jobId: string, reporter: string): Promise<void> {
  const rows = await db.query('select 1 from jobs where job_id = $1 and job_reporter = $2', [
    jobId,
    reporter,
  ]);
  if (rows.length === 0)
    throw invalid('revisionOf', 'A revision must be for the same client as the original job');
}

async function mustBeNewCode(db: Queryable, jobCode: string): Promise<void> {
  const taken = await db.query('select 1 from jobs where job_code = $1', [jobCode]);
  if (taken.length > 0) throw new Refusal('code-taken');
}

/**
 * Creates a job from a valid report (§7 `/jobs/report`), with its files and, if it has a note, its first message. Must run in a
 * transaction. `now` and `written` (when the note was written on the device, if known) in seconds.
 *
 * @throws Refusal `duplicate-job`, `code-taken`, `invalid` (§8); `not-found` for a client who reports for another user; `forbidden` for one
 *   who would send the documents later
 */
export async function reportJob(
  db: Queryable,
  caller: ApprovedCaller,
  report: JobReport,
  files: readonly StoredFile[],
  now: number,
  written: number | null,
): Promise<JobDetails> {
  const { jobReporter, revisionOf } = report;
  if (report.clientSendsDocuments && !mayReportForOthers(caller)) throw new Refusal('forbidden');
  const phoneNumber = await phoneOf(db, caller, report);
  const ownPhone = storedPhone(report.phoneNumber_auto_filled);
  if (revisionOf !== null) await mustBeTheirs(db, revisionOf, jobReporter);
  const jobId = randomBytes(jobIdBytes).toString('base64url');
  const duplicateKey = duplicateKeyOf({ jobId, ...report });

  const fields = { ...report, category: revisionOf === null ? report.category : 'REVISION' } as const;
  const columns: Record<string, unknown> = {
    job_id: jobId,
    job_code: report.jobCode,
    job_reporter: jobReporter,
    // The number of the profile is not stored, so that it follows the profile.
    reporter_phone: ownPhone === phoneNumber ? '' : ownPhone,
    ...Object.fromEntries(
      Object.entries(onlyReported(jobFields)).map(([name, { column }]) => [
        column,
        storedValue(fields[name as ReportedFieldName]),
      ]),
    ),
    status: 'IN_PROGRESS',
    message: report.message,
    revision_of: revisionOf,
    duplicate_key: duplicateKey,
    created: now,
    updated: now,
  };
  const names = Object.keys(columns);
  // Serializes with a transaction that creates the same job; the later one finds the earlier below.
  const made = await db.query(
    `insert into jobs (search, ${names.join(', ')})
      values (array_to_tsvector($1::text[]), ${names.map((_, index) => `$${index + 2}`).join(', ')})
      on conflict do nothing returning job_id`,
    [jobWords(report), ...Object.values(columns)],
  );
  if (made.length === 0) {
    await mustBeNoDuplicate(db, caller, { jobId, duplicateKey });
    await mustBeNewCode(db, report.jobCode);
    // The other job was rolled back: the client may try again.
    throw new Refusal('unavailable');
  }

  const by = { jobId, user: caller.email, created: now };
  await updateDue(db, jobId);
  const said = await addHistory(db, { ...by, version: 1 }, [{ field: 'job', from: '', to: report.jobCode }]);
  await addAttachments(db, { jobId, communicationId: null, uploadedBy: caller.email, created: now }, files);
  await addEvent(db, {
    kind: 'new-job',
    jobId,
    actor: caller.email,
    created: now,
    forUser: jobReporter,
    detail: { changes: said.map(({ seq }) => seq), deliverable: null },
  });
  const asked = report.clientSendsDocuments && files.length === 0 && report.jobAttachmentLinks === '';
  for (const content of [report.message, asked ? documentsWanted : '']) {
    if (content !== '') await addMessage(db, caller, jobId, { content, files: [], now, written });
  }
  return jobDetails(db, caller, jobId);
}
