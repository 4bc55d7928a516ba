import { ChevronDown, ChevronUp, X } from 'lucide';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import styles from '../PlanViewer.module.css';
import { findText, unsearchedText } from './findText.ts';
import type { Find, Found } from './usePlanFind.ts';

type Props = {
  find: Find;
  /** The page on screen. */
  page: number;
  pageCount: number;
  /** How people call a page. */
  labelOf: (page: number) => string;
  wanted: string;
  current: Found | null;
  onWanted: (text: string) => void;
  onFound: (found: Found) => void;
  onClose: () => void;
};

const debounceMs = 250;

/** Whether two are one match. */
export function isSame(a: Found, b: Found | null): boolean {
  return a.page === b?.page && a.start === b.start;
}

/** Searches the text of all pages. */
export function PlanFindBar(props: Props) {
  const { find, page, pageCount, labelOf, wanted, current, onWanted, onFound, onClose } = props;
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
    // Where none is current, as after a remark was chosen, from the page on screen on.
    const earlier = found.filter((one) => one.page < page).length;
    const to = at >= 0 ? at + by : by > 0 ? earlier : earlier - 1;
    const next = found.at(to % found.length);
    if (next) onFound(next);
  }
  const isSearched = wanted.trim() !== '';
  const status = useDeferredValue(isSearched ? findText(find, pageCount, at) : '');
  const unsearched = isSearched ? unsearchedText(find, pageCount, labelOf) : [];
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
      {unsearched.map((text) => (
        <p key={text} className={styles.unsearched}>
          {text}
        </p>
      ))}
    </div>
  );
}
