import { useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import type { Job } from '../../contract/job.ts';
import { updateJobs } from '../../outbox/send.ts';
import { useProfile } from '../../session/useSession.ts';
import { toast } from '../../ui/toast.ts';
import { type BulkChange, type Changed, changedBy, updateOf, wayBack } from './bulkChange.ts';
import { doneWords, undoneWords } from './bulkWords.ts';

export type Failed = { job: Job; error: ApiError };

export type BulkRun = {
  change: BulkChange;
  /** How the change is said after it was made: "on hold". */
  words: string;
  total: number;
  changed: Changed[];
  failed: Failed[];
  isOver: boolean;
};

/** Makes a change to many jobs, one request each; says how far it is, what was refused, and offers the way back. */
export function useBulkChange(onAllDone: () => void) {
  const { email, userType } = useProfile();
  const [run, setRun] = useState<BulkRun | null>(null);
  const stopper = useRef(new AbortController());

  function offerUndo({ change, changed, words }: BulkRun) {
    const back = wayBack(changed, change, userType, email);
    const some = back.length < changed.length ? `Undo ${back.length} of ${changed.length}` : 'Undo';
    toast(doneWords(changed.length, change, words), {
      tone: 'good',
      ...(back.length > 0 && { action: { label: some, run: () => void undo(back) } }),
    });
  }

  async function undo(back: ReturnType<typeof wayBack>) {
    let refused = 0;
    await updateJobs(back, (_, outcome) => {
      if (outcome instanceof ApiError) refused += 1;
    });
    toast(undoneWords(back.length - refused, refused), { tone: refused > 0 ? 'bad' : 'good' });
  }

  /** A retry goes on with what an earlier try changed, so that one undo takes back all of it. */
  async function start(
    jobs: readonly Job[],
    change: BulkChange,
    words: string,
    earlier: readonly Changed[] = [],
  ) {
    const changing = changedBy(jobs, change);
    const byId = new Map(changing.map((job) => [job.jobId, job]));
    const now: BulkRun = {
      change,
      words,
      total: changing.length + earlier.length,
      changed: [...earlier],
      failed: [],
      isOver: false,
    };
    stopper.current = new AbortController();
    setRun({ ...now });
    await updateJobs(
      changing.map((job) => updateOf(job, change, email)),
      ({ evJobId }, outcome) => {
        const before = byId.get(evJobId);
        if (!before) return;
        if (outcome instanceof ApiError) now.failed = [...now.failed, { job: before, error: outcome }];
        else now.changed = [...now.changed, { before, after: outcome }];
        setRun({ ...now });
      },
      stopper.current.signal,
    );
    now.isOver = true;
    if (now.changed.length > 0 && now.failed.length === 0) offerUndo(now);
    if (now.changed.length === now.total) {
      setRun(null);
      onAllDone();
    } else {
      setRun({ ...now });
    }
  }

  /** Another try of what was refused. A job that somebody changed meanwhile goes from what it is now. */
  function retry() {
    if (!run) return;
    const jobs = run.failed.map(({ job, error }) => error.job ?? job);
    void start(jobs, run.change, run.words, run.changed);
  }

  /** Sends nothing more; while nothing is under way, puts the results away. */
  function close() {
    stopper.current.abort();
    if (!run?.isOver) return;
    if (run.failed.length > 0 && run.changed.length > 0) offerUndo(run);
    setRun(null);
  }

  return { run, start, retry, close };
}
