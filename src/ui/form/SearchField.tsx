import { Search } from 'lucide-react';
import { maxSearchLength } from '../../contract/limits.ts';
import styles from './SearchField.module.css';

type Props = {
  /** What is searched, for screen readers. */
  label: string;
  /** What may be typed. */
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Called on Enter, for users who do not wait for the debounce. */
  onEnter?: () => void;
};

export function SearchField({ label, placeholder, value, onChange, onEnter }: Props) {
  return (
    <search className={styles.search}>
      <Search aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
        }}
      />
      {value.trim().length > maxSearchLength && (
        <p className={styles.note} role="status">
          The search is for the first {maxSearchLength} characters.
        </p>
      )}
    </search>
  );
}
