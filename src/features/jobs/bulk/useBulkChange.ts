import type { Job } from '../../../contract/jobs/job.ts';
import { updateJobs } from '../../../outbox/sends/updateJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useAction } from '../../../ui/useAction.ts';
import { baseOf } from '../form/jobDraft.ts';
import { offerUndo, toastRefusal, undoably } from '../form/undoableChanges.ts';
import { type BulkChange, changedBy, updateOf } from './bulkChange.ts';
import { doneText, refusedText } from './bulkText.ts';
import { toastOutcomes } from './bulkToasts.ts';

type Asked = [jobs: readonly Job[], change: BulkChange, words: string];

/**
 * Returns a function that changes many jobs, each by a record of its own, and offers to undo all of it for a while.
 *
 * @param onDone called once they are stored
 */
export function useBulkChange(onDone: () => void): (...asked: Asked) => Promise<void> {
  const { email } = useProfile();

  const { run: change } = useAction(
    async (...[jobs, change, words]: Asked) => {
      const assignedToName = 'assignedTo' in change ? words : '';
      const all = changedBy(jobs, change).map((job) => ({
        changes: updateOf(job, change, email),
        context: { base: baseOf(job), assignedToName },
      }));
      const { clientIds, delivered, refused } = await updateJobs(all, undoably);
      onDone();
      if (clientIds.length > 0)
        offerUndo(clientIds, doneText(clientIds.length, change, words), { many: toastOutcomes() });
      // Nothing can be stored: they were sent at once.
      if (delivered.length > 0) toast(doneText(delivered.length, change, words), { tone: 'good' });
      if (refused[0]) toast(refusedText(refused.length, refused[0].message, false), { tone: 'bad' });
    },
    (error, ...asked) => toastRefusal(error, () => void change(...asked)),
  );
  return change;
}
