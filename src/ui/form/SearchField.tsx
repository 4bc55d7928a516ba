import { Search } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { maxSearchLength } from '../../contract/limits.ts';
import { Icon } from '../Icon.tsx';
import styles from './SearchField.module.css';
import { searchText } from './searchText.ts';

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
      <Icon of={Search} />
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

const debounceMs = 300;

type SearchBoxProps = Pick<Props, 'label' | 'placeholder' | 'value'> & { onSearch: (text: string) => void };

/** Searches when typing pauses. What is being typed is never overwritten by an address that catches up. */
export function SearchBox({ value, onSearch, ...field }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  function send(next: string) {
    // Also by Enter, before the debounce ends.
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  }
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (searchText(text) === sent.current) return;
    const timer = setTimeout(() => sendLater(searchText(text)), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchField {...field} value={text} onChange={setText} onEnter={() => send(searchText(text))} />;
}
