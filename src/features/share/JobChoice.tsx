import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { jobsQuery, searchQuery } from '../../api/queries.ts';
import type { Job } from '../../contract/job.ts';
import { addressLine } from '../../format/address.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { knownJobs, matching } from './knownJobs.ts';
import styles from './Share.module.css';

const pauseMs = 300;

/** The jobs to choose from: the newest, or those that fit what is typed; without a line those known on this device. */
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
    : matching(knownJobs(client), text);
  return {
    jobs,
    /** More may come: the service was not heard yet. */
    isOpen: !isAnswered && query.error === null,
    /** Only what is known here, because the service cannot be asked. */
    isLocal: !isAnswered && query.error !== null,
  };
}

type Props = {
  email: string;
  /** A choice is being carried out. */
  busy: boolean;
  onNew: () => void;
  onPick: (job: Job) => void;
};

function statusWords(found: number, isOpen: boolean, isLocal: boolean): string {
  if (isLocal) {
    return found === 0
      ? 'No connection, and none of the jobs read on this device before fits.'
      : 'No connection: these are the jobs read on this device before.';
  }
  return found === 0 && !isOpen ? 'No job fits.' : '';
}

/** What something can be for: a new job, or one of those there are, with a search over them. */
export function JobChoice({ email, busy, onNew, onPick }: Props) {
  const [text, setText] = useState('');
  const { jobs, isOpen, isLocal } = useJobChoice(email, text);
  const heading = useId();
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
        {statusWords(jobs.length, isOpen, isLocal)}
      </p>
      <ul className={styles.jobs} aria-label="Jobs" aria-busy={isOpen || undefined}>
        <li>
          <button type="button" className={styles.job} aria-disabled={busy} onClick={() => !busy && onNew()}>
            <span className={styles.new}>
              <Plus aria-hidden /> New job
            </span>
          </button>
        </li>
        {jobs.map((job) => (
          <li key={job.jobId}>
            <button
              type="button"
              className={styles.job}
              aria-disabled={busy}
              onClick={() => !busy && onPick(job)}
            >
              <span className={styles.jobName}>{job.project || 'No job Name'}</span>
              <StatusBadge status={job.status} />
              <span className={styles.where}>
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
