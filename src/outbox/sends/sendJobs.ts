import { ApiError, type Transfer } from '../../api/client.ts';
import type { RequestOf, ResponseOf } from '../../contract/calls.ts';
import type { JobDetails } from '../../contract/jobs/jobDetails.ts';
import { randomId } from '../../format/randomId.ts';
import { pageOutbox } from '../pageOutbox.ts';
import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import { type CopiedFile, readChosenFile } from '../records/fileBytes.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import type { DraftOf } from '../records/record.ts';
import { recordsOwner } from '../records/waiting.ts';
import type { JobRecord } from '../records/waitingJobs.ts';
import { sendDirectly } from './sendDirectly.ts';

/** Hands new jobs and changes of jobs over to the outbox: the form closes as soon as its record is stored. */

/** A new job as the form has it. */
export type NewJob = Omit<RequestOf<'reportJob'>, 'jobCode' | 'jobAttachmentFiles2'> & { jobCode?: string };

/** The changes of a job, without the files (they go beside it). */
export type JobChanges = Omit<
  Extract<RequestOf<'updateJob'>, { version: number }>,
  'jobAttachmentFiles2Update'
>;

type JobDraft = DraftOf<JobRecord['kind']>;

/** What became of a send: its key in the outbox, or the job after it, where nothing can be stored. */
export type SendResult = { is: 'queued'; clientId: string } | { is: 'delivered'; job: JobDetails };

export type SendOptions = {
  /** Files as chosen; their stamped names (§5) are frozen when they are enqueued. */
  files?: readonly File[];
  /** Data for the form that opens it again. Never sent. */
  context?: unknown;
  /** Delay in milliseconds before it leaves (`DraftOf`). */
  undoWindowMs?: number | undefined;
  /** The saved draft of its form, removed in the transaction that enqueues it. */
  sent?: SentDraft | undefined;
  /** Called where nothing can be stored. */
  onProgress?: (transfer: Transfer) => void;
};

/**
 * Reports a job (§7, POST /jobs/report). Without a `jobCode` it gets one, frozen with it.
 *
 * @throws OutboxError `full`, `newer-app`, `signed-out`, `changed-elsewhere`; Error for a file that cannot be read; ApiError where nothing
 *   can be stored and it was refused
 */
export function reportJob(job: NewJob, sending: SendOptions = {}): Promise<SendResult> {
  const { context, undoWindowMs } = sending;
  return send(
    (code) => ({ kind: 'report', payload: { ...job, jobCode: job.jobCode ?? code }, context, undoWindowMs }),
    sending,
  );
}

/**
 * Changes a job (§7, POST /jobs/update): what is left out stays as it is.
 *
 * @throws as `reportJob`; an ApiError of code `stale` carries the job as it is now and what changed since
 */
export function updateJob(changes: JobChanges, sending: SendOptions = {}): Promise<SendResult> {
  const { files = [], context, undoWindowMs } = sending;
  const draft = { ...updateDraft(changes, context, files.length > 0), undoWindowMs };
  return send(() => draft, sending);
}

/** Returns the job as it is now, where an update was refused because another user changed it. */
export function staleIn(error: unknown): JobDetails | undefined {
  return error instanceof ApiError && error.code === 'stale' ? error.job : undefined;
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

/** Enqueues a draft; sends it at once where nothing can be stored. @param draftOf returns the draft for the code of a new job */
async function send(draftOf: (code: string) => JobDraft, sending: SendOptions): Promise<SendResult> {
  const { files = [], sent, onProgress } = sending;
  const owner = recordsOwner();
  if (!owner) throw new OutboxError('signed-out');
  const draft = draftOf(randomId());
  try {
    const record = await pageOutbox().send(owner, draft, await copied(files), sent?.clientId, sent);
    return { is: 'queued', clientId: record.clientId };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { is: 'delivered', job: jobIn(draft, await sendDirectly(owner, draftOf, files, { onProgress })) };
  }
}

/** Deletes a record from the outbox. @returns false when it was sent meanwhile */
export async function tryDiscard({ uid }: Pick<Owner, 'uid'>, clientId: string): Promise<boolean> {
  return pageOutbox()
    .discard(uid, clientId)
    .then(
      () => true,
      () => false,
    );
}

/** Returns the job of a response. */
export function jobIn({ kind }: Pick<JobDraft, 'kind'>, response: unknown): JobDetails {
  return kind === 'report'
    ? (response as ResponseOf<'reportJob'>)
    : (response as ResponseOf<'updateJob'>).job;
}
