import { ChevronDown, ChevronUp, X } from 'lucide';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import styles from '../PlanViewer.module.css';
import type { Find, Found } from './usePlanFind.ts';

type Props = {
  find: Find;
  pageCount: number;
  wanted: string;
  current: Found | null;
  onWanted: (text: string) => void;
  onFound: (found: Found) => void;
  onClose: () => void;
};

const debounceMs = 250;

function isSame(a: Found, b: Found | null): boolean {
  return a.page === b?.page && a.start === b.start;
}

/** Says how far the search is. */
function findText({ found, read, hasText }: Find, pageCount: number, at: number): string {
  const isDone = read === pageCount;
  if (found.length === 0) {
    if (!isDone) return `Reading page ${read + 1} of ${pageCount}…`;
    return hasText ? 'No matches' : 'This document has no text to search. It may be a scan.';
  }
  const place = at < 0 ? `${found.length} found` : `${at + 1} of ${found.length}`;
  return isDone ? place : `${place}, ${read} of ${pageCount} pages read`;
}

/** Searches the text of all pages. */
export function PlanFindBar({ find, pageCount, wanted, current, onWanted, onFound, onClose }: Props) {
  const [typed, setTyped] = useState(wanted);
  const bar = useRef<HTMLDivElement>(null);
  const { found } = find;
  const at = found.findIndex((one) => isSame(one, current));

  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const search = useRef(onWanted);
  useEffect(() => {
    search.current = onWanted;
  });
  useEffect(() => {
    if (typed === wanted) return;
    const timer = setTimeout(() => search.current(typed), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, wanted]);

  function step(by: 1 | -1) {
    if (typed !== wanted) return onWanted(typed);
    const next = found[(at + by + found.length) % found.length];
    if (next) onFound(next);
  }
  const status = useDeferredValue(wanted.trim() === '' ? '' : findText(find, pageCount, at));
  return (
    <div ref={bar} className={styles.bar}>
      <SearchField
        label="Search this plan"
        placeholder="Search this plan"
        value={typed}
        onChange={setTyped}
        onEnter={() => step(1)}
      />
      <p role="status" className={styles.status}>
        {status}
      </p>
      <IconButton
        icon={ChevronUp}
        label="Previous match"
        aria-disabled={found.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next match"
        aria-disabled={found.length === 0}
        onClick={() => step(1)}
      />
      <IconButton icon={X} label="Close search" onClick={onClose} />
    </div>
  );
}
