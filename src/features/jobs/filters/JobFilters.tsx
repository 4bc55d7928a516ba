import { RotateCw, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { refetchFromFirstPage } from '../../../cache/refetch.ts';
import { type JobSort, jobSorts } from '../../../contract/job.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import field from '../../../ui/form/Field.module.css';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import styles from './JobFilters.module.css';
import { countFilters, type FilterProps, withSort, withValue } from './jobListSearch.ts';

const debounceMs = 300;

type SearchBoxProps = { value: string; onSearch: (text: string) => void };

/** Searches when typing pauses. What is being typed is never overwritten by an address that catches up. */
function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useEffectEvent((next: string) => {
    sent.current = next;
    onSearch(next);
  });
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === sent.current) return;
    const timer = setTimeout(() => send(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      label="Search jobs"
      placeholder="Code, project, address, company, description"
      value={text}
      onChange={setText}
      onEnter={() => send(text.trim())}
    />
  );
}

type Props = FilterProps & {
  /** Whether jobs are being selected; undefined where there is no such mode. */
  selecting: boolean | undefined;
  onSelecting: (selecting: boolean) => void;
};

const ActiveFilters = lazy(() =>
  import('./ActiveFilters.tsx').then((module) => ({ default: module.ActiveFilters })),
);
const FilterFields = lazy(() =>
  import('./FilterFields.tsx').then((module) => ({ default: module.FilterFields })),
);

function reloadFromTop() {
  window.scrollTo({ top: 0 });
  void refetchFromFirstPage();
}

/** Search text, filters and order of the listing. They are in the address, so that a view can be shared. */
export function JobFilters({ category, search, staff, onChange, selecting, onSelecting }: Props) {
  const { q, ...fields } = search;
  const [wasOpened, setWasOpened] = useState(false);
  const count = countFilters(category, fields);
  return (
    <div className={styles.filters}>
      <SearchBox value={q ?? ''} onSearch={(text) => onChange(withValue(search, 'q', text))} />
      <details className={styles.more} onToggle={() => setWasOpened(true)}>
        <summary className={styles.summary} title="Filters">
          <SlidersHorizontal aria-hidden /> <span className={styles.words}>Filters</span>
          {count > 0 && <span className={styles.number}>{count}</span>}
        </summary>
        <div className={styles.panel}>
          <Suspense>
            {wasOpened && (
              <FilterFields category={category} search={search} staff={staff} onChange={onChange} />
            )}
          </Suspense>
        </div>
      </details>
      <div className={styles.tools}>
        <SortSelect
          value={search.sort ?? 'newest'}
          onChange={(sort: JobSort) => onChange(withSort(search, sort))}
        />
        {selecting !== undefined && (
          <Button aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
            Select jobs
          </Button>
        )}
        <IconButton icon={RotateCw} label="Refresh" onClick={reloadFromTop} />
      </div>
      {countFilters(category, search) > 0 && (
        // As high as a line of them, so that the list does not move when they appear.
        <Suspense fallback={<div className={styles.chips} />}>
          <ActiveFilters category={category} search={search} staff={staff} onChange={onChange} />
        </Suspense>
      )}
    </div>
  );
}

type SortSelectProps = { value: JobSort; onChange: (sort: JobSort) => void };

/** Every order of the list, also those that no column header offers. */
function SortSelect({ value, onChange }: SortSelectProps) {
  return (
    <label className={styles.order}>
      <span className={styles.words}>Sort by</span>
      <select
        className={`${field.control} ${field.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value as JobSort)}
      >
        {Object.entries(jobSorts).map(([sort, text]) => (
          <option key={sort} value={sort}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
