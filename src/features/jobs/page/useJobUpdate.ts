import type { Job } from '../../../contract/jobs/job.ts';
import { type JobChanges, updateJob } from '../../../outbox/sends/sendJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { useAction } from '../../../ui/useAction.ts';
import { baseOf } from '../form/jobDraft.ts';
import { toastRefusal, toastSent, undoably } from '../form/undoableChanges.ts';

type Change = Omit<JobChanges, 'evJobId' | 'jobUpdateUser' | 'version'>;

/** Sends a change made with one tap (status, assignee), which can be undone for a moment, and shows a toast. */
export function useJobUpdate(job: Job) {
  const { email } = useProfile();

  const { busy, run: change } = useAction(
    async (changes: Change, done: string) => {
      const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version, ...changes };
      const sent = await updateJob(update, { context: { base: baseOf(job) }, ...undoably });
      toastSent(sent, done, { again: () => void change(changes, done) });
    },
    (error, ...asked) => toastRefusal(error, () => void change(...asked)),
  );
  return { busy, change };
}
