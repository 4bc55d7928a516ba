import { keys, queryClient } from '../api/queries.ts';
import type { JobDetails } from '../contract/jobDetails.ts';
import type { Message } from '../contract/message.ts';
import { afterCalm } from './afterCalm.ts';
import { beginFirst, holdReadings, jobArrived, showMarks, showMessage } from './caches.ts';
import { echoesOf } from './echoes.ts';
import { refreshListedJob, refreshListsSoon } from './lists.ts';
import { notTooOften } from './notTooOften.ts';
import { readAgain } from './pageOutbox.ts';
import { targetsOf } from './sendMessages.ts';
import { recordsOwner, waitingRecords } from './waiting.ts';

/** What others did, as it is told to this window, in what the app has read. It goes by the same rules as what was sent here. */

/** What this window has yet to send shows over what is told. */
function keepOwnMarks(): void {
  showMarks(targetsOf(waitingRecords()));
}

/** What shows messages of this job is read again, so that copies of it are up to date: once, after the last of several. */
function readAgainSoon(jobId: string): void {
  const queryKeys = [keys.conversation(jobId), keys.job(jobId)];
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
  afterCalm(`told of ${jobId}`, () => {
    for (const queryKey of queryKeys) void queryClient.refetchQueries({ queryKey, type: 'active' });
  });
  notTooOften(`row of ${jobId}`, () => void refreshListedJob(jobId));
  refreshListsSoon();
}

/**
 * One's own message that is on its way from this device, or has arrived: its answer brings everything up to date, and is never far. It
 * shows before only where it takes the place of its echo.
 *
 * @returns false when it was not sent from here
 */
async function ownTold(jobId: string, message: Message): Promise<boolean> {
  await readAgain();
  const known = queryClient.getQueryData<Message[]>(keys.conversation(jobId)) ?? [];
  if (known.some(({ communicationId }) => communicationId === message.communicationId)) return true;
  const leaving = waitingRecords().filter(
    (record) => record.kind === 'message' && record.jobId === jobId && record.state === 'sending',
  );
  if (leaving.length === 0) return false;
  if (echoesOf(jobId, [...known, message], 0, leaving).length < leaving.length)
    await showMessage(jobId, message);
  return true;
}

/** A message was written, by anybody: it shows at once, never beside its own echo. */
export async function messageTold(jobId: string, message: Message): Promise<void> {
  if (message.fromUserId === recordsOwner()?.email && (await ownTold(jobId, message))) return;
  await showMessage(jobId, message);
  // A first reading under way may have begun before.
  beginFirst(jobId);
  keepOwnMarks();
  readAgainSoon(jobId);
}

/** A message was marked, by anybody. */
export async function markTold(
  jobId: string,
  communicationId: string,
  status: Message['status'],
): Promise<void> {
  await holdReadings(jobId);
  showMarks(new Map([[communicationId, status]]));
  keepOwnMarks();
  readAgainSoon(jobId);
}

/** A job was reported or changed, by anybody. */
export function jobTold(jobId: string): void {
  notTooOften(`job ${jobId}`, () => {
    jobArrived(jobId);
    // The pages of the jobs it revises, or that revise it, tell of it too.
    const isOfLine = ({ state }: { state: { data?: unknown } }) =>
      (state.data as JobDetails | undefined)?.revisions.some((one) => one.jobId === jobId) ?? false;
    void queryClient.invalidateQueries({ queryKey: ['job'], predicate: isOfLine });
    void refreshListedJob(jobId);
  });
}
