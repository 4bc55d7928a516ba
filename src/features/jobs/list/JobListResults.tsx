import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { JobListingCategory, JobSort } from '../../../contract/job.ts';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useSelection } from '../bulk/useSelection.ts';
import type { JobListSearch } from '../filters/jobListSearch.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import cards from './JobCards.module.css';
import { JobCards } from './JobCards.tsx';
import styles from './JobListResults.module.css';
import table from './JobTable.module.css';
import { JobTable } from './JobTable.tsx';
import { JobTableHead } from './JobTableHead.tsx';
import { type JobList, useJobList } from './useJobList.ts';

const places = Array.from({ length: 8 }, (_, place) => place);
const cells = Array.from({ length: 6 }, (_, cell) => cell);

type JobListSkeletonProps = { wide: boolean; staff: boolean; sort: JobSort };

const noSelection = { chosen: [], ids: new Set<string>(), pick: () => undefined, choose: () => undefined };

/** The listing while its first page is on its way, in its final layout. */
function JobListSkeleton({ wide, staff, sort }: JobListSkeletonProps) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading jobs
      </p>
      {wide ? (
        <table className={table.table} aria-hidden="true" inert>
          <JobTableHead
            sort={sort}
            onSort={() => undefined}
            jobs={[]}
            selection={staff ? noSelection : undefined}
          />
          <tbody>
            {places.map((place) => (
              <tr key={place}>
                {staff && <td />}
                <td>
                  <Skeleton />
                </td>
                <td>
                  <Skeleton lines={2} />
                </td>
                {cells.map((cell) => (
                  <td key={cell}>
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className={cards.cards} aria-hidden="true">
          {places.map((place) => (
            <div key={place} className={cards.place}>
              <div className={cards.card}>
                <Skeleton height="1.5rem" width="6rem" />
                <Skeleton lines={3} />
                <Skeleton height="2.75rem" width="50%" />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** About a screen, so that who scrolls steadily never waits for the next page. */
const aheadPx = 900;

/**
 * Calls back when the end of a list comes near the window.
 *
 * @returns the ref of the element that stands at the end
 */
function useNearEnd(enabled: boolean, onNear: () => void): (end: Element | null) => void {
  const [end, setEnd] = useState<Element | null>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!enabled || !end) return;
    const observer = new IntersectionObserver(
      // Of a busy moment there may be several entries: the last one holds.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) near();
      },
      { rootMargin: `${aheadPx}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [enabled, end]);
  return setEnd;
}

type Props = {
  email: string;
  category: JobListingCategory;
  search: JobListSearch;
  wide: boolean;
  staff: boolean;
  /** Of the cards, which can be selected in a mode of its own only; rows always can. */
  selecting: boolean;
  onSelectionStart: () => void;
  onSelectionEnd: () => void;
  onSort: (sort: JobSort) => void;
  onClear: () => void;
};

const none: never[] = [];
const BulkBar = lazy(() => import('../bulk/BulkBar.tsx').then((module) => ({ default: module.BulkBar })));
const NoJobs = lazy(() => import('./NoJobs.tsx').then((module) => ({ default: module.NoJobs })));

/** What was found: rows or cards, more of them as the end comes near, or a word on why there are none. */
export function JobListResults({ email, category, search, wide, staff, ...props }: Props) {
  const list = useJobList(email, category, search);
  const end = useNearEnd(list.hasMore && !list.isLoadingMore && !list.isMoreFailed, list.loadMore);
  const { jobs } = list;
  const selection = useSelection(jobs ?? none);
  const sort = search.sort ?? 'newest';
  if (!jobs) {
    return list.error ? (
      <LoadFailed what="The jobs" error={list.error} onRetry={list.retry} />
    ) : (
      <JobListSkeleton wide={wide} staff={staff} sort={sort} />
    );
  }
  if (jobs.length === 0 && !list.isOld) {
    return (
      <Suspense>
        <NoJobs category={category} search={search} onClear={props.onClear} />
      </Suspense>
    );
  }
  const picks = staff && (wide || props.selecting) ? selection : undefined;
  const isActing = picks !== undefined && (picks.chosen.length > 0 || props.selecting);

  const shown = list.hasMore
    ? `${jobs.length} jobs shown, more follow`
    : `${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}, all shown`;

  function startSelection(jobId: string) {
    props.onSelectionStart();
    selection.choose((jobs ?? none).filter((job) => job.jobId === jobId));
  }

  function endSelection() {
    selection.choose(none);
    props.onSelectionEnd();
  }

  return (
    <div
      className={styles.results}
      data-old={list.isOld || undefined}
      data-acting={isActing || undefined}
      aria-busy={list.isOld}
    >
      <p role="status" className="visually-hidden">
        {shown}
      </p>
      <Suspense>{isActing && <BulkBar selection={picks} onDone={endSelection} />}</Suspense>
      {wide ? (
        <JobTable jobs={jobs} hasMore={list.hasMore} sort={sort} onSort={props.onSort} selection={picks} />
      ) : (
        <JobCards
          jobs={jobs}
          hasMore={list.hasMore}
          selection={picks}
          onLongPress={staff ? startSelection : undefined}
        />
      )}
      {/* A new one with every page: pushed down by the rows, the old one would be a shift of the layout. */}
      <ListEnd key={jobs.length} list={list} shown={shown} end={end} />
    </div>
  );
}

type EndProps = { list: JobList; shown: string; end: (element: Element | null) => void };

function ListEnd({ list, shown, end }: EndProps) {
  return (
    <div ref={end} className={styles.end}>
      {list.isLoadingMore && <Progress label="Loading more jobs" />}
      {list.isMoreFailed && <LoadFailed what="More jobs" error={list.error} onRetry={list.loadMore} />}
      <p className="soft small">{shown}</p>
    </div>
  );
}
