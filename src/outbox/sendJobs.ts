import { ApiError, call, type Transfer } from '../api/client.ts';
import { apply } from '../cache/apply.ts';
import type { RequestOf, ResponseOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import { randomId } from '../format/randomId.ts';
import type { SentDraft } from './drafts/draftRows.ts';
import { atRest, type FirstOutcome, firstOutcome } from './firstOutcome.ts';
import { OutboxError } from './OutboxError.ts';
import { pageOutbox } from './pageOutbox.ts';
import type { Draft, Owner } from './records/enqueue.ts';
import { type HeldFile, holdFile } from './records/fileBytes.ts';
import { recordsOwner } from './records/waiting.ts';
import { attend, type JobRecord } from './records/waitingJobs.ts';
import { reportDirectly, updateDirectly } from './sendJobsDirectly.ts';

/**
 * New jobs and changes of jobs, on their way into the outbox. Each is kept durably first; then its form waits for the first
 * outcome. A refusal that comes while the form is there goes back into it, whole; without a definite answer the form lets
 * go, and the record goes by itself.
 */

/** A new job as the form has it. */
export type NewJob = Omit<RequestOf<'reportJob'>, 'jobCode' | 'jobAttachmentFiles2'> & { jobCode?: string };

/** The changes of a job, without the files (they go beside it). */
export type JobChanges = Omit<
  Extract<RequestOf<'updateJob'>, { version: number }>,
  'jobAttachmentFiles2Update'
>;

type JobDraft = Extract<Draft, { kind: JobRecord['kind'] }>;

/** What became of it: the job after it, or where it waits. */
export type Sent = { is: 'delivered'; job: JobDetails } | { is: 'kept'; clientId: string };

export type Sending = {
  /** As chosen; their stamped names (§5) are frozen when they are kept. */
  files?: readonly File[];
  /** What the form that opens it again needs beside what is sent. */
  context?: unknown;
  /** The waiting record this was opened from; it takes its place in the line. */
  replaces?: JobRecord | null | undefined;
  /** The saved draft of its form, which goes in the transaction that enqueues it. */
  sent?: SentDraft | undefined;
  /** It is on the device from here on: what keeps the form may go. */
  onKept?: (clientId: string) => void;
  /** It was refused, and is about to leave the device: what keeps the form must keep it again. */
  onTakenBack?: () => Promise<unknown>;
  /** Ends the waiting; it goes on by itself. */
  letGo?: AbortSignal;
  /** Where nothing can be kept. */
  onProgress?: (transfer: Transfer) => void;
};

/**
 * Reports a job (§7, POST /jobs/report). Without a `jobCode` it gets one, frozen with it.
 *
 * @throws ApiError when it was refused; of code `duplicate-job` it names the job that exists. OutboxError `full`,
 *   `newer-app`, `signed-out`; `being-sent` and `gone` when what it replaces left meanwhile
 */
export async function reportJob(job: NewJob, sending: Sending = {}): Promise<Sent> {
  const { replaces } = sending;
  const kept = replaces?.kind === 'report' && replaces.error?.code !== 'code-taken' ? replaces.payload : null;
  const report = (jobCode = randomId()) =>
    keepAndWait({ kind: 'report', payload: { ...job, jobCode } }, sending, () =>
      reportDirectly(job, direct(sending)),
    );
  try {
    return await report(job.jobCode ?? kept?.jobCode);
  } catch (error) {
    // A code that is taken says that nothing was made; the next one is another code.
    if (job.jobCode === undefined && error instanceof ApiError && error.code === 'code-taken')
      return report();
    throw error;
  }
}

/**
 * Changes a job (§7, POST /jobs/update): what is left out stays as it is.
 *
 * @throws as `reportJob`; ApiError of code `stale` carries the job as it is now and what changed since
 */
export function updateJob(changes: JobChanges, sending: Sending = {}): Promise<Sent> {
  return keepAndWait(updateDraft(changes, sending.context), sending, () =>
    updateDirectly(changes, direct(sending)),
  );
}

function direct({ files = [], letGo, onProgress }: Sending) {
  return { files, signal: letGo?.aborted ? undefined : letGo, onProgress };
}

export function updateDraft(changes: JobChanges, context?: unknown): JobDraft {
  return {
    kind: 'update',
    jobId: changes.evJobId,
    payload: changes,
    ...(context !== undefined && { context }),
  };
}

async function directly(kind: JobRecord['kind'], send: () => Promise<JobDetails>): Promise<Sent> {
  const job = await send();
  apply({ kind: kind === 'report' ? 'job-created' : 'job-changed', job });
  return { is: 'delivered', job };
}

/** @throws Error that names a file which the browser can no longer read */
function held(files: readonly File[]): Promise<HeldFile[]> {
  return Promise.all(
    files.map((file) =>
      holdFile(file).catch((cause: unknown) => {
        throw new Error(`“${file.name}” can no longer be read on this device. Please choose it again.`, {
          cause,
        });
      }),
    ),
  );
}

export function isUnkept(error: unknown): boolean {
  return error instanceof OutboxError && error.code === 'unavailable';
}

async function keepAndWait(
  draft: JobDraft,
  sending: Sending,
  sendDirectly: () => Promise<JobDetails>,
): Promise<Sent> {
  const owner = recordsOwner();
  if (!owner) return directly(draft.kind, sendDirectly);
  let clientId: string;
  try {
    clientId = await keep(owner, draft, await held(sending.files ?? []), sending);
  } catch (error) {
    if (!isUnkept(error)) throw error;
    return directly(draft.kind, sendDirectly);
  }
  const leave = attend(clientId);
  sending.onKept?.(clientId);
  const outbox = pageOutbox();
  const outcome = await firstOutcome(outbox, clientId, atRest(outbox, owner.uid), sending.letGo);
  try {
    const sent = await settled(owner, draft, clientId, outcome, sending);
    if (sent.is === 'kept') leave();
    return sent;
  } catch (error) {
    if (sending.replaces) leave();
    throw error;
  }
}

/** @returns its key */
export async function keep(
  owner: Owner,
  draft: JobDraft,
  files: readonly HeldFile[] = [],
  { replaces, sent }: Pick<Sending, 'replaces' | 'sent'> = {},
): Promise<string> {
  if (!replaces) return (await pageOutbox().send(owner, draft, files, undefined, sent)).clientId;
  return pageOutbox().edit(owner.uid, replaces.clientId, draft.payload, files, {
    context: draft.context,
    sent,
  });
}

async function settled(
  owner: Owner,
  draft: JobDraft,
  clientId: string,
  outcome: FirstOutcome,
  { replaces, onTakenBack }: Pick<Sending, 'replaces' | 'onTakenBack'>,
): Promise<Sent> {
  if (outcome.is === 'kept') return { is: 'kept', clientId };
  if (outcome.is === 'delivered') {
    const job = await deliveredJob(draft, outcome).catch(() => null);
    return job ? { is: 'delivered', job } : { is: 'kept', clientId };
  }
  await onTakenBack?.();
  // What was opened from where it waited goes on waiting there.
  const isTaken = replaces ? true : await takeBack(owner, clientId);
  if (!isTaken) return { is: 'kept', clientId };
  throw outcome.error;
}

/** False when it left meanwhile: another page went on with it. */
export async function takeBack({ uid }: Owner, clientId: string): Promise<boolean> {
  return pageOutbox()
    .discard(uid, clientId)
    .then(
      () => true,
      () => false,
    );
}

/** The job after it; read, where another page has the answer. */
export async function deliveredJob(
  draft: Pick<JobDraft, 'kind'> & { jobId?: string },
  { answer, serverId }: Extract<FirstOutcome, { is: 'delivered' }>,
): Promise<JobDetails> {
  if (answer === null) return call('job', { params: { jobId: draft.jobId || serverId || '' } });
  return draft.kind === 'report'
    ? (answer as ResponseOf<'reportJob'>)
    : (answer as ResponseOf<'updateJob'>).job;
}
