import type { JobListingCategory } from '../../contract/job.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { JobCards } from './JobCards.tsx';
import styles from './JobListResults.module.css';
import { JobListSkeleton } from './JobListSkeleton.tsx';
import { JobTable } from './JobTable.tsx';
import { filtersOn, type JobListSearch, tabOf } from './jobListSearch.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { useIsWide } from './useIsWide.ts';
import { type JobList, useJobList } from './useJobList.ts';
import { useNearEnd } from './useNearEnd.ts';

type Props = {
  email: string;
  category: JobListingCategory;
  search: JobListSearch;
  onClear: () => void;
};

/** What was found: rows or cards, more of them as the end comes near, or a word on why there are none. */
export function JobListResults({ email, category, search, onClear }: Props) {
  const wide = useIsWide();
  const list = useJobList(email, category, search);
  const end = useNearEnd(list.hasMore && !list.isLoadingMore && !list.isMoreFailed, list.loadMore);
  const { jobs } = list;
  if (!jobs) {
    return list.error ? (
      <LoadFailed what="The jobs" error={list.error} onRetry={list.retry} />
    ) : (
      <JobListSkeleton wide={wide} />
    );
  }
  if (jobs.length === 0 && !list.isOld) {
    const filtered = Object.keys(filtersOn(category, search)).some((name) => name !== 'sort');
    return <NoJobs category={category} filtered={filtered} onClear={onClear} />;
  }
  const Listing = wide ? JobTable : JobCards;
  return (
    <div className={styles.results} data-old={list.isOld || undefined} aria-busy={list.isOld}>
      <Listing jobs={jobs} hasMore={list.hasMore} />
      <ListEnd list={list} shown={jobs.length} end={end} />
    </div>
  );
}

type EndProps = { list: JobList; shown: number; end: (element: Element | null) => void };

function ListEnd({ list, shown, end }: EndProps) {
  return (
    <div ref={end} className={styles.end}>
      {list.isLoadingMore && <Progress label="Loading more jobs" />}
      {list.isMoreFailed && <LoadFailed what="More jobs" error={list.error} onRetry={list.loadMore} />}
      <p role="status" className="soft small">
        {list.hasMore
          ? `${shown} jobs shown, more follow`
          : `${shown} ${shown === 1 ? 'job' : 'jobs'}, all shown`}
      </p>
    </div>
  );
}

type NoJobsProps = { category: JobListingCategory; filtered: boolean; onClear: () => void };

function NoJobs({ category, filtered, onClear }: NoJobsProps) {
  if (filtered) {
    return (
      <EmptyState title="No job fits" text="Try fewer words, or take a filter away.">
        <Button variant="primary" onClick={onClear}>
          Clear search and filters
        </Button>
      </EmptyState>
    );
  }
  if (category !== 'all') {
    return (
      <EmptyState
        title={`No jobs under “${tabOf(category).label}”`}
        text="Jobs appear here as soon as there are some."
      >
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          Show all jobs
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No jobs yet"
      text="Report your first one: the property, the services you need, and your documents."
    >
      <ButtonLink to="/jobs/create" variant="primary">
        Report a job
      </ButtonLink>
    </EmptyState>
  );
}
