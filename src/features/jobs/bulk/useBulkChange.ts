import { useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { Job } from '../../../contract/job.ts';
import { type OneOutcome, takeBackChanges, updateJobs } from '../../../outbox/sendManyJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { baseOf } from '../edit/staleEdit.ts';
import { type BulkChange, type Changed, changedBy, updateOf, wayBack } from './bulkChange.ts';
import { doneWords, undoneWords, waitWords } from './bulkWords.ts';

export type Failed = { job: Job; error: ApiError };

type Kept = { before: Job; clientId: string };

export type BulkRun = {
  change: BulkChange;
  /** How the change is said after it was made: "on hold". */
  words: string;
  total: number;
  changed: Changed[];
  failed: Failed[];
  /** On this device, to be sent by themselves. */
  kept: Kept[];
  isOver: boolean;
};

/** Makes a change to many jobs, one request each; says how far it is, what was refused, and offers the way back. */
export function useBulkChange(onAllDone: () => void) {
  const { email, userType } = useProfile();
  const [run, setRun] = useState<BulkRun | null>(null);
  const stopper = useRef(new AbortController());

  function offerUndo({ change, changed, kept, words }: BulkRun) {
    const count = changed.length + kept.length;
    const possible = wayBack(changed, change, userType, email).length + kept.length;
    const label = possible < count ? `Undo ${possible} of ${count}` : 'Undo';
    const done = changed.length > 0 && doneWords(changed.length, change, words);
    const waits = kept.length > 0 && waitWords(kept.length);
    toast([done, waits].filter(Boolean).join(' '), {
      tone: kept.length > 0 ? 'plain' : 'good',
      ...(possible > 0 && { action: { label, run: () => void undo(change, changed, kept) } }),
    });
  }

  /** What waits is taken back; what has arrived, meanwhile too, is changed back. */
  async function undo(change: BulkChange, changed: readonly Changed[], kept: readonly Kept[]) {
    const { arrived, unknown } = await takeBackChanges(
      kept.map(({ before, clientId }) => ({ jobId: before.jobId, clientId })),
    );
    const late = kept.flatMap(({ before }) => {
      const after = arrived.find(({ jobId }) => jobId === before.jobId);
      return after ? { before, after } : [];
    });
    const back = wayBack([...changed, ...late], change, userType, email);
    const names = new Map([...changed, ...late].map(({ after }) => [after.jobId, baseOf(after)]));
    let refused = unknown;
    await updateJobs(
      back.map((changes) => ({ changes, context: { base: names.get(changes.evJobId) } })),
      (_, outcome) => {
        if (outcome instanceof ApiError) refused += 1;
      },
    );
    const undone = back.length + kept.length - late.length - refused;
    toast(undoneWords(undone, refused), { tone: refused > 0 ? 'bad' : 'good' });
  }

  /** A retry goes on with what an earlier try changed, so that one undo takes back all of it. */
  async function start(
    jobs: readonly Job[],
    change: BulkChange,
    words: string,
    earlier: Pick<BulkRun, 'changed' | 'kept'> = { changed: [], kept: [] },
  ) {
    const changing = changedBy(jobs, change);
    const byId = new Map(changing.map((job) => [job.jobId, job]));
    const now: BulkRun = {
      change,
      words,
      total: changing.length + earlier.changed.length + earlier.kept.length,
      changed: [...earlier.changed],
      kept: [...earlier.kept],
      failed: [],
      isOver: false,
    };
    stopper.current = new AbortController();
    setRun({ ...now });
    const settle = (before: Job, outcome: OneOutcome) => {
      if (outcome instanceof ApiError) now.failed = [...now.failed, { job: before, error: outcome }];
      else if ('clientId' in outcome) now.kept = [...now.kept, { before, clientId: outcome.clientId }];
      else now.changed = [...now.changed, { before, after: outcome }];
      setRun({ ...now });
    };
    await updateJobs(
      changing.map((job) => ({ changes: updateOf(job, change, email), context: { base: baseOf(job) } })),
      ({ evJobId }, outcome) => {
        const before = byId.get(evJobId);
        if (before) settle(before, outcome);
      },
      stopper.current.signal,
    );
    now.isOver = true;
    if (now.changed.length === now.total) {
      offerUndo(now);
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
    void start(jobs, run.change, run.words, run);
  }

  /** Sends nothing more; while nothing is under way, puts the results away. */
  function close() {
    stopper.current.abort();
    if (!run?.isOver) return;
    if (run.changed.length + run.kept.length > 0) offerUndo(run);
    setRun(null);
    if (run.changed.length + run.kept.length === run.total) onAllDone();
  }

  return { run, start, retry, close };
}
