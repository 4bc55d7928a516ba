import { useQuery } from '@tanstack/react-query';
import { employeesQuery } from '../../../api/queries.ts';
import { categories, jobStatuses, priorities } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/job.ts';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { DateField } from '../../../ui/DateField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { type JobListSearch, nobody, tabOf } from './jobListSearch.ts';
import { ReporterField } from './ReporterField.tsx';

const { UNSPECIFIED: _, ...requestTypes } = categories;

type Props = {
  category: JobListingCategory;
  search: JobListSearch;
  staff: boolean;
  onChange: (search: JobListSearch) => void;
};

/** The filters that apply on a tab, each writing the address bar at once. */
export function FilterFields({ category, search, staff, onChange }: Props) {
  const tab = tabOf(category);
  const employees = useQuery({ ...employeesQuery(), enabled: staff });

  function set<K extends keyof JobListSearch>(name: K, value: JobListSearch[K] | undefined) {
    const { [name]: _old, ...rest } = search;
    const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    onChange(empty ? (rest as JobListSearch) : ({ ...rest, [name]: value } as JobListSearch));
  }

  return (
    <div className="stack">
      <div className="fields">
        {!tab.status && (
          <CheckboxGroup
            label="Status"
            name="status"
            required
            options={jobStatuses}
            value={search.status ?? []}
            onChange={(value) => set('status', value)}
          />
        )}
        {!tab.category && (
          <CheckboxGroup
            label="Request type"
            name="category"
            required
            options={requestTypes}
            value={(search.category ?? []).filter((value) => value !== 'UNSPECIFIED')}
            onChange={(value) => set('category', value)}
          />
        )}
      </div>
      <div className="fields">
        <Select
          label="Priority"
          required
          placeholder="Any"
          options={priorities}
          value={search.priority ?? ''}
          onChange={(value) => set('priority', value || undefined)}
        />
        {staff && (
          <Select
            label="Assigned to"
            required
            placeholder="Anybody"
            options={{
              [nobody]: 'Nobody yet',
              ...Object.fromEntries((employees.data ?? []).map(({ email, userName }) => [email, userName])),
            }}
            value={search.assignee ?? ''}
            onChange={(value) => set('assignee', value)}
          />
        )}
        {staff && (
          <ReporterField value={search.reporter ?? ''} onChange={(value) => set('reporter', value)} />
        )}
        <DateField
          label="Reported from"
          empty="Any day"
          max={search.until}
          value={search.since ?? ''}
          onChange={(value) => set('since', value)}
        />
        <DateField
          label="Reported until"
          empty="Any day"
          min={search.since}
          value={search.until ?? ''}
          onChange={(value) => set('until', value)}
        />
      </div>
    </div>
  );
}
