import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Fragment, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { type SearchFilter, statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import { type JobListingCategory, type JobStats, jobListingCategories } from '../../../contract/job.ts';
import type { ApprovedProfile } from '../../../contract/user.ts';
import { useProfile } from '../../../session/useSession.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { JobFilters } from '../filters/JobFilters.tsx';
import {
  type JobListSearch,
  jobListQuery,
  nobody,
  openStatuses,
  searchFilterOf,
  tabOf,
  withSort,
} from '../filters/jobListSearch.ts';
import { PrepareJobs } from '../offline/PrepareJobs.tsx';
import { useWaitingJobs } from '../offline/useWaitingJobs.ts';
import { JobListResults } from './JobListResults.tsx';
import styles from './JobsPage.module.css';
import statTilesStyles from './StatTiles.module.css';

/** Wide enough for a table beside the rail; in rem, so that larger text gets the cards. */
const wideScreen = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wideScreen).matches);
}

type Props = { category: JobListingCategory; search: JobListSearch };

/** `/jobs/listing/{category}`: the jobs that the user may see, by tab and by filter. */
export function JobsPage({ category, search }: Props) {
  const profile = useProfile();
  const stats = useJobStats(profile);
  const navigate = useNavigate();
  const staff = isStaff(profile.userType);
  const wide = useIsWide();
  /** The tab on which cards are being selected. */
  const [selectingOn, setSelectingOn] = useState<JobListingCategory | null>(null);
  const selecting = selectingOn === category && !wide;

  function show(next: JobListSearch) {
    void navigate({
      to: '/jobs/listing/$category',
      params: { category },
      // An open chat stays open while the list is filtered.
      search: ({ chat, from }) => ({ ...next, ...(chat ? { chat } : {}), ...(from ? { from } : {}) }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <div className="page">
      <PageHeading
        title="Jobs"
        documentTitle={category === 'all' ? 'Jobs' : `${tabOf(category).label} jobs`}
        of={[jobListQuery(profile.email, category, search).queryKey, jobStatsKey(profile)]}
      >
        <PrepareJobs category={category} search={search} />
        <ExportJobsButton filter={searchFilterOf(category, search)} />
        <ButtonLink to="/jobs/create" variant="primary" className={styles.newJob}>
          <Plus aria-hidden />
          New job
        </ButtonLink>
      </PageHeading>
      <StatTiles stats={stats} staff={staff} />
      <JobListTabs stats={stats} />
      <JobFilters
        category={category}
        search={search}
        staff={staff}
        onChange={show}
        selecting={staff && !wide ? selecting : undefined}
        onSelecting={(on) => setSelectingOn(on ? category : null)}
      />
      <WaitingReports />
      <JobListResults
        key={category}
        email={profile.email}
        category={category}
        search={search}
        wide={wide}
        staff={staff}
        selecting={selecting}
        onSelectionStart={() => setSelectingOn(category)}
        onSelectionEnd={() => setSelectingOn(null)}
        onSort={(sort) => show(withSort(search, sort))}
        onClear={() => show(withSort({}, search.sort))}
      />
    </div>
  );
}

const ReportsNotSent = lazy(() =>
  import('../offline/ReportsNotSent.tsx').then((module) => ({ default: module.ReportsNotSent })),
);

/** New jobs that are not sent yet, above the list that they will be in. */
function WaitingReports() {
  const reports = useWaitingJobs().filter(({ kind }) => kind === 'report');
  return <Suspense>{reports.length > 0 && <ReportsNotSent reports={reports} />}</Suspense>;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Downloads all pages of the list as a CSV file. */
function ExportJobsButton({ filter }: { filter: SearchFilter }) {
  return (
    <DownloadButton
      label="Export CSV"
      request={{ format: 'csv', ...filter }}
      fileName={`jobs-${today()}.csv`}
    />
  );
}

function jobStatsKey({ email, userType }: ApprovedProfile) {
  return isStaff(userType) ? statsQuery().queryKey : userStatsQuery(email).queryKey;
}

/** Returns the counts: of all jobs for staff, of their own for a client. */
function useJobStats({ email, userType }: ApprovedProfile): JobStats | undefined {
  const staff = isStaff(userType);
  const all = useQuery({ ...statsQuery(), enabled: staff });
  const own = useQuery({ ...userStatsQuery(email), enabled: !staff });
  return (staff ? all : own).data;
}

function countOf(category: JobListingCategory, stats: JobStats | undefined): number | undefined {
  if (!stats) return undefined;
  const { status, category: requestType } = tabOf(category);
  if (status) return stats.byStatus[status] ?? 0;
  if (requestType) return stats.byCategory[requestType] ?? 0;
  return stats.total;
}

const firstType: JobListingCategory = 'stamp';

/** All jobs, then by status, then by request type, each with its count. */
function JobListTabs({ stats }: { stats: JobStats | undefined }) {
  return (
    <Tabs label="Jobs by status and request type">
      {(Object.keys(jobListingCategories) as JobListingCategory[]).map((category) => (
        <Fragment key={category}>
          {category === firstType && <span className={`lettering ${styles.types}`}>Type</span>}
          <TabLink
            to="/jobs/listing/$category"
            params={{ category }}
            activeOptions={{ includeSearch: false }}
            preload="intent"
            count={countOf(category, stats)}
          >
            {tabOf(category).label}
          </TabLink>
        </Fragment>
      ))}
    </Tabs>
  );
}

type StatTilesProps = { stats: JobStats | undefined; staff: boolean };

/** The counts that ask for action, each a link to what it counts. */
function StatTiles({ stats, staff }: StatTilesProps) {
  const all = { to: '/jobs/listing/$category', params: { category: 'all' } } as const;
  return (
    <nav className={statTilesStyles.tiles} aria-label="At a glance">
      <Link
        to="/messages"
        className={statTilesStyles.tile}
        data-calls={(stats?.newMessages ?? 0) > 0 || undefined}
      >
        <Count of={stats?.newMessages} /> New messages
      </Link>
      <Link
        to="/jobs/listing/$category"
        params={{ category: 'in-progress' }}
        className={statTilesStyles.tile}
      >
        <Count of={countOf('in-progress', stats)} /> In progress
      </Link>
      <Link {...all} search={{ priority: 'HIGH', status: openStatuses }} className={statTilesStyles.tile}>
        <Count of={stats?.highPriority} /> High priority
      </Link>
      {staff ? (
        <Link {...all} search={{ assignee: nobody, status: openStatuses }} className={statTilesStyles.tile}>
          <Count of={stats?.unassigned} /> Unassigned
        </Link>
      ) : (
        <Link to="/jobs/listing/$category" params={{ category: 'on-hold' }} className={statTilesStyles.tile}>
          <Count of={countOf('on-hold', stats)} /> On hold
        </Link>
      )}
    </nav>
  );
}

function Count({ of }: { of: number | undefined }) {
  return <span className={statTilesStyles.count}>{of ?? '–'}</span>;
}
