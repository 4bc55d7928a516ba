import { ApiError } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { JobDetails } from '../../contract/jobs/jobDetails.ts';
import { pageOutbox, refreshRecords } from '../pageOutbox.ts';
import { isUnavailable, OutboxError } from '../records/OutboxError.ts';
import { resumesByItself } from '../records/resumesByItself.ts';
import { onWaitingChange, recordsOwner, waitingRecords } from '../records/waiting.ts';
import { sendDirectly } from './sendDirectly.ts';
import { type JobChanges, jobIn, type SendOptions, tryDiscard, updateDraft } from './sendJobs.ts';

/** Hands changes of many jobs over to the outbox. */

type OneOfMany = { changes: JobChanges; context?: unknown };

/** The keys of changes in the outbox; or, where nothing can be stored, the jobs after them and the refusals. */
export type ManyResults = { clientIds: string[]; delivered: JobDetails[]; refused: ApiError[] };

/**
 * Changes many jobs, each by a record of its own: a refused one does not delay the others.
 *
 * @throws OutboxError: nothing was enqueued
 */
export async function updateJobs(
  all: readonly OneOfMany[],
  { undoWindowMs }: Pick<SendOptions, 'undoWindowMs'> = {},
): Promise<ManyResults> {
  const owner = recordsOwner();
  if (!owner) throw new OutboxError('signed-out');
  const drafts = all.map(({ changes, context }) => ({ ...updateDraft(changes, context), undoWindowMs }));
  const results: ManyResults = { clientIds: [], delivered: [], refused: [] };
  try {
    const records = await pageOutbox().sendAll(owner, drafts);
    results.clientIds = records.map(({ clientId }) => clientId);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    for (const draft of drafts) {
      try {
        results.delivered.push(jobIn(draft, await sendDirectly(owner, () => draft)));
      } catch (refusal) {
        if (!(refusal instanceof ApiError)) throw refusal;
        results.refused.push(refusal);
      }
    }
  }
  return results;
}

/**
 * Changes jobs from a screen that says what is refused, also later: that is deleted from the outbox.
 *
 * @param onRefused called with each refusal
 * @throws as `updateJobs`
 */
export async function updateJobsHere(
  all: readonly OneOfMany[],
  onRefused: (error: Error) => void,
): Promise<void> {
  const { clientIds, refused } = await updateJobs(all);
  for (const error of refused) onRefused(error);
  const open = new Set(clientIds);
  // Nobody's records are shown while it is not known who is signed in.
  const stop = onWaitingChange((_, before) => before !== null && look());
  await refreshRecords();
  look();

  function look() {
    const records = new Map(waitingRecords().map((record) => [record.clientId, record]));
    for (const clientId of open) {
      const record = records.get(clientId);
      const isRefused = record?.state === 'failed' && !resumesByItself(record);
      if (record && !isRefused) continue;
      // Refused, arrived or deleted.
      open.delete(clientId);
      if (!record) continue;
      void tryDiscard({ uid: record.ownerUid }, clientId);
      onRefused(new Error(record.error?.text));
    }
    if (open.size > 0) return;
    stop();
    apply({ kind: 'lists-outdated', when: 'now' });
  }
}
