import { Fragment, useEffect, useRef } from 'react';
import { useOneStop } from '../../../ui/useOneStop.ts';
import { excerptOf } from '../page/pageText.ts';
import styles from './MatchList.module.css';
import { isSame } from './PlanFindBar.tsx';
import type { Found } from './usePlanFind.ts';

type Props = {
  found: readonly Found[];
  current: Found | null;
  labelOf: (page: number) => string;
  onFound: (found: Found) => void;
};

/** More rows than anybody reads would keep the browser busy. */
const maxRows = 500;
/** So many characters before a match are shown of its line, so that the match is in view. */
const maxBefore = 32;

/** Lists the matches of all pages, each within its line. */
export function MatchList({ found, current, labelOf, onFound }: Props) {
  const stop = useOneStop<HTMLDivElement>('ArrowUp', 'ArrowDown');
  const currentRow = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) currentRow.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [current]);
  const rows = found.slice(0, maxRows);
  return (
    <div {...stop} className={styles.list}>
      {rows.map((one, at) => (
        <Fragment key={`${one.page}/${one.start}`}>
          {rows[at - 1]?.page !== one.page && <h2 className={styles.page}>Page {labelOf(one.page)}</h2>}
          <button
            ref={isSame(one, current) ? currentRow : undefined}
            type="button"
            className={styles.row}
            aria-current={isSame(one, current) || undefined}
            onClick={() => onFound(one)}
          >
            <Line found={one} />
          </button>
        </Fragment>
      ))}
      {found.length > maxRows && (
        <p className={styles.more}>
          The first {maxRows} of {found.length} matches. Type more to find fewer.
        </p>
      )}
    </div>
  );
}

/** The line of a match. */
function Line({ found }: { found: Found }) {
  const { before, match, after } = excerptOf(found.text, found);
  const isCut = before.length > maxBefore;
  return (
    <bdi className={styles.line} translate="no">
      {isCut && '…'}
      {isCut ? before.slice(-maxBefore) : before}
      <mark className={styles.match}>{match}</mark>
      {after}
    </bdi>
  );
}
