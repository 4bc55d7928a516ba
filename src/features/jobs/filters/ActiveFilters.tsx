import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { employeesQuery, profileQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './ActiveFilters.module.css';
import { activeFilters } from './activeFilters.ts';
import filters from './JobFilters.module.css';
import { type FilterProps, withoutFilters } from './jobListSearch.ts';

/** The filters that narrow the list, each with a button that removes it. */
export function ActiveFilters({ category, search, staff, onChange }: FilterProps) {
  const named = staff && search.assignee !== undefined;
  const { data: employees = [] } = useQuery({ ...employeesQuery(), enabled: named });
  const { reporter = '' } = search;
  const { data: client } = useQuery({ ...profileQuery(reporter), enabled: staff && reporter !== '' });
  const known = client ? [client, ...employees] : employees;
  const active = activeFilters(
    category,
    search,
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
            onClick={() => onChange(without)}
          >
            <span>{words}</span>
            <Icon of={X} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={() => onChange(withoutFilters(search))}>
          Clear filters
        </Button>
      </li>
    </ul>
  );
}
