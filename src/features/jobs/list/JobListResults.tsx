import { type ComponentProps, lazy, Suspense, useEffect } from 'react';
import type { JobListingCategory, JobSort } from '../../../contract/jobs/job.ts';
import { savesData } from '../../../device/connectionCost.ts';
import { once, whenIdle } from '../../../timing.ts';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { isWide } from '../../../ui/useIsWide.ts';
import { useLoaded } from '../../../ui/useLoaded.ts';
import { loadActs } from '../act/rowAct.ts';
import { useSelection } from '../bulk/useSelection.ts';
import { type JobListSearch, searchFilterOf } from '../filters/jobListSearch.ts';
import { listedText } from '../jobText.ts';
import { loadJobBody } from '../page/loadJobBody.ts';
import { useIsOffline } from '../useIsOffline.ts';
import cards from './JobCards.module.css';
import { JobCards } from './JobCards.tsx';
import styles from './JobListResults.module.css';
import type { JobTable } from './JobTable.tsx';
import { useJobList } from './useJobList.ts';
import { useNearEnd } from './useNearEnd.ts';

const places = Array.from({ length: 8 }, (_, place) => place);

/** Stands in for the listing, in its layout, until the first page arrives. */
function JobListSkeleton({ wide, compact }: Pick<Props, 'wide' | 'compact'>) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading jobs
      </p>
      {wide ? (
        <div className="stack" data-tight="">
          {places.map((place) => (
            <Skeleton key={place} height={compact ? '2rem' : '3.25rem'} />
          ))}
        </div>
      ) : (
        <div className={cards.cards} aria-hidden="true">
          {places.map((place) => (
            <div key={place} className={cards.place}>
              <div className={cards.card}>
                <div className={cards.about}>
                  <Skeleton lines={4} />
                </div>
                <Skeleton height="5.5rem" width="2.75rem" />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** A phone shows cards. */
const loadTable = once(() => import('./JobTable.tsx'));
// Beside the jobs, not after them.
if (isWide()) loadTable().catch(() => undefined);

function Table(props: ComponentProps<typeof JobTable>) {
  const table = useLoaded(loadTable);
  return table ? <table.JobTable {...props} /> : <JobListSkeleton wide compact={props.compact} />;
}

type Props = {
  email: string;
  category: JobListingCategory;
  search: JobListSearch;
  wide: boolean;
  /** Whether the table has one line a job. */
  compact: boolean;
  staff: boolean;
  /** Whether the reader sets up the product, and the steps are neither done nor dismissed on this device. */
  setsUp: boolean;
  /** Whether it shows the reader's own open jobs and nothing else narrows them. */
  isMine: boolean;
  /** How many jobs the list has, where that is known. */
  total: number | undefined;
  /** What is loaded behind the first rows. */
  behind: ReturnType<typeof loadBehind.current>;
  onBehind: (behind: NonNullable<ReturnType<typeof loadBehind.current>>) => void;
  /** Whether cards are being selected. Rows can be selected at all times. */
  selecting: boolean;
  onSelectionStart: () => void;
  onSelectionEnd: () => void;
  onSort: (sort: JobSort) => void;
  onClear: () => void;
};

export const loadBehind = once(() => import('./behindRows.ts').then((module) => module.behindRows));

const none: never[] = [];
const BulkBar = lazy(() => import('../bulk/BulkBar.tsx').then((module) => ({ default: module.BulkBar })));
const StepsLeft = lazy(() => import('./FirstSteps.tsx').then((module) => ({ default: module.StepsLeft })));
const NoJobs = lazy(() => loadBehind().then((code) => ({ default: code.NoJobs })));

/** The jobs found, as rows or cards, with more of them as the end comes near; or why there are none. */
export function JobListResults({ email, category, search, wide, compact, staff, ...props }: Props) {
  const { behind, onBehind } = props;
  const { query, jobs } = useJobList(email, category, search);
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;
  const end = useNearEnd(
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    () => void query.fetchNextPage(),
  );
  const selection = useSelection(jobs ?? none);
  // Also where the list cannot be read: its views can be, and one can be named.
  const isSettled = !!(jobs ?? error);
  const offline = useIsOffline();
  // Ready before the tap on a row, and behind the rows.
  useEffect(() => {
    if (!isSettled) return;
    return whenIdle(() => {
      loadBehind().then(onBehind, () => undefined);
      if (savesData()) return;
      loadJobBody().catch(() => undefined);
      if (staff) loadActs().catch(() => undefined);
    });
  }, [isSettled, staff, onBehind]);
  useEffect(() => behind?.startArrows(), [behind]);
  if (!jobs) {
    return error ? <TryAgain query={query} what="jobs" /> : <JobListSkeleton wide={wide} compact={compact} />;
  }
  if (jobs.length === 0 && !isPlaceholderData) {
    return (
      <Suspense>
        <NoJobs category={category} search={search} isMine={props.isMine} onClear={props.onClear} />
      </Suspense>
    );
  }
  const picks = staff && (wide || props.selecting) ? selection : undefined;
  const isActing = picks !== undefined && (picks.chosen.length > 0 || props.selecting);

  const { shown, printed } = listedText(jobs.length, hasNextPage, props.total, offline);

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
      data-old={isPlaceholderData || undefined}
      data-acting={isActing || undefined}
      aria-busy={isPlaceholderData}
    >
      <p role="status" className="visually-hidden">
        {shown}
      </p>
      <Suspense>
        {isActing && <BulkBar selection={picks} sort={search.sort} onDone={endSelection} />}
      </Suspense>
      {wide ? (
        <Table
          // Anew, so that its rows are measured again.
          key={String(compact)}
          compact={compact}
          isOneStatus={
            searchFilterOf(category, search, email).statuses?.length === 1 || search.due !== undefined
          }
          jobs={jobs}
          hasMore={hasNextPage}
          staff={staff}
          sort={search.sort}
          onSort={props.onSort}
          selection={picks}
        />
      ) : (
        <JobCards
          jobs={jobs}
          hasMore={hasNextPage}
          staff={staff}
          selection={picks}
          onLongPress={staff ? startSelection : undefined}
        />
      )}
      {staff && behind && <behind.ListKeys jobs={jobs} selection={picks} onDone={endSelection} />}
      {/* Replaced with every page: an element that the new rows push down counts as a layout shift. */}
      <div key={jobs.length} ref={end} className={styles.end}>
        {isFetchingNextPage && <Progress label="Loading more jobs" />}
        {isFetchNextPageError && (
          <TryAgain query={{ error, refetch: query.fetchNextPage }} what="more jobs" />
        )}
        <p className="soft small" data-paper={printed || undefined}>
          {shown}
        </p>
      </div>
      {props.setsUp && !hasNextPage && category === 'all' && (
        <Suspense>
          <StepsLeft />
        </Suspense>
      )}
    </div>
  );
}
