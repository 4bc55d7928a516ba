import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Fragment, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { isStaff, wireValues } from '../../../contract/enums.ts';
import {
  dueFilters,
  type JobListingCategory,
  type JobStats,
  jobListingCategories,
  messagesToAnswer,
} from '../../../contract/job.ts';
import type { ApprovedProfile } from '../../../contract/user.ts';
import { useProfile } from '../../../session/useSession.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { FilterChips, JobFilters } from '../filters/JobFilters.tsx';
import {
  type JobListSearch,
  jobListQuery,
  tabCount,
  tabOf,
  tileSearches,
  withSort,
} from '../filters/jobListSearch.ts';
import { useWaitingJobs } from '../waiting/useWaitingJobs.ts';
import { Menu } from './JobActions.tsx';
import { JobListResults } from './JobListResults.tsx';
import styles from './JobsPage.module.css';
import type { ListMenuItemsProps } from './ListMenuItems.tsx';

/** Wide enough for a table beside the rail; in rem, so that larger text gets the cards. */
const wideScreen = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

let wasWide = false;

/** A printed list keeps its layout: paper is narrower, and rows that are rendered anew while they are printed leave pages empty. */
function isWide(): boolean {
  if (!window.matchMedia('print').matches) wasWide = window.matchMedia(wideScreen).matches;
  return wasWide;
}

function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

const loadMenuItems = () => import('./ListMenuItems.tsx').then(({ ListMenuItems }) => ListMenuItems);

/** How this device shows the table: `compact`, or nothing. */
const tableKey = 'table';

/** Returns whether this device shows a compact table, and a function that changes it. */
function useCompactTable(): [boolean, (compact: boolean) => void] {
  const [compact, setCompact] = useState(() => readStored(tableKey) === 'compact');
  return [
    compact,
    (next) => {
      setCompact(next);
      writeStored(tableKey, next ? 'compact' : null);
    },
  ];
}

type Props = { category: JobListingCategory; search: JobListSearch };

/** `/jobs/listing/{category}`: the jobs that the user may see, by tab and by filter. */
export function JobsPage({ category, search }: Props) {
  const profile = useProfile();
  const counts = useCounts(profile);
  const navigate = useNavigate();
  const staff = isStaff(profile.userType);
  const wide = useIsWide();
  const [compact, setCompact] = useCompactTable();
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

  const filter = { category, search, staff, onChange: show };
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head} data-head="">
        <PageHeading
          title="Jobs"
          documentTitle={category === 'all' ? 'Jobs' : `${tabOf(category).label} jobs`}
          of={[jobListQuery(profile.email, category, search).queryKey, jobStatsKey(profile)]}
        />
        <JobFilters {...filter} wide={wide} />
        <ButtonLink to="/jobs/create" variant="primary" className={styles.newJob}>
          <Plus aria-hidden />
          New job
        </ButtonLink>
        <Menu<ListMenuItemsProps>
          label="More actions"
          load={loadMenuItems}
          // A download goes on while the menu is closed.
          lasts
          items={{
            category,
            search,
            selecting:
              staff && !wide
                ? { on: selecting, turn: (on) => setSelectingOn(on ? category : null) }
                : undefined,
            compact: wide ? { on: compact, turn: setCompact } : undefined,
          }}
        />
      </div>
      <JobListTabs {...counts} staff={staff} />
      <FilterChips {...filter} />
      <WaitingReports />
      <JobListResults
        key={category}
        email={profile.email}
        category={category}
        search={search}
        wide={wide}
        compact={compact}
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
  import('../waiting/ReportsNotSent.tsx').then((module) => ({ default: module.ReportsNotSent })),
);

/** New jobs that are not sent yet, above the list that they will be in. */
function WaitingReports() {
  const reports = useWaitingJobs().filter(({ kind }) => kind === 'report');
  return <Suspense>{reports.length > 0 && <ReportsNotSent reports={reports} />}</Suspense>;
}

function jobStatsKey({ email, userType }: ApprovedProfile) {
  return isStaff(userType) ? statsQuery().queryKey : userStatsQuery(email).queryKey;
}

/** Returns the counts: of all jobs for staff, of their own for a client; and the messages that need this user's answer. */
function useCounts({ email, userType }: ApprovedProfile): Counts {
  const staff = isStaff(userType);
  const { data: all } = useQuery({ ...statsQuery(), enabled: staff });
  // The frame reads them too.
  const { data: own } = useQuery(userStatsQuery(email));
  return { stats: staff ? all : own, toAnswer: messagesToAnswer(own) };
}

const firstType: JobListingCategory = 'stamp';
/** Before it stand the counts that ask for action. */
const firstDone: JobListingCategory = 'completed';

type Counts = { stats: JobStats | undefined; toAnswer: number | undefined };
type JobListTabsProps = Counts & { staff: boolean };

/** The jobs by status, those that ask for action, and by request type, each with its count. */
function JobListTabs({ staff, ...counts }: JobListTabsProps) {
  const { stats } = counts;
  return (
    <Tabs label="Jobs by status and request type">
      {(Object.keys(jobListingCategories) as JobListingCategory[]).map((category) => (
        <Fragment key={category}>
          {category === firstDone && <CallsForAction {...counts} staff={staff} />}
          {category === firstType && <span className={`lettering ${styles.types}`}>Type</span>}
          <TabLink
            to="/jobs/listing/$category"
            params={{ category }}
            activeOptions={{ includeSearch: false }}
            preload="intent"
            count={stats && tabCount(category, stats)}
          >
            {tabOf(category).label}
          </TabLink>
        </Fragment>
      ))}
    </Tabs>
  );
}

function CallsForAction({ stats, toAnswer, staff }: JobListTabsProps) {
  const all = { to: '/jobs/listing/$category', params: { category: 'all' } } as const;
  return (
    <>
      <TabLink {...all} search={tileSearches.highPriority} count={stats?.highPriority}>
        High priority
      </TabLink>
      {staff && (
        <TabLink {...all} search={tileSearches.unassigned} count={stats?.unassigned}>
          Unassigned
        </TabLink>
      )}
      {stats?.due &&
        wireValues(dueFilters).map((due) => (
          <TabLink key={due} {...all} search={{ due }} count={stats.due?.[due]}>
            {dueFilters[due]}
          </TabLink>
        ))}
      <TabLink to="/messages" count={toAnswer}>
        New messages
      </TabLink>
    </>
  );
}
