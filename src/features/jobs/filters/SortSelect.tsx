import { type JobSort, jobSorts } from '../../../contract/job.ts';
import field from '../../../ui/Field.module.css';
import styles from './JobFilters.module.css';

type Props = { value: JobSort; onChange: (sort: JobSort) => void };

/** Every order of the list, also those that no column's head stands for. */
export function SortSelect({ value, onChange }: Props) {
  return (
    <select
      className={`${field.control} ${field.select} ${styles.order}`}
      aria-label="Order"
      value={value}
      onChange={(event) => onChange(event.target.value as JobSort)}
    >
      {Object.entries(jobSorts).map(([sort, words]) => (
        <option key={sort} value={sort}>
          {words}
        </option>
      ))}
    </select>
  );
}
