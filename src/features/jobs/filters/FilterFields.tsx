import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { statsQuery } from '../../../api/queries.ts';
import { categories, jobStatuses, priorities } from '../../../contract/enums.ts';
import { dueFilters } from '../../../contract/jobs/job.ts';
import { maxSearchLength } from '../../../contract/limits.ts';
import { CheckboxGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { tooLongText } from '../../../ui/form/tooLongText.ts';
import { useClients } from '../useClients.ts';
import { useStaff } from '../useStaff.tsx';
import { type FilterProps, type JobListSearch, nobody, tabOf, withValue } from './jobListSearch.ts';

const { UNSPECIFIED: _, ...requestTypes } = categories;

/** The filters that apply on a tab. Each change is written into the address at once. */
export function FilterFields({ category, search, staff, onChange }: FilterProps) {
  const tab = tabOf(category);
  const { employees, hint: staffHint } = useStaff(staff);

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
            options={{
              [nobody]: 'Unassigned',
              ...Object.fromEntries(employees.map(({ email, userName }) => [email, userName])),
            }}
            value={search.assignee ?? ''}
            onChange={(value) => set('assignee', value)}
          />
        )}
        {staff && <ClientField value={search.reporter ?? ''} onChange={(value) => set('reporter', value)} />}
        <DateField
          label="Submitted on or after"
          empty="Any day"
          max={search.until}
          value={search.since ?? ''}
          onChange={(value) => set('since', value)}
        />
        <DateField
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

type ClientFieldProps = { value: string; onChange: (email: string) => void };

/** Filters by client, once an email is chosen or complete: half of one matches no one. */
function ClientField({ value, onChange }: ClientFieldProps) {
  const [typed, setTyped] = useState(value);
  const listId = useId();
  const suggested = useClients(true) ?? [];
  const matching = useClients(typed.trim().length > 1, typed.trim()) ?? [];
  const clients = [...new Map([...suggested, ...matching].map((one) => [one.email, one])).values()];
  useEffect(() => setTyped(value), [value]);

  function commit(text: string) {
    const email = text.trim().toLowerCase();
    if (email !== value && email.length <= maxSearchLength) onChange(email);
  }

  return (
    <>
      <TextField
        label="Client"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Any client"
        list={listId}
        error={tooLongText(typed, maxSearchLength)}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          if (text === '' || clients.some(({ email }) => email === text.trim().toLowerCase())) commit(text);
        }}
        onBlur={() => commit(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(typed);
        }}
      />
      <datalist id={listId}>
        {clients.map(({ email, userName, company }) => (
          <option key={email} value={email} label={`${userName} (${company})`} />
        ))}
      </datalist>
    </>
  );
}
