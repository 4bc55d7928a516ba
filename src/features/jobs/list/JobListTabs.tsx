import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Fragment } from 'react';
import { statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { dueFilters } from '../../../contract/due/dueDates.ts';
import { isStaff, wireValues } from '../../../contract/enums.ts';
import {
  type JobListingCategory,
  type JobStats,
  jobListingCategories,
  messagesToAnswer,
} from '../../../contract/jobs/job.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { Tab, Tabs } from '../../../ui/Tabs.tsx';
import { type JobListSearch, tabCount, tabOf, tileSearches } from '../filters/jobListSearch.ts';

/** Returns the key of the counts that this user sees. */
export function jobStatsKey({ email, userType }: ApprovedProfile) {
  return isStaff(userType) ? statsQuery().queryKey : userStatsQuery(email).queryKey;
}

/** Returns the counts: of all jobs for staff, of their own for a client; and the messages that need this user's answer. */
export function useCounts({ email, userType }: ApprovedProfile): Counts {
  const staff = isStaff(userType);
  const { data: all } = useQuery({ ...statsQuery(), enabled: staff });
  // The frame reads them too.
  const { data: own } = useQuery(userStatsQuery(email));
  return { stats: staff ? all : own, toAnswer: messagesToAnswer(own) };
}

/** Before it stand the counts that ask for action. */
const firstDone: JobListingCategory = 'completed';

type Counts = { stats: JobStats | undefined; toAnswer: number | undefined };
type JobListTabsProps = Counts & { staff: boolean; category: JobListingCategory; search: JobListSearch };

/** Whether a list is filtered at least so. */
function isFilteredBy(search: JobListSearch, by: JobListSearch): boolean {
  const isSame = (key: keyof JobListSearch) => JSON.stringify(search[key]) === JSON.stringify(by[key]);
  return (Object.keys(by) as (keyof JobListSearch)[]).every(isSame);
}

/** The jobs by status and those that ask for action, each with its count; and the request type that the address names, which is a filter. */
export function JobListTabs({ staff, category: shown, search, ...counts }: JobListTabsProps) {
  const { stats } = counts;
  const all = Object.keys(jobListingCategories) as JobListingCategory[];
  const listed = all.filter((category) => category === shown || !tabOf(category).category);
  return (
    <Tabs label="Jobs by status">
      {listed.map((category) => (
        <Fragment key={category}>
          {category === firstDone && (
            <CallsForAction {...counts} staff={staff} search={shown === 'all' ? search : {}} />
          )}
          <Tab
            href={`/jobs/listing/${category}`}
            aria-current={category === shown ? 'page' : undefined}
            count={stats && tabCount(category, stats)}
          >
            {tabOf(category).label}
          </Tab>
        </Fragment>
      ))}
    </Tabs>
  );
}

/** @param search of the list of all jobs */
function CallsForAction({ stats, toAnswer, staff, search }: Omit<JobListTabsProps, 'category'>) {
  const { stringifySearch } = useRouter().options;
  const all = (by: JobListSearch) => ({
    href: `/jobs/listing/all${stringifySearch?.(by) ?? ''}`,
    'aria-current': isFilteredBy(search, by) ? ('page' as const) : undefined,
  });
  return (
    <>
      <Tab {...all(tileSearches.highPriority)} count={stats?.highPriority}>
        High priority
      </Tab>
      {staff && (
        <Tab {...all(tileSearches.unassigned)} count={stats?.unassigned}>
          Unassigned
        </Tab>
      )}
      {stats?.due &&
        wireValues(dueFilters).map((due) => (
          <Tab key={due} {...all({ due })} count={stats.due?.[due]}>
            {dueFilters[due]}
          </Tab>
        ))}
      <Tab href="/messages" count={toAnswer}>
        New messages
      </Tab>
    </>
  );
}
