import { type JobListingCategory, type JobStats, jobListingCategories } from '../../../contract/job.ts';
import { TabLink, Tabs } from '../../../ui/Tabs.tsx';
import { tabOf } from '../filters/jobListSearch.ts';

function countOf(category: JobListingCategory, stats: JobStats | undefined): number | undefined {
  if (!stats) return undefined;
  const { status, category: requestType } = tabOf(category);
  if (status) return stats.byStatus[status] ?? 0;
  if (requestType) return stats.byCategory[requestType] ?? 0;
  return stats.total;
}

/** All jobs, then by status, then by request type, each with its count. */
export function JobListTabs({ stats }: { stats: JobStats | undefined }) {
  return (
    <Tabs label="Jobs by status and request type">
      {(Object.keys(jobListingCategories) as JobListingCategory[]).map((category) => (
        <TabLink
          key={category}
          to="/jobs/listing/$category"
          params={{ category }}
          activeOptions={{ includeSearch: false }}
          preload="intent"
          count={countOf(category, stats)}
        >
          {tabOf(category).label}
        </TabLink>
      ))}
    </Tabs>
  );
}
