import type { JobListingCategory } from '../../../contract/job.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { countFilters, filtersOn, type JobListSearch, nobody, tabOf } from '../filters/jobListSearch.ts';

/** Returns why nothing was found and what may help, by the only filter or for several. */
function nothingFound(search: JobListSearch, count: number): { title: string; text: string } {
  if (count > 1) {
    return { title: 'No job fits all of that', text: 'Take one of the filters above away, or all of them.' };
  }
  if (search.q) {
    return {
      title: `No job fits “${search.q}”`,
      text: 'Words are looked for by their beginning, in code, project, address, company and description.',
    };
  }
  if (search.assignee === nobody) {
    return { title: 'Every job has somebody', text: 'There is no job here that nobody does yet.' };
  }
  if (search.assignee || search.reporter) {
    return { title: 'No jobs of this person', text: 'Look at the spelling of the address, or at all jobs.' };
  }
  if (search.since || search.until) {
    return { title: 'No jobs of these days', text: 'Try more days; they count in universal time (UTC).' };
  }
  if (search.priority === 'HIGH') {
    return { title: 'Nothing is of high priority', text: 'Jobs with high priority appear here.' };
  }
  return { title: 'No such jobs', text: 'Jobs appear here as soon as there are some.' };
}

type Props = { category: JobListingCategory; search: JobListSearch; onClear: () => void };

/** Says why a list is empty, and what to do next. */
export function NoJobs({ category, search, onClear }: Props) {
  const filters = countFilters(category, search);
  if (filters > 0) {
    return (
      <EmptyState {...nothingFound(filtersOn(category, search), filters)}>
        <Button variant="primary" onClick={onClear}>
          Clear search and filters
        </Button>
      </EmptyState>
    );
  }
  if (category !== 'all') {
    return (
      <EmptyState
        title={`No jobs under “${tabOf(category).label}”`}
        text="Jobs appear here as soon as there are some."
      >
        <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }}>
          Show all jobs
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No jobs yet"
      text="Report your first one: the property, the services you need, and your documents."
    >
      <ButtonLink to="/jobs/create" variant="primary">
        Report a job
      </ButtonLink>
    </EmptyState>
  );
}
