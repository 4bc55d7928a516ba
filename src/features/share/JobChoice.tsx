import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { asApiError } from '../../api/ApiError.ts';
import { jobsQuery, searchQuery } from '../../api/queries.ts';
import { addressLine } from '../../contract/address/addressText.ts';
import type { Job } from '../../contract/jobs/job.ts';
import { Badge, StatusBadge } from '../../ui/Badge.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { cachedJobs, matching } from './cachedJobs.ts';
import styles from './Share.module.css';

const pauseMs = 300;

/** Lists the newest jobs, or those that match what is typed; without a connection those that are cached. */
function useJobChoice(email: string, typed: string) {
  const client = useQueryClient();
  const text = useDeferredValue(typed.trim());
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const newest = useInfiniteQuery(jobsQuery(email));
  const found = useInfiniteQuery({ ...searchQuery({ text: asked }, email), enabled: asked !== '' });
  const query = text === '' ? newest : found;
  const isAnswered = query.data !== undefined && (text === '' || asked === text);
  const jobs: Job[] = isAnswered
    ? query.data.pages.flatMap(({ items }) => items)
    : matching(cachedJobs(client), text);
  return {
    jobs,
    isLoading: !isAnswered && query.error === null,
    failure: isAnswered ? null : query.error,
  };
}

type Props = {
  email: string;
  /** The chosen job is being opened. */
  busy: boolean;
  onNew: () => void;
  onPick: (job: Job) => void;
};

function statusText(found: number, isLoading: boolean, failure: Error | null): string {
  if (failure) {
    // Without a status, nobody responded.
    const why = asApiError(failure).status > 0 ? failure.message : 'You’re offline.';
    return found === 0 ? `${why} No saved jobs match.` : `${why} Showing jobs you’ve opened on this device.`;
  }
  return found === 0 && !isLoading ? 'No matching jobs.' : '';
}

/** Chooses a new job or an existing one, with a search. */
export function JobChoice({ email, busy, onNew, onPick }: Props) {
  const [text, setText] = useState('');
  /** The job that was chosen last; empty for a new one. */
  const [chosen, setChosen] = useState('');
  const { jobs, isLoading, failure } = useJobChoice(email, text);
  const heading = useId();

  function choose(jobId: string, go: () => void) {
    if (busy) return;
    setChosen(jobId);
    go();
  }
  // Many photos are made smaller for minutes.
  const addingTo = (jobId: string) => busy && chosen === jobId;
  return (
    <section className="stack" data-tight="" aria-labelledby={heading}>
      <h2 id={heading} className="section-title">
        Jobs
      </h2>
      <SearchField
        label="Search jobs"
        placeholder="Code, project, address, company"
        value={text}
        onChange={setText}
      />
      <p role="status" className="small soft">
        {busy ? 'Adding what you shared…' : statusText(jobs.length, isLoading, failure)}
      </p>
      <ul className={styles.jobs} aria-label="Jobs" aria-busy={isLoading || undefined}>
        <li>
          <button type="button" className={styles.job} aria-disabled={busy} onClick={() => choose('', onNew)}>
            <span className={styles.new}>
              <Icon of={Plus} /> New job
            </span>
            {addingTo('') && <Badge>Adding…</Badge>}
          </button>
        </li>
        {jobs.map((job) => (
          <li key={job.jobId}>
            <button
              type="button"
              className={styles.job}
              aria-disabled={busy}
              onClick={() => choose(job.jobId, () => onPick(job))}
            >
              <span className={styles.jobName}>{job.project || 'No job Name'}</span>
              {addingTo(job.jobId) ? <Badge>Adding…</Badge> : <StatusBadge status={job.status} />}
              <span className={styles.where} translate="no">
                <span className="code">{job.jobCode}</span>
                {addressLine(job.address) && ` · ${addressLine(job.address)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
