import { SlidersHorizontal } from 'lucide';
import { lazy, Suspense, useState } from 'react';
import { type JobSort, jobSorts } from '../../../contract/jobs/job.ts';
import field from '../../../ui/form/Field.module.css';
import { SearchBox } from '../../../ui/form/SearchField.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { loadBehind } from '../list/JobListResults.tsx';
import styles from './JobFilters.module.css';
import { countFilters, type FilterProps, withValue } from './jobListSearch.ts';
import { splitBy } from './views.ts';

const ActiveFilters = lazy(() => loadBehind().then((code) => ({ default: code.ActiveFilters })));
const FilterFields = lazy(() =>
  import('./FilterFields.tsx').then((module) => ({ default: module.FilterFields })),
);

type Props = FilterProps & {
  /** Whether the order stands beside the filters; else it is among them. */
  wide: boolean;
  /** Whether the list shows due dates; without them, it has no order by them. */
  hasDue: boolean;
};

/** Search text, filters and order of the listing. They are in the address, so that a view can be shared. */
export function JobFilters({ wide, hasDue, ...filter }: Props) {
  const { category, search, view, onChange } = filter;
  const { q } = search;
  const { q: _, ...fields } = splitBy(view, search).further;
  const [wasOpened, setWasOpened] = useState(false);
  const count = countFilters(category, fields);
  const order = (
    <SortSelect value={search.sort} hasDue={hasDue} onChange={(sort) => onChange({ ...search, sort })} />
  );
  return (
    <>
      <SearchBox
        label="Search jobs"
        placeholder="Code, project, address, company, description"
        value={q ?? ''}
        onSearch={(text) => onChange(withValue(search, 'q', text))}
      />
      <details className={styles.more} onToggle={() => setWasOpened(true)}>
        <summary className={styles.summary} title="Filters">
          <Icon of={SlidersHorizontal} /> <span className={styles.words}>Filters</span>
          {count > 0 && <span className={styles.number}>{count}</span>}
        </summary>
        <div className={styles.panel}>
          {wasOpened && !wide && order}
          <Suspense>{wasOpened && <FilterFields {...filter} />}</Suspense>
        </div>
      </details>
      {wide && order}
    </>
  );
}

/** The filters that narrow the view, if any, and what a named view says. */
export function FilterChips(filter: FilterProps) {
  const { category, search, view } = filter;
  if (!view.saved && countFilters(category, splitBy(view, search).further) === 0) return null;
  return (
    // As high as a line of them, so that the list does not move when they appear.
    <Suspense fallback={<div className={styles.chips} />}>
      <ActiveFilters {...filter} />
    </Suspense>
  );
}

type SortSelectProps = {
  value: JobSort | undefined;
  hasDue: boolean;
  onChange: (sort: JobSort) => void;
};

/** Every order of the list, also those that no column header offers. */
function SortSelect({ value, hasDue, onChange }: SortSelectProps) {
  const sorts = Object.entries(jobSorts).filter(([sort]) => hasDue || !sort.startsWith('due'));
  return (
    <label className={styles.order}>
      <span>Sort by</span>
      <select
        className={`${field.control} ${field.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value as JobSort)}
      >
        {sorts.map(([sort, text]) => (
          <option key={sort} value={sort}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
