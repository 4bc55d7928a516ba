import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { employeesQuery, searchQuery } from '../../api/queries.ts';
import { jobStatuses, openStatuses } from '../../contract/enums.ts';
import type { Job } from '../../contract/jobs/job.ts';
import { maxJobsAtOnce } from '../../contract/limits.ts';
import type { Profile } from '../../contract/users/user.ts';
import { counted } from '../../format/counted.ts';
import { doneOrQueued } from '../../outbox/kinds/sendState.ts';
import { onWaitingChange } from '../../outbox/records/waiting.ts';
import { waitingJobs, withWaitingChoices } from '../../outbox/records/waitingJobs.ts';
import { updateJobsHere } from '../../outbox/sends/updateJobs.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Select } from '../../ui/form/Select.tsx';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { useRetainedFocus } from '../../ui/useRetainedFocus.ts';
import { fullNameOf } from './approval.ts';
import styles from './UserRow.module.css';

/** Reads the open jobs that are assigned to a user, up to as many as are changed at once. */
function useOpenJobs(email: string) {
  const reader = useProfile();
  const query = useInfiniteQuery(searchQuery({ assignedTo: email, statuses: openStatuses }, reader.email));
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const waiting = useSyncExternalStore(onWaitingChange, waitingJobs);
  const read = query.data?.pages.flatMap(({ items }) => items);
  // A job that was handed over leaves at once, and comes back if that is refused.
  const jobs = (read && withWaitingChoices(read, waiting))
    ?.filter(({ assignedTo }) => assignedTo === email)
    .slice(0, maxJobsAtOnce);
  const isWanted = hasNextPage && !isFetching && !isFetchNextPageError && (jobs?.length ?? 0) < maxJobsAtOnce;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  return { query, jobs };
}

/**
 * Lists the open jobs of a user whose access ends, and hands one or all of them over to other staff. Renders nothing when there are none.
 */
export function HandOver({ user }: { user: Profile }) {
  const reader = useProfile();
  const { query, jobs } = useOpenJobs(user.email);
  const staff = useQuery(employeesQuery());
  const employees = staff.data ?? [];
  const [assignee, setAssignee] = useState('');
  // Not a toast, as long as this is open: it would lie outside of the dialog.
  const [outcome, setOutcome] = useState('');
  const id = useId();
  const others = Object.fromEntries(
    employees
      .filter(({ email }) => email !== user.email)
      .map(({ email, userName }) => [email, `${userName} (${email})`]),
  );
  const status = useRef<HTMLParagraphElement>(null);
  const name = employees.find(({ email }) => email === assignee)?.userName ?? assignee;

  const { busy, run: handOver } = useAction(
    async (chosen: readonly Job[]) => {
      let refused = 0;
      const say = (reason = '') => {
        const over = chosen.length - refused;
        const parts = [
          over > 0 && doneOrQueued(`Handed over to ${name}: ${counted(over, 'job')}.`),
          refused > 0 && `Couldn’t hand over ${counted(refused, 'job')}. ${reason}`,
        ];
        const text = parts.filter(Boolean).join(' ');
        setOutcome(text);
        if (refused > 0 && !status.current) toast(text, { tone: 'bad' });
      };
      const changes = chosen.map(({ jobId, version }) => ({
        changes: { evJobId: jobId, jobUpdateUser: reader.email, version, assignedTo: assignee },
      }));
      await updateJobsHere(changes, ({ message }) => {
        refused += 1;
        say(message);
      });
      if (refused === 0) say();
    },
    (error) => setOutcome(`Couldn’t hand over jobs. ${messageOf(error)}`),
  );

  const count = jobs?.length ?? 0;
  // The button that was pressed is gone with its job.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when jobs leave the list.
  useEffect(() => {
    if (outcome && document.activeElement === document.body) status.current?.focus();
  }, [outcome, count]);

  if (!jobs) return query.isError ? <TryAgain query={query} what="open jobs" /> : null;
  const failure = query.isFetchNextPageError && (
    <TryAgain query={{ error: query.error, refetch: query.fetchNextPage }} what="more open jobs" />
  );
  if (count === 0 && !outcome) return failure || null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>
        {count === 0 ? 'No open jobs' : counted(count, 'open job')} assigned to{' '}
        <span translate="no">{fullNameOf(user)}</span>
      </h3>
      {count > 0 && (
        <>
          <p className="soft">
            Choose who takes them and their new client messages. The messages of a job that no one takes go to
            the shared queue.
            {query.hasNextPage && ' More jobs follow once these are handed over.'}
          </p>
          {staff.error && !staff.data && <TryAgain query={staff} what="staff" />}
          <Select
            label="Hand over to"
            required
            placeholder="Choose"
            options={others}
            value={assignee}
            onChange={setAssignee}
          />
          <div className="row">
            <Button variant="primary" busy={busy} disabled={!assignee} onClick={() => handOver(jobs)}>
              {count === 1 ? 'Hand over 1 job' : `Hand over all ${count} jobs`}
            </Button>
          </div>
        </>
      )}
      <p ref={status} role="status" tabIndex={-1}>
        {outcome}
      </p>
      {count > 0 && (
        <OpenJobs jobs={jobs} busy={busy} disabled={!assignee} onHandOver={(job) => handOver([job])} />
      )}
      {failure}
    </section>
  );
}

type OpenJobsProps = {
  jobs: readonly Job[];
  busy: boolean;
  disabled: boolean;
  onHandOver: (job: Job) => void;
};

function OpenJobs({ jobs, busy, disabled, onHandOver }: OpenJobsProps) {
  const list = useRetainedFocus(jobs.map(({ jobId }) => jobId));
  return (
    <ul ref={list} className="stack" data-tight="" aria-label="Open jobs">
      {jobs.map((job) => (
        <li key={job.jobId} className={styles.openJob}>
          <span>
            <Link to="/jobs/update/$jobId" params={{ jobId: job.jobId }}>
              {job.project || 'No job Name'}
            </Link>{' '}
            <span className="small soft">
              <span className="code" translate="no">
                {job.jobCode}
              </span>{' '}
              {jobStatuses[job.status]}
            </span>
          </span>
          <Button
            busy={busy}
            disabled={disabled}
            aria-label={`Hand over ${job.project || job.jobCode}`}
            onClick={() => onHandOver(job)}
          >
            Hand over
          </Button>
        </li>
      ))}
    </ul>
  );
}
