import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { statsQuery, userStatsQuery } from '../../../api/queries.ts';
import { isStaff, wireValues } from '../../../contract/enums.ts';
import {
  dueFilters,
  type JobListingCategory,
  type JobStats,
  jobListingCategories,
  messagesToAnswer,
} from '../../../contract/jobs/job.ts';
import type { ApprovedProfile } from '../../../contract/users/user.ts';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { tabCount, tabOf, tileSearches } from '../filters/jobListSearch.ts';
import styles from './JobsPage.module.css';

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

const firstType: JobListingCategory = 'stamp';
/** Before it stand the counts that ask for action. */
const firstDone: JobListingCategory = 'completed';

type Counts = { stats: JobStats | undefined; toAnswer: number | undefined };
type JobListTabsProps = Counts & { staff: boolean };

/** The jobs by status, those that ask for action, and by request type, each with its count. */
export function JobListTabs({ staff, ...counts }: JobListTabsProps) {
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
