import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { searchText } from '../../ui/form/searchText.ts';
import type { SearchSearch } from './searchSearch.ts';

const debounceMs = 300;

/** The text being typed, which the address follows a moment later. */
export function useTypedSearch(search: SearchSearch) {
  const navigate = useNavigate();
  const { q: text = '' } = search;
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  // Back and links change the address.
  if (text !== sent.current) {
    sent.current = text;
    setTyped(text);
  }
  function submit() {
    const wanted = searchText(typed);
    if (wanted === text) return;
    sent.current = wanted;
    void navigate({
      to: '/search',
      search: ({ q: _, ...others }: SearchSearch) => ({ ...others, ...(wanted && { q: wanted }) }),
      replace: true,
      resetScroll: false,
    } as never);
  }
  useEffect(() => {
    const timer = setTimeout(submit, debounceMs);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, submit };
}
