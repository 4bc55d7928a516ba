import { useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { discardChanges, updateJobs } from '../../../outbox/sendManyJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { baseOf } from '../edit/jobChanges.ts';
import { type BulkChange, type Changed, changedBy, undoOf, updateOf } from './bulkChange.ts';
import { doneText, queuedText, undoneText } from './bulkText.ts';

export type Failed = { job: Job; error: ApiError };

/** A change that waits in the outbox. */
type Queued = { before: Job; clientId: string };

export type BulkRun = {
  change: BulkChange;
  /** The new status or the new assignee's name. */
  words: string;
  total: number;
  changed: Changed[];
  failed: Failed[];
  queued: Queued[];
  isOver: boolean;
};

/** Changes many jobs, one request each; reports progress and refusals, and offers to undo the change. */
export function useBulkChange(onAllDone: () => void) {
  const { email, userType } = useProfile();
  const [run, setRun] = useState<BulkRun | null>(null);
  const controller = useRef(new AbortController());

  function offerUndo({ change, changed, queued, words }: BulkRun) {
    const count = changed.length + queued.length;
    const possible = undoOf(changed, change, userType, email).length + queued.length;
    const label = possible < count ? `Undo ${possible} of ${count}` : 'Undo';
    const done = changed.length > 0 && doneText(changed.length, change, words);
    const waits = queued.length > 0 && queuedText(queued.length);
    toast([done, waits].filter(Boolean).join(' '), {
      tone: queued.length > 0 ? 'plain' : 'good',
      ...(possible > 0 && { action: { label, run: () => void undo(change, changed, queued) } }),
    });
  }

  /** Takes queued changes back, and reverts those that have arrived, also meanwhile. */
  async function undo(change: BulkChange, changed: readonly Changed[], queued: readonly Queued[]) {
    const { arrived, unknown } = await discardChanges(
      queued.map(({ before, clientId }) => ({ jobId: before.jobId, clientId })),
    );
    const late = queued.flatMap(({ before }) => {
      const after = arrived.find(({ jobId }) => jobId === before.jobId);
      return after ? { before, after } : [];
    });
    const back = undoOf([...changed, ...late], change, userType, email);
    const bases = new Map([...changed, ...late].map(({ after }) => [after.jobId, baseOf(after)]));
    let refused = unknown;
    await updateJobs(
      back.map((changes) => ({ changes, context: { base: bases.get(changes.evJobId) } })),
      (_, outcome) => {
        if (outcome instanceof ApiError) refused += 1;
      },
    );
    const undone = back.length + queued.length - late.length - refused;
    toast(undoneText(undone, refused), { tone: refused > 0 ? 'bad' : 'good' });
  }

  /** @param earlier the outcome of the try before, so that one undo reverts all of it */
  async function start(
    jobs: readonly Job[],
    change: BulkChange,
    words: string,
    earlier: Pick<BulkRun, 'changed' | 'queued'> = { changed: [], queued: [] },
  ) {
    const changing = changedBy(jobs, change);
    const byId = new Map(changing.map((job) => [job.jobId, job]));
    let now: BulkRun = {
      change,
      words,
      total: changing.length + earlier.changed.length + earlier.queued.length,
      ...earlier,
      failed: [],
      isOver: false,
    };
    const report = (news: Partial<BulkRun>) => {
      now = { ...now, ...news };
      setRun(now);
    };
    controller.current = new AbortController();
    setRun(now);
    await updateJobs(
      changing.map((job) => ({ changes: updateOf(job, change, email), context: { base: baseOf(job) } })),
      ({ evJobId }, outcome) => {
        const before = byId.get(evJobId);
        if (!before) return;
        if (outcome instanceof ApiError) report({ failed: [...now.failed, { job: before, error: outcome }] });
        else if ('clientId' in outcome)
          report({ queued: [...now.queued, { before, clientId: outcome.clientId }] });
        else report({ changed: [...now.changed, { before, after: outcome }] });
      },
      controller.current.signal,
    );
    if (now.changed.length < now.total) return report({ isOver: true });
    offerUndo(now);
    setRun(null);
    onAllDone();
  }

  /** Tries again what was refused. A job that someone else changed meanwhile is changed from its new version. */
  function retry() {
    if (!run) return;
    const jobs = run.failed.map(({ job, error }) => error.job ?? job);
    void start(jobs, run.change, run.words, { changed: run.changed, queued: run.queued });
  }

  /** Stops the run; once it is over, closes the dialog. */
  function close() {
    controller.current.abort();
    if (!run?.isOver) return;
    if (run.changed.length + run.queued.length > 0) offerUndo(run);
    setRun(null);
    if (run.changed.length + run.queued.length === run.total) onAllDone();
  }

  return { run, start, retry, close };
}
