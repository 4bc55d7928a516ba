import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './JobFilters.module.css';

const pauseMs = 300;

type Props = { value: string; onSearch: (text: string) => void };

/** Searches when typing pauses. What is being typed is never written over by the address bar catching up. */
export function SearchBox({ value, onSearch }: Props) {
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
    const timer = setTimeout(() => send(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className={styles.searchBox}>
      <Search aria-hidden />
      <input
        type="search"
        className={styles.searchInput}
        aria-label="Search jobs"
        placeholder="Code, project, address, company"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text.trim());
        }}
      />
    </search>
  );
}
