import { ApiError, call, type Transfer } from '../api/client.ts';
import type { RequestOf, ResponseOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import { randomId } from '../format/randomId.ts';
import type { SentDraft } from './drafts/draftRows.ts';
import { type FirstOutcome, firstOutcome, recordsAfterDrain } from './firstOutcome.ts';
import { isUnavailable, OutboxError } from './OutboxError.ts';
import { pageOutbox } from './pageOutbox.ts';
import type { Owner } from './records/enqueue.ts';
import { type CopiedFile, readChosenFile } from './records/fileBytes.ts';
import type { DraftOf } from './records/record.ts';
import { recordsOwner } from './records/waiting.ts';
import { hideWhileOpen, type JobRecord } from './records/waitingJobs.ts';
import { sendDirectly } from './sendDirectly.ts';

/**
 * Sends new jobs and changes of jobs. Each is enqueued first; then its form waits for the first outcome. A refusal that comes while the
 * form is open goes back into it; without a definite response the form closes, and the record is sent by itself.
 */

/** A new job as the form has it. */
export type NewJob = Omit<RequestOf<'reportJob'>, 'jobCode' | 'jobAttachmentFiles2'> & { jobCode?: string };

/** The changes of a job, without the files (they go beside it). */
export type JobChanges = Omit<
  Extract<RequestOf<'updateJob'>, { version: number }>,
  'jobAttachmentFiles2Update'
>;

type JobDraft = DraftOf<JobRecord['kind']>;

/** The outcome of a send: the job after it, or its key in the outbox. */
export type SendResult = { is: 'delivered'; job: JobDetails } | { is: 'queued'; clientId: string };

export type SendOptions = {
  /** Files as chosen; their stamped names (§5) are frozen when they are enqueued. */
  files?: readonly File[];
  /** Data for the form that opens it again. Never sent. */
  context?: unknown;
  /** Delay in milliseconds before it leaves (`DraftOf`); the outcome is `queued` at once. */
  undoWindowMs?: number | undefined;
  /** The saved draft of its form, removed in the transaction that enqueues it. */
  sent?: SentDraft | undefined;
  /** Called once it is stored: the form's own draft is no longer needed. */
  onQueued?: (clientId: string) => void;
  /** Called when it was refused, before it leaves the outbox: the form must be saved as a draft again. */
  onWithdrawn?: () => Promise<unknown>;
  /** Ends the waiting; the record is sent by itself. */
  closed?: AbortSignal;
  /** Called where nothing can be stored. */
  onProgress?: (transfer: Transfer) => void;
};

/**
 * Reports a job (§7, POST /jobs/report). Without a `jobCode` it gets one, frozen with it.
 *
 * @throws ApiError when it was refused; of code `duplicate-job` it names the job that exists. OutboxError `full`,
 *   `newer-app`, `signed-out`, `changed-elsewhere`
 */
export async function reportJob(job: NewJob, sending: SendOptions = {}): Promise<SendResult> {
  const draft = (jobCode: string) => ({ kind: 'report' as const, payload: { ...job, jobCode } });
  const report = (jobCode = job.jobCode, sent = sending.sent) =>
    enqueueAndWait((code) => draft(jobCode ?? code), { ...sending, sent });
  try {
    return await report();
  } catch (error) {
    // Nothing was created under a code that is taken; another code is tried, which is another request.
    if (job.jobCode === undefined && error instanceof ApiError && error.code === 'code-taken')
      return report(undefined, sending.sent && { ...sending.sent, clientId: undefined });
    throw error;
  }
}

/**
 * Changes a job (§7, POST /jobs/update): what is left out stays as it is.
 *
 * @throws as `reportJob`; ApiError of code `stale` carries the job as it is now and what changed since
 */
export function updateJob(changes: JobChanges, sending: SendOptions = {}): Promise<SendResult> {
  const { files = [], context, undoWindowMs } = sending;
  const draft = { ...updateDraft(changes, context, files.length > 0), undoWindowMs };
  return enqueueAndWait(() => draft, sending);
}

/**
 * Returns the draft of a change: a due date or an assignee alone is a choice of its own.
 *
 * @param hasFiles whether files go with it: then it is no choice
 */
export function updateDraft(changes: JobChanges, context?: unknown, hasFiles = false): JobDraft {
  const { evJobId, jobUpdateUser, version, ...fields } = changes;
  const [field, ...more] = Object.keys(fields);
  const choices: Partial<Record<string, 'due' | 'assignment'>> = { due: 'due', assignedTo: 'assignment' };
  const choice = hasFiles || more.length > 0 ? undefined : choices[field ?? ''];
  return {
    kind: choice ?? 'update',
    jobId: evJobId,
    payload: changes,
    ...(context !== undefined && { context }),
  };
}

/** Copies files. @throws Error that names a file which the browser can no longer read */
function copied(files: readonly File[]): Promise<CopiedFile[]> {
  return Promise.all(
    files.map((file) =>
      readChosenFile(file).catch((cause: unknown) => {
        throw new Error(`Couldn’t read “${file.name}”. Choose it again.`, { cause });
      }),
    ),
  );
}

/** Enqueues a draft, and waits for its first outcome. @param draftOf returns the draft for the code of a new job */
async function enqueueAndWait(
  draftOf: (code: string) => JobDraft,
  sending: SendOptions,
): Promise<SendResult> {
  const { files = [], closed, onProgress } = sending;
  const owner = recordsOwner();
  if (!owner) throw new OutboxError('signed-out');
  const draft = draftOf(randomId());
  let clientId: string;
  try {
    clientId = await enqueueJobRecord(owner, draft, await copied(files), sending.sent);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const response = await sendDirectly(owner, draftOf, files, {
      signal: closed?.aborted ? undefined : closed,
      onProgress,
    });
    return { is: 'delivered', job: jobIn(draft, response) };
  }
  sending.onQueued?.(clientId);
  if (draft.undoWindowMs) return { is: 'queued', clientId };
  const show = hideWhileOpen(clientId);
  const outbox = pageOutbox();
  const outcome = await firstOutcome(outbox, clientId, recordsAfterDrain(outbox, owner.uid), closed);
  const sent = await settled(owner, draft, clientId, outcome, sending);
  if (sent.is === 'queued') show();
  return sent;
}

/** Enqueues a record of a job. @returns its key */
export async function enqueueJobRecord(
  owner: Owner,
  draft: JobDraft,
  files: readonly CopiedFile[] = [],
  sent?: SentDraft,
): Promise<string> {
  return (await pageOutbox().send(owner, draft, files, sent?.clientId, sent)).clientId;
}

async function settled(
  owner: Owner,
  draft: JobDraft,
  clientId: string,
  outcome: FirstOutcome,
  { onWithdrawn }: Pick<SendOptions, 'onWithdrawn'>,
): Promise<SendResult> {
  if (outcome.is === 'queued') return { is: 'queued', clientId };
  if (outcome.is === 'delivered') {
    const job = await jobAfter(draft, outcome).catch(() => null);
    return job ? { is: 'delivered', job } : { is: 'queued', clientId };
  }
  await onWithdrawn?.();
  if (!(await tryDiscard(owner, clientId))) return { is: 'queued', clientId };
  throw outcome.error;
}

/** Deletes a record from the outbox. @returns false when it was sent meanwhile */
export async function tryDiscard({ uid }: Owner, clientId: string): Promise<boolean> {
  return pageOutbox()
    .discard(uid, clientId)
    .then(
      () => true,
      () => false,
    );
}

/** Returns the job after a delivered record; reads it, where another page has the response. */
export async function jobAfter(
  draft: Pick<JobDraft, 'kind'> & { jobId?: string },
  { response, serverId }: Extract<FirstOutcome, { is: 'delivered' }>,
): Promise<JobDetails> {
  if (response === null) return call('job', { params: { jobId: draft.jobId || serverId || '' } });
  return jobIn(draft, response);
}

/** Returns the job of a response. */
function jobIn({ kind }: Pick<JobDraft, 'kind'>, response: unknown): JobDetails {
  return kind === 'report'
    ? (response as ResponseOf<'reportJob'>)
    : (response as ResponseOf<'updateJob'>).job;
}
