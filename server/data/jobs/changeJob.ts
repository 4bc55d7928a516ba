import type { ResponseOf } from '../../../src/contract/calls.ts';
import type { JobStatus } from '../../../src/contract/enums.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import type { JobFields } from '../../../src/contract/jobs/jobFields.ts';
import type { JobUpdate } from '../../../src/contract/jobs/jobForms.ts';
import { takesReason } from '../../../src/contract/jobs/jobRights.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { type ApprovedCaller, mayChangeStatus, mayDeliver, mustBeSelf } from '../../access/access.ts';
import { invalid, Refusal } from '../../errors/errors.ts';
import type { Choice } from '../choice.ts';
import type { Queryable } from '../db/db.ts';
import { changeDue } from '../due/changeDue.ts';
import { addEvent } from '../events.ts';
import { addMessage } from '../messages/addMessage.ts';
import { addAttachments } from '../messages/attachments.ts';
import { reassignMessages } from '../messages/reassignMessages.ts';
import type { StoredFile } from '../storedFile.ts';
import { addDeliverables, withdrawDeliverable } from './deliverables.ts';
import { duplicateRefusal } from './duplicateJob.ts';
import { addHistory, fieldsChangedSince } from './history.ts';
import type { FieldChange } from './historyText.ts';
import { jobChange } from './jobChange.ts';
import { chosenIn, hasOnlyAssigned, judgeChoice, storeChoices } from './jobChoices.ts';
import { fieldsOf } from './jobRow.ts';
import { jobDetails, lockedJob } from './jobs.ts';
import { mustBeAssignable, mustStayUnique, writeJob } from './writeJob.ts';

/** Throws the refusal of a stale change, with the current job and the changed fields. @param chosen the field, if the change is a choice */
async function refuseStale(
  db: Queryable,
  caller: ApprovedCaller,
  update: JobUpdate,
  chosen: 'due' | 'assignedTo' | null = null,
): Promise<never> {
  const changed = chosen
    ? [chosen === 'due' ? 'dueDate' : chosen]
    : await fieldsChangedSince(db, update.evJobId, update.version);
  throw new Refusal('stale', { job: await jobDetails(db, caller, update.evJobId), changed });
}

/** Fields whose changes trigger notifications. */
const notifiedFields = ['status', 'assignedTo', 'trackingNumber', 'withdrawal'];

/** Returns an update whose deliverable's tracking number is the job's too. The client follows a shipment in one place. */
function withTracking(update: JobUpdate): JobUpdate {
  const trackingNumber = update.trackingNumber ?? update.deliverable?.trackingNumber;
  return trackingNumber ? { ...update, trackingNumber } : update;
}

/** Returns the reason of a change of status, or `''`. @throws Refusal `invalid` for a reason of any other change */
function reasonOf({ reason = '' }: JobUpdate, after: JobFields, changes: readonly FieldChange[]): string {
  const isTaken = takesReason(after.status) && changes.some(({ field }) => field === 'status');
  if (reason === '' || isTaken) return reason;
  throw invalid('reason', 'can only be given when a job is put on hold or cancelled');
}

/**
 * Whether an update applies only to the version that it names. Not a deliverable, with which the job is completed while that is allowed,
 * a withdrawal, or a due date: these apply to any version.
 */
function needsVersion(
  {
    evJobId,
    jobUpdateUser,
    version,
    deliverable,
    withdrawal,
    due,
    status,
    jobAttachmentFiles2Update: files = [],
    ...changes
  }: JobUpdate,
  current: JobStatus,
  caller: ApprovedCaller,
): boolean {
  if (!deliverable && !withdrawal && due === undefined) return true;
  const mayComplete = mayChangeStatus(caller, current, 'COMPLETED');
  const fitsAny = status === undefined || (deliverable && status === 'COMPLETED' && mayComplete);
  return !fitsAny || files.length > 0 || Object.keys(changes).length > 0;
}

/**
 * Changes a job (§7 `/jobs/update`): fields, status, assignee, added files, deliverables and their withdrawal (staff). Adds every change to
 * the history. New messages of the client follow the assignee. A reason of a change becomes a message of the caller. An update that changes
 * nothing makes no new version. A due date or an assignee alone is a choice, which changes nothing if the caller has made a later one. Must
 * run in a transaction. `now` and `written` (when the reason was written on the device, if known) in seconds.
 *
 * @throws Refusal `stale` (with the current job and the changed fields), `status-change`, `forbidden`, `duplicate-job`, `invalid` (§8);
 *   `not-found` for a job that the caller may not see
 */
export async function changeJob(
  db: Queryable,
  caller: ApprovedCaller,
  requested: JobUpdate,
  received: readonly StoredFile[],
  { now, written, choice }: { now: number; written: number | null; choice: Choice },
): Promise<ResponseOf<'updateJob'>> {
  mustBeSelf(caller, requested.jobUpdateUser);
  const row = await lockedJob(db, caller, requested.evJobId);
  const { deliverable, withdrawal, due } = requested;
  if ((deliverable || withdrawal || due) && !mayDeliver(caller)) throw new Refusal('forbidden');
  const chosen = choice.device === '' ? null : chosenIn(requested, received.length);
  const judgement = chosen && (await judgeChoice(db, caller, chosen, requested, choice));
  if (judgement === 'earlier') {
    await storeChoices(db, requested, choice, false);
    const job = await jobDetails(db, caller, row.job_id);
    return { job, communication: null, versionBefore: row.version };
  }
  const isOfItsVersion =
    judgement !== null ||
    row.version === requested.version ||
    !needsVersion(requested, row.status, caller) ||
    (requested.version < row.version && (await hasOnlyAssigned(db, caller, requested)));
  if (judgement === 'stale' || !isOfItsVersion) await refuseStale(db, caller, requested, chosen);
  const update = withTracking(requested);
  const added = deliverable ? await addDeliverables(db, caller, row, deliverable, received, now) : null;
  const files = deliverable ? [] : received;
  const withdrawn = withdrawal ? await withdrawDeliverable(db, caller, row, withdrawal, now) : [];

  const { after, changes } = jobChange(caller, fieldsOf(row), update, files.length > 0);
  const reason = reasonOf(update, after, changes);
  let communication: Message | null = null;
  let noted: { seq: number; field: string }[] = [];
  if (changes.length > 0 || files.length > 0) {
    await mustBeAssignable(db, changes);
    await mustStayUnique(db, caller, row, after);
    try {
      if (!(await writeJob(db, row, after, changes, reason, now))) await refuseStale(db, caller, update);
    } catch (error) {
      throw duplicateRefusal(error);
    }
    if (changes.some(({ field }) => field === 'assignedTo')) {
      await reassignMessages(db, [row.job_id]);
    }
    const names = files.map(({ fileName }) => givenFileName(fileName)).join(', ');
    const attached = files.length > 0 ? [{ field: 'jobAttachmentFiles', from: '', to: names }] : [];
    const made = { jobId: row.job_id, version: row.version + 1, user: caller.email, created: now };
    const said = changes.map((change) => (change.field === 'status' ? { ...change, reason } : change));
    noted = await addHistory(db, made, [...said, ...attached]);
    const owner = { jobId: row.job_id, communicationId: null, uploadedBy: caller.email, created: now };
    await addAttachments(db, owner, files);
    if (reason !== '')
      communication = await addMessage(db, caller, row.job_id, { content: reason, files: [], now, written });
  }
  const made = { jobId: row.job_id, version: row.version, user: caller.email, created: now };
  await changeDue(db, { ...row, status: after.status }, { due, changes }, made);
  await storeChoices(db, requested, choice, true);
  if (changes.length > 0 || received.length > 0 || deliverable || withdrawal) {
    await addEvent(db, {
      kind: 'job',
      jobId: row.job_id,
      actor: caller.email,
      created: now,
      forUser: row.job_reporter,
      detail: {
        changes: [...withdrawn, ...noted].flatMap(({ seq, field }) =>
          notifiedFields.includes(field) ? [seq] : [],
        ),
        deliverable: added,
      },
    });
  }
  return { job: await jobDetails(db, caller, row.job_id), communication, versionBefore: row.version };
}
