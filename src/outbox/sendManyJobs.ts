import { ApiError, call } from '../api/client.ts';
import { apply } from '../cache/apply.ts';
import type { ResponseOf } from '../contract/calls.ts';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import { firstOutcome, recordsAfterDrain } from './firstOutcome.ts';
import { isUnavailable, OutboxError } from './OutboxError.ts';
import { pageOutbox } from './pageOutbox.ts';
import type { Owner } from './records/enqueue.ts';
import { recordsOwner } from './records/waiting.ts';
import { hideWhileOpen } from './records/waitingJobs.ts';
import { sendDirectly } from './sendDirectly.ts';
import { enqueueJobRecord, type JobChanges, jobAfter, tryDiscard, updateDraft } from './sendJobs.ts';

/** The outcome of one change of many: the job after it, its refusal, or its key in the outbox. */
export type ChangeOutcome = JobDetails | ApiError | { clientId: string };

type Change = { changes: JobChanges; context?: unknown };
type OnSettled = (changes: JobChanges, outcome: ChangeOutcome) => void;

/**
 * Changes many jobs, each on its own: a refused one does not delay the others, nor does it stay in the outbox. All are enqueued before
 * the first is sent. Once one stays queued, the form waits for no other: they are sent by themselves.
 *
 * @param onSettled called with each outcome
 * @param signal when aborted, what was not sent is deleted, without a call of `onSettled`
 */
export async function updateJobs(
  all: readonly Change[],
  onSettled: OnSettled,
  signal?: AbortSignal,
): Promise<void> {
  const owner = recordsOwner();
  if (!owner) throw new OutboxError('signed-out');
  const waiting: { changes: JobChanges; clientId: string; show: () => void }[] = [];
  const rest = [...all];
  try {
    for (let next = rest[0]; next && !signal?.aborted; next = rest[0]) {
      const clientId = await enqueueJobRecord(owner, updateDraft(next.changes, next.context));
      waiting.push({ changes: next.changes, clientId, show: hideWhileOpen(clientId) });
      rest.shift();
    }
  } catch (error) {
    if (!isUnavailable(error)) {
      for (const { changes } of rest.splice(0)) onSettled(changes, shownError(error));
    }
  }
  await Promise.all([waitForAll(), sendRestDirectly(owner, rest, onSettled, signal)]);
  apply({ kind: 'lists-outdated', when: 'now' });

  async function waitForAll(): Promise<void> {
    if (!owner || waiting.length === 0) return;
    const outbox = pageOutbox();
    const still = recordsAfterDrain(outbox, owner.uid);
    const closed = new AbortController();
    const withdrawals = new Map<string, Promise<boolean>>();
    const stop = async () => {
      for (const { clientId } of waiting) {
        const withdrawal = tryDiscard(owner, clientId);
        withdrawals.set(clientId, withdrawal);
        await withdrawal;
      }
    };
    const stopping = () => void stop();
    signal?.addEventListener('abort', stopping);
    if (signal?.aborted) stopping();
    await Promise.all(
      waiting.map(async ({ changes, clientId, show }) => {
        const outcome = await firstOutcome(outbox, clientId, still, closed.signal);
        if (outcome.is === 'queued') show();
        // A change that was sent is reported, even when it arrives while it is being deleted.
        if (await withdrawals.get(clientId)) return;
        if (outcome.is === 'queued') {
          closed.abort();
          return onSettled(changes, { clientId });
        }
        if (outcome.is === 'refused') {
          await tryDiscard(owner, clientId);
          return onSettled(changes, outcome.error);
        }
        const job = await jobAfter({ kind: 'update', jobId: changes.evJobId }, outcome).catch(shownError);
        if (!(job instanceof ApiError)) apply({ kind: 'job-changed', job, isOneOfMany: true });
        onSettled(changes, job);
      }),
    );
    signal?.removeEventListener('abort', stopping);
  }
}

/**
 * Deletes queued changes.
 *
 * @returns the jobs of those that had arrived by then, as they are now, and how many may or may not arrive
 */
export async function discardChanges(
  queued: readonly { jobId: string; clientId: string }[],
): Promise<{ arrived: JobDetails[]; unknown: number }> {
  const owner = recordsOwner();
  const arrived: JobDetails[] = [];
  let unknown = 0;
  for (const { jobId, clientId } of owner ? queued : []) {
    if (owner && (await tryDiscard(owner, clientId))) continue;
    const job = await call('job', { params: { jobId } }).catch(() => null);
    if (job) arrived.push(job);
    else unknown += 1;
  }
  return { arrived, unknown };
}

/** Sends the changes that could not be stored, one after the other. */
async function sendRestDirectly(
  owner: Owner,
  rest: Change[],
  onSettled: OnSettled,
  signal?: AbortSignal,
): Promise<void> {
  for (let next = rest.shift(); next && !signal?.aborted; next = rest.shift()) {
    const { changes } = next;
    const sent = sendDirectly(owner, () => updateDraft(changes));
    onSettled(changes, await sent.then((answer) => (answer as ResponseOf<'updateJob'>).job, shownError));
  }
}

function shownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('', error instanceof Error ? error.message : undefined, { definite: false });
}
