import { TriangleAlert } from 'lucide';
import { useEffect, useState } from 'react';
import { objectUrlOf } from '../../../ui/files/objectUrl.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { useOneStop } from '../../../ui/useOneStop.ts';
import type { Plan } from '../open/openPlan.ts';
import { PlanError } from '../open/PlanError.ts';
import styles from './PageStrip.module.css';

type Props = {
  plan: Plan;
  page: number;
  labelOf: (page: number) => string;
  onOpen: (page: number) => void;
};

/** Where the strip is a column beside the page: on a desk, and on a phone on its side. In rem, as in the styles. */
const columnScreen = '(min-width: 60rem), (min-width: 40rem) and (max-height: 30rem)';
const lowScreen = '(max-height: 30rem)';

/** The length of a place in the strip, in pixels: on the smallest phone, either way up, three of them are in view. */
const columnStep = 128;
const lowColumnStep = 72;
const rowStep = 104;

/** Places rendered before and after those in view. */
const overscan = 2;

/** Small pictures of all pages, of which only those near the view exist. All places are alike, so that counting finds them. */
export function PageStrip({ plan, page, labelOf, onOpen }: Props) {
  const isColumn = useMedia(columnScreen);
  const stop = useOneStop<HTMLElement>(
    isColumn ? 'ArrowUp' : 'ArrowLeft',
    isColumn ? 'ArrowDown' : 'ArrowRight',
  );
  const list = stop.ref;
  const isLow = useMedia(lowScreen);
  const step = isColumn ? (isLow ? lowColumnStep : columnStep) : rowStep;
  const [offset, setOffset] = useState(0);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const length = isColumn ? element.clientHeight : element.clientWidth;
    setRoom(length);
    const [start, end] = [(page - 1) * step, page * step];
    const at = isColumn ? element.scrollTop : element.scrollLeft;
    const to = start < at ? start : end > at + length ? end - length : at;
    element.scrollTo({ [isColumn ? 'top' : 'left']: to, behavior: 'instant' });
    setOffset(to);
    const observer = new ResizeObserver(() => setRoom(isColumn ? element.clientHeight : element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, page, step, isColumn]);
  const first = Math.max(0, Math.floor(offset / step) - overscan);
  const last = Math.min(plan.pageCount, Math.ceil((offset + room) / step) + overscan);
  return (
    <nav
      {...stop}
      className={styles.strip}
      aria-label="Pages"
      onScroll={({ currentTarget }) =>
        setOffset(isColumn ? currentTarget.scrollTop : currentTarget.scrollLeft)
      }
    >
      <ul
        className={styles.pages}
        style={{ [isColumn ? 'blockSize' : 'inlineSize']: `${plan.pageCount * step}px` }}
      >
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).map((index) => (
          <li
            key={index}
            className={styles.place}
            style={{
              [isColumn ? 'blockSize' : 'inlineSize']: `${step}px`,
              transform: isColumn ? `translateY(${index * step}px)` : `translateX(${index * step}px)`,
            }}
          >
            <button
              type="button"
              className={styles.page}
              aria-current={index + 1 === page ? 'page' : undefined}
              onClick={() => onOpen(index + 1)}
            >
              <Thumbnail plan={plan} page={index + 1} label={labelOf(index + 1)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The picture of a page above its label. What the picture lacks is said: a page that cannot be drawn has none. */
function Thumbnail({ plan, page, label }: { plan: Plan; page: number; label: string }) {
  const [{ thumb, lack }, setDrawn] = useState<{ thumb?: Blob; lack?: string }>({});
  useEffect(() => {
    const stopping = new AbortController();
    plan.thumb(page, stopping.signal).then(
      (drawn) => setDrawn({ thumb: drawn, lack: plan.leftOut(page) && 'incomplete' }),
      (error) => setDrawn(error instanceof PlanError && !plan.isForm ? { lack: 'not shown' } : {}),
    );
    return () => stopping.abort();
  }, [plan, page]);
  return (
    <>
      <span className={styles.picture}>
        {thumb && <img src={objectUrlOf(thumb)} alt="" draggable={false} />}
        {lack && <Icon of={TriangleAlert} />}
      </span>
      <span className={styles.number}>
        <span className="visually-hidden">Page </span>
        <bdi translate="no">{label}</bdi>
        {lack && <span className="visually-hidden"> {lack}</span>}
      </span>
    </>
  );
}
