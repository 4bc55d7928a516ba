import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, X } from 'lucide';
import { employeesQuery, profileQuery } from '../../../api/queries.ts';
import { jobSorts } from '../../../contract/jobs/job.ts';
import { isPseudonym } from '../../../contract/users/people.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { askedView } from '../views/askView.ts';
import { nameable } from '../views/ViewMenuItems.tsx';
import styles from './ActiveFilters.module.css';
import { activeFilters } from './activeFilters.ts';
import filters from './JobFilters.module.css';
import { type FilterProps, me, withoutFilters } from './jobListSearch.ts';
import { splitBy } from './views.ts';

/** Returns the names of the users in filters; an erased one has none. */
function useNames({ staff, search }: Pick<FilterProps, 'staff' | 'search'>): (email: string) => string {
  const named = staff && search.assignee !== undefined && search.assignee !== me;
  const { data: employees = [] } = useQuery({ ...employeesQuery(), enabled: named });
  const { reporter = '' } = search;
  const isKnown = staff && reporter !== '' && !isPseudonym(reporter);
  const { data: client } = useQuery({ ...profileQuery(reporter), enabled: isKnown });
  const known = client ? [client, ...employees] : employees;
  return (email) =>
    isPseudonym(email) ? 'a deleted user' : (known.find((one) => one.email === email)?.userName ?? email);
}

/** What a named view lists, and who shares it. */
function ViewNote({ view, nameOf }: Pick<FilterProps, 'view'> & { nameOf: (email: string) => string }) {
  const { sort } = view.search;
  const words = [
    ...(view.by ? [view.by] : []),
    ...activeFilters(view.category, view.search, nameOf).map((one) => one.words),
    ...(sort ? [`Sort by: ${jobSorts[sort]}`] : []),
  ];
  return (
    <li className={styles.note} dir="auto">
      {words.join(' · ')}
    </li>
  );
}

/** The filters that narrow the view, each with a button that removes it; of a named one also what it says. */
export function ActiveFilters({ category, search, view, staff, onChange }: FilterProps) {
  const { ofView, further } = splitBy(view, search);
  const nameOf = useNames({ staff, search });
  const active = activeFilters(category, further, nameOf);
  const list = staff && nameable(category, search, view);
  return (
    <ul className={filters.chips} aria-label="Active filters">
      {view.saved && <ViewNote view={view} nameOf={nameOf} />}
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
      {active.length > 0 && (
        <li>
          <Button variant="quiet" onClick={() => onChange({ ...ofView, ...withoutFilters(search) })}>
            Clear filters
          </Button>
        </li>
      )}
      {list && (
        <li>
          <Button variant="quiet" onClick={() => askedView.set(list)}>
            <Icon of={BookmarkPlus} />
            Save as view
          </Button>
        </li>
      )}
    </ul>
  );
}
