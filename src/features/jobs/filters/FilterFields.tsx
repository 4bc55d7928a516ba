import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../../api/queries.ts';
import { dueFilters } from '../../../contract/due/dueDates.ts';
import { categories, jobStatuses, priorities } from '../../../contract/enums.ts';
import { isPseudonym } from '../../../contract/users/people.ts';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { DateFilter } from '../../../ui/form/DateFilter.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { staffNames, useStaff } from '../useStaff.tsx';
import { goneIn } from './activeFilters.ts';
import { ClientFields } from './ClientFields.tsx';
import { type FilterProps, type JobListSearch, me, nobody, tabOf, withValue } from './jobListSearch.ts';

const { UNSPECIFIED: _, ...requestTypes } = categories;

/** The filters that apply on a tab. Each change is written into the address at once. */
export function FilterFields({ category, search, staff, onChange }: FilterProps) {
  const tab = tabOf(category);
  const { employees, hint: staffHint } = useStaff(staff);
  const names = { [me]: 'Me', [nobody]: 'Unassigned', ...staffNames(employees) };
  const { assignee = '' } = search;
  // Not among the staff any more, or yet: the field would say “Anyone”, which then could not be chosen.
  const other = isPseudonym(assignee) ? 'Deleted user' : (goneIn(search) ?? assignee);

  // Of staff while due dates are on; the list has read them.
  const hasDue = useQuery({ ...statsQuery(), enabled: staff }).data?.due !== undefined;

  function set<K extends keyof JobListSearch>(name: K, value: JobListSearch[K] | '') {
    onChange(withValue(search, name, value));
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
          onChange={(value) => set('priority', value)}
        />
        {(hasDue || search.due) && (
          <Select
            label="Due date"
            required
            placeholder="Any"
            options={dueFilters}
            value={search.due ?? ''}
            onChange={(value) => set('due', value)}
          />
        )}
        {staff && (
          <Select
            label="Assignee"
            hint={staffHint}
            required
            placeholder="Anyone"
            options={assignee === '' || assignee in names ? names : { ...names, [assignee]: other }}
            value={assignee}
            onChange={(value) => set('assignee', value)}
          />
        )}
        {staff && <ClientFields search={search} onChange={onChange} />}
        <DateFilter
          label="Submitted on or after"
          empty="Any day"
          max={search.until}
          value={search.since ?? ''}
          onChange={(value) => set('since', value)}
        />
        <DateFilter
          label="Submitted on or before"
          empty="Any day"
          min={search.since}
          value={search.until ?? ''}
          onChange={(value) => set('until', value)}
        />
      </div>
    </div>
  );
}
