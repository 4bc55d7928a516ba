import { isStaff } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/jobs/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { goneIn } from '../filters/activeFilters.ts';
import {
  countFilters,
  filtersOn,
  type JobListSearch,
  nobody,
  tabOf,
  tileSearches,
} from '../filters/jobListSearch.ts';
import { FirstSteps } from './FirstSteps.tsx';

const emptyTabText = 'Jobs with this status or type will show up here.';

/** Returns why nothing was found and what may help, by the only filter or for several. */
function nothingFound(search: JobListSearch, count: number): { title: string; text: string } {
  const gone = goneIn(search);
  if (gone) {
    return {
      title: 'This view has a filter that no longer exists',
      text: `${gone}. Delete the view, or clear the filters and save it again.`,
    };
  }
  if (count > 1) {
    return { title: 'No matching jobs', text: 'Try removing a filter or clearing all of them.' };
  }
  if (search.q) {
    return {
      title: `No results for “${search.q}”`,
      text: 'Search matches the beginning of words in the code, project, address, company, and description.',
    };
  }
  if (search.assignee === nobody) {
    return { title: 'No unassigned jobs', text: 'Every job in this list has an assignee.' };
  }
  if (search.company) {
    return {
      title: 'No jobs for this company',
      text: 'Check its name, or clear the filter to see all jobs.',
    };
  }
  if (search.assignee || search.reporter) {
    return {
      title: 'No jobs for this person',
      text: 'Check the email address, or clear the filter to see all jobs.',
    };
  }
  if (search.since || search.until) {
    return { title: 'No jobs in this date range', text: 'Try a wider range.' };
  }
  if (search.priority === 'HIGH') {
    return { title: 'No high-priority jobs', text: 'High-priority jobs will show up here.' };
  }
  return { title: 'No matching jobs', text: emptyTabText };
}

type Props = { category: JobListingCategory; search: JobListSearch; isMine: boolean; onClear: () => void };

const newJob = (
  <ButtonLink to="/jobs/create" variant="primary">
    New job
  </ButtonLink>
);

/** Says why a list is empty, and what to do next. */
export function NoJobs({ category, search, isMine, onClear }: Props) {
  const { userType } = useProfile();
  const filters = countFilters(category, search);
  if (isMine) {
    return (
      <EmptyState title="No open jobs are assigned to you" text="Take an unassigned one, or see all jobs.">
        <ButtonLink
          variant="primary"
          to="/jobs/listing/$category"
          params={{ category: 'all' }}
          search={tileSearches.unassigned}
        >
          View unassigned jobs
        </ButtonLink>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          View all jobs
        </ButtonLink>
      </EmptyState>
    );
  }
  if (filters > 0) {
    return (
      <EmptyState {...nothingFound(filtersOn(category, search), filters)}>
        <Button variant="primary" onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  if (category !== 'all') {
    return (
      <EmptyState title={`No “${tabOf(category).label}” jobs`} text={emptyTabText}>
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          View all jobs
        </ButtonLink>
      </EmptyState>
    );
  }
  if (userType === 'ADMIN') return <FirstSteps />;
  if (isStaff(userType)) {
    return (
      <EmptyState
        title="No jobs yet"
        text="Jobs show up here when clients submit them. You can also enter a job for a client."
      >
        {newJob}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No jobs yet"
      text="Submit your first job: add the property, the services you need, and your documents."
    >
      {newJob}
    </EmptyState>
  );
}
