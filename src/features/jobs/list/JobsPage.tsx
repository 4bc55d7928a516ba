import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobListingCategory, JobStats } from '../../../contract/jobs/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { endAct, onShownAct, shownAct } from '../act/rowAct.ts';
import { FilterChips, JobFilters } from '../filters/JobFilters.tsx';
import {
  changedSearch,
  countFilters,
  inOrder,
  type JobListSearch,
  jobListQuery,
  mine,
  tabOf,
  withoutFilters,
} from '../filters/jobListSearch.ts';
import { splitBy, type View, viewOf, viewsOf } from '../filters/views.ts';
import { useWaitingJobs } from '../waiting/useWaitingJobs.ts';
import { Menu } from './JobActions.tsx';
import { JobListResults, loadBehind } from './JobListResults.tsx';
import { JobListTabs, jobStatsKey, useCounts } from './JobListTabs.tsx';
import styles from './JobsPage.module.css';
import type { ListMenuItemsProps } from './ListMenuItems.tsx';
import { rememberList } from './lastList.ts';
import { areStepsEnded } from './stepsEnded.ts';

const loadMenuItems = () => loadBehind().then(({ ListMenuItems }) => ListMenuItems);

/** How this device shows the table: `compact`, `roomy`, or nothing until somebody has chosen. */
const tableKey = 'table';

/** Returns whether this device shows a compact table, by default to staff, and a function that changes it. */
function useCompactTable(staff: boolean): [boolean, (compact: boolean) => void] {
  const [density, setDensity] = useState(() => readStored(tableKey));
  return [
    density ? density === 'compact' : staff,
    (compact) => {
      const next = compact ? 'compact' : 'roomy';
      setDensity(next);
      writeStored(tableKey, next);
    },
  ];
}

/** Whether a list shows due dates: they are on, and its reader sees them. Staff know it of an empty list too, by their counts. */
function useHasDue(
  email: string,
  category: JobListingCategory,
  search: JobListSearch,
  stats: JobStats | undefined,
): boolean {
  const { data = false } = useInfiniteQuery({
    ...jobListQuery(email, category, search),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages[0]?.items[0]?.due !== undefined,
  });
  return data || stats?.due !== undefined;
}

function titleOf(category: JobListingCategory, { name, search, saved }: View): string {
  if (saved) return name;
  if (search === mine) return 'My jobs';
  return category === 'all' ? 'Jobs' : `${tabOf(category).label} jobs`;
}

type Props = { category: JobListingCategory; search: JobListSearch };

/** `/jobs/listing/{category}`: the jobs that the user may see, by tab and by filter. */
export function JobsPage({ category, search: chosen }: Props) {
  const profile = useProfile();
  const { toAnswer, ...counts } = useCounts(profile);
  const navigate = useNavigate();
  const staff = isStaff(profile.userType);
  const wide = useIsWide();
  const [compact, setCompact] = useCompactTable(staff);
  /** The tab on which cards are being selected. */
  const [selectingOn, setSelectingOn] = useState<JobListingCategory | null>(null);
  const selecting = selectingOn === category && !wide;
  const search = inOrder(category, chosen, staff);
  const { stats } = counts;
  const [behind, setBehind] = useState(() => loadBehind.current());
  const [saved, setSaved] = useState<readonly View[]>();
  const views = viewsOf(staff, category, counts, saved);
  const view = viewOf(views, category, chosen);
  const { further } = splitBy(view, chosen);
  const isWhole = countFilters(category, further) === 0 && typeof view.count === 'number';
  const total = isWhole ? Number(view.count) : undefined;
  const hasDue = useHasDue(profile.email, category, search, stats);

  useEffect(() => rememberList(profile.email, category, chosen));
  // Here, where it stays when a colleague takes the last job out of the list.
  const act = useSyncExternalStore(onShownAct, shownAct);
  useEffect(() => endAct, []);

  function show(to: JobListSearch) {
    const next = changedSearch(category, chosen, to, staff);
    void navigate({
      to: '/jobs/listing/$category',
      params: { category },
      // An open chat stays open while the list is filtered.
      search: ({ chat, from }) => ({ ...next, ...(chat ? { chat } : {}), ...(from ? { from } : {}) }),
      replace: true,
      resetScroll: false,
    });
  }

  const filter = { category, search, view, staff, onChange: show };
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head} data-head="">
        <PageHeading
          title="Jobs"
          documentTitle={titleOf(category, view)}
          of={[jobListQuery(profile.email, category, search).queryKey, jobStatsKey(profile)]}
        />
        <JobFilters {...filter} wide={wide} hasDue={hasDue} />
        <ButtonLink to="/jobs/create" variant="primary" className={styles.newJob}>
          <Icon of={Plus} />
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
            view,
            total,
            selecting:
              staff && !wide
                ? { on: selecting, turn: (on) => setSelectingOn(on ? category : null) }
                : undefined,
            compact: wide ? { on: compact, turn: setCompact } : undefined,
          }}
        />
      </div>
      <JobListTabs
        views={views}
        current={view}
        toAnswer={toAnswer}
        more={behind ? <behind.MoreTabs /> : <i />}
      />
      <FilterChips {...filter} />
      <WaitingReports />
      {staff && behind && <behind.SavedViews onRead={setSaved} />}
      <JobListResults
        key={category}
        email={profile.email}
        category={category}
        search={search}
        wide={wide}
        compact={compact}
        staff={staff}
        setsUp={profile.userType === 'ADMIN' && !areStepsEnded()}
        isMine={view.search === mine && countFilters(category, further) === 0}
        total={total}
        behind={behind}
        onBehind={setBehind}
        selecting={selecting}
        onSelectionStart={() => setSelectingOn(category)}
        onSelectionEnd={() => setSelectingOn(null)}
        onSort={(sort) => show({ ...search, sort })}
        onClear={() => show(withoutFilters(search))}
      />
      {act && <act.code.RowActs {...act} onClose={endAct} />}
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
