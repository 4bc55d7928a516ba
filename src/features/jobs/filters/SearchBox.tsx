import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchField } from '../../../ui/SearchField.tsx';

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
    <SearchField
      label="Search jobs"
      placeholder="Code, project, address, company"
      value={text}
      onChange={setText}
      onEnter={() => send(text.trim())}
    />
  );
}
