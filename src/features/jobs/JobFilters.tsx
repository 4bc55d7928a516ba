import { SlidersHorizontal } from 'lucide-react';
import type { JobListingCategory } from '../../contract/job.ts';
import { jobSorts } from '../../contract/job.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterFields } from './FilterFields.tsx';
import styles from './JobFilters.module.css';
import { filtersOn, type JobListSearch } from './jobListSearch.ts';
import { SearchBox } from './SearchBox.tsx';

type Props = {
  category: JobListingCategory;
  search: JobListSearch;
  staff: boolean;
  onChange: (search: JobListSearch) => void;
};

/** Search text, filters and order of the listing; all of it lives in the address bar, so a view can be sent on. */
export function JobFilters({ category, search, staff, onChange }: Props) {
  const { q, sort, ...filters } = filtersOn(category, search);
  const count = Object.keys(filters).length;
  return (
    <div className={styles.filters}>
      <SearchBox
        value={q ?? ''}
        onSearch={(text) => {
          const { q: _, ...rest } = search;
          onChange(text ? { ...rest, q: text } : rest);
        }}
      />
      <details className={styles.more}>
        <summary className={styles.summary}>
          <SlidersHorizontal aria-hidden /> <span className={styles.words}>Filters and order</span>
          {count > 0 && <span className={styles.count}>{count} on</span>}
        </summary>
        <div className={styles.panel}>
          <FilterFields category={category} search={search} staff={staff} onChange={onChange} />
          {(count > 0 || sort) && (
            <div className="row">
              <Button variant="quiet" onClick={() => onChange(q ? { q } : {})}>
                Clear all filters
              </Button>
              {sort && <span className="soft small">{jobSorts[sort]}</span>}
            </div>
          )}
        </div>
      </details>
    </div>
  );
}
