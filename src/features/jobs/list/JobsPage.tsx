import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobListingCategory, JobSort } from '../../../contract/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { JobFilters } from '../filters/JobFilters.tsx';
import { type JobListSearch, searchFilterOf, tabOf, withSort } from '../filters/jobListSearch.ts';
import { PrepareJobs } from '../offline/PrepareJobs.tsx';
import { WaitingReports } from '../offline/WaitingReports.tsx';
import { ExportJobsButton } from './ExportJobsButton.tsx';
import { JobListResults } from './JobListResults.tsx';
import { JobListTabs } from './JobListTabs.tsx';
import styles from './JobsPage.module.css';
import { StatTiles } from './StatTiles.tsx';
import { useIsWide } from './useIsWide.ts';
import { jobListKey } from './useJobList.ts';
import { jobStatsKey, useJobStats } from './useJobStats.ts';

type Props = { category: JobListingCategory; search: JobListSearch };

/** `/jobs/listing/{category}`: the jobs a person may see, by tab and by filter. */
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
      // A chat that is open stays open while its list is filtered.
      search: ({ chat, from }) => ({ ...next, ...(chat ? { chat } : {}), ...(from ? { from } : {}) }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <div className="page">
      <PageHeading
        title="Jobs"
        documentTitle={category === 'all' ? 'Jobs' : `Jobs: ${tabOf(category).label}`}
        of={[jobListKey(profile.email, category, search), jobStatsKey(profile)]}
      >
        <PrepareJobs category={category} search={search} />
        <ExportJobsButton filter={searchFilterOf(category, search)} />
        <ButtonLink to="/jobs/create" variant="primary" className={styles.newJob ?? ''}>
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
        onSort={(sort: JobSort) => show(withSort(search, sort))}
        onClear={() => show(search.sort ? { sort: search.sort } : {})}
      />
    </div>
  );
}
