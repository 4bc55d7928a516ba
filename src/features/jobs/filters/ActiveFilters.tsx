import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { employeesQuery, profileQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ActiveFilters.module.css';
import { activeFilters } from './activeFilters.ts';
import filters from './JobFilters.module.css';
import { type FilterProps, me, withoutFilters } from './jobListSearch.ts';
import { splitBy } from './views.ts';

/** The filters that narrow the view, each with a button that removes it. */
export function ActiveFilters({ category, search, view, staff, onChange }: FilterProps) {
  const { ofView, further } = splitBy(view, search);
  const named = staff && search.assignee !== undefined && search.assignee !== me;
  const { data: employees = [] } = useQuery({ ...employeesQuery(), enabled: named });
  const { reporter = '' } = search;
  const { data: client } = useQuery({ ...profileQuery(reporter), enabled: staff && reporter !== '' });
  const known = client ? [client, ...employees] : employees;
  const active = activeFilters(
    category,
    further,
    (email) => known.find((one) => one.email === email)?.userName ?? email,
  );
  return (
    <ul className={filters.chips} aria-label="Active filters">
      {active.map(({ key, words, without }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove filter: ${words}`}
            onClick={() => onChange({ ...ofView, ...without })}
          >
            <span>{words}</span>
            <Icon of={X} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={() => onChange({ ...ofView, ...withoutFilters(search) })}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}
