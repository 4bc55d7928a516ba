import {
  ChevronLeft,
  ChevronRight,
  ListTree,
  Maximize,
  MessageSquareQuote,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { AskBar } from './AskBar.tsx';
import { blobOf } from './canvas.ts';
import { FindBar } from './FindBar.tsx';
import type { Box, Plan } from './openPlan.ts';
import { PageStrip, useMedia } from './PageStrip.tsx';
import { type Mark, PlanStage } from './PlanStage.tsx';
import styles from './PlanViewer.module.css';
import { boxesOf, matchesIn } from './pageText.ts';
import type { Stage } from './stage.ts';
import { type Found, useFind } from './useFind.ts';

type Props = {
  plan: Plan;
  name: string;
  /** The page in the address, which may have any number. */
  page: number;
  /** `jump` opens another place of the plan, `turn` the next page. */
  onPage: (page: number, how: 'turn' | 'jump') => void;
  /** Asks about a part of a page, as a picture; absent where there is no chat. */
  onAsk?: (page: number, picture: Blob) => Promise<void>;
  /** What to do with a page that cannot be drawn. */
  onPageError: (error: Error | null) => void;
};

const zoomStep = 1.5;
/** CSS pixels of 100 %: an inch has 96 of them, and 72 points. */
const wholeScale = 96 / 72;
const wide = '(min-width: 60rem)';
/** The longer edge of a picture in a message, in pixels. */
const pictureEdge = 2000;
/** Larger letters than that are not worth their bytes. */
const maxPictureScale = 6;

/** Pages of a plan: turned, zoomed, searched, and asked about. */
export function PlanViewer({ plan, name, page: asked, onPage, onAsk, onPageError }: Props) {
  const page = Math.min(Math.max(1, asked), plan.pageCount);
  const isWide = useMedia(wide);
  const [stripWanted, setStripWanted] = useState<boolean>();
  const [bar, setBar] = useState<'find' | 'ask'>();
  const [wanted, setWanted] = useState('');
  const [selecting, setSelecting] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [stage, setStage] = useState<Stage | null>(null);
  const find = useFind(plan, wanted, page);
  const [current, setCurrent] = useState<Found | null>(null);
  const marks = useMarks(plan, page, wanted, current);
  const isStripOpen = plan.pageCount > 1 && (stripWanted ?? isWide);

  function turn(by: 1 | -1) {
    const next = page + by;
    if (next >= 1 && next <= plan.pageCount) onPage(next, 'turn');
  }

  function goTo(found: Found) {
    setCurrent(found);
    if (found.page !== page) onPage(found.page, 'jump');
  }

  // The nearest match is shown by itself, the others on request.
  const nearest = find.found.find((one) => one.page >= page) ?? find.found[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search, as soon as it has found something.
  useEffect(() => {
    if (nearest) goTo(nearest);
  }, [wanted, nearest === undefined]);

  function closeBar() {
    setBar(undefined);
    setSelecting(false);
    setWanted('');
    setCurrent(null);
  }

  async function ask(box: Box) {
    setSelecting(false);
    const scale = Math.min(pictureEdge / Math.max(box.width, box.height), maxPictureScale);
    const canvas = await plan.draw(page, { box, scale, priority: 'page' });
    await onAsk?.(page, await blobOf(canvas, 'image/png'));
    setBar(undefined);
  }

  async function wholePage(): Promise<Box> {
    return { x: 0, y: 0, ...(await plan.sizeOf(page)) };
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, target } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'f') {
      // The browser's own search does not see what is drawn.
      event.preventDefault();
      setBar('find');
      return;
    }
    if (key === 'Escape' && bar) return closeBar();
    if (target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const turns: Record<string, () => void> = {
      PageUp: () => turn(-1),
      PageDown: () => turn(1),
      Home: () => onPage(1, 'jump'),
      End: () => onPage(plan.pageCount, 'jump'),
    };
    const run = turns[key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that buttons repeat.
    <div className={styles.viewer} data-strip={isStripOpen || undefined} onKeyDown={onKeyDown}>
      <section className={styles.tools} aria-label="Plan tools">
        {plan.pageCount > 1 && (
          <>
            <IconButton
              icon={ListTree}
              label={isStripOpen ? 'Hide page list' : 'Show page list'}
              aria-expanded={isStripOpen}
              onClick={() => setStripWanted(!isStripOpen)}
            />
            <IconButton
              icon={ChevronLeft}
              label="Previous page"
              aria-disabled={page === 1}
              onClick={() => turn(-1)}
            />
            <PageField page={page} pageCount={plan.pageCount} onOpen={(next) => onPage(next, 'jump')} />
            <IconButton
              icon={ChevronRight}
              label="Next page"
              aria-disabled={page === plan.pageCount}
              onClick={() => turn(1)}
            />
          </>
        )}
        <IconButton icon={ZoomOut} label="Zoom out" onClick={() => stage?.zoomBy(1 / zoomStep)} />
        <span className={styles.fit}>
          <Button variant="quiet" title="Fit page" onClick={() => stage?.fit()}>
            <Maximize aria-hidden />
            <span className="visually-hidden">Fit page, now </span>
            {Math.round((zoom / wholeScale) * 100)}%
          </Button>
        </span>
        <IconButton icon={ZoomIn} label="Zoom in" onClick={() => stage?.zoomBy(zoomStep)} />
        <IconButton
          icon={Search}
          label="Search this plan"
          aria-expanded={bar === 'find'}
          onClick={() => (bar === 'find' ? closeBar() : setBar('find'))}
        />
        {onAsk && (
          <span className={styles.ask}>
            <Button
              variant="quiet"
              title="Ask about this page"
              aria-expanded={bar === 'ask'}
              onClick={() => {
                const isOpen = bar === 'ask';
                closeBar();
                if (!isOpen) setBar('ask');
              }}
            >
              <MessageSquareQuote aria-hidden />
              <span className={styles.label}>Ask about this page</span>
            </Button>
          </span>
        )}
      </section>
      <p role="status" className="visually-hidden">
        Page {page} of {plan.pageCount}
      </p>
      {bar === 'find' && (
        <FindBar
          find={find}
          pageCount={plan.pageCount}
          wanted={wanted}
          current={current}
          onWanted={(text) => {
            setCurrent(null);
            setWanted(text);
          }}
          onFound={goTo}
          onClose={closeBar}
        />
      )}
      {bar === 'ask' && (
        <AskBar
          selecting={selecting}
          onSelecting={setSelecting}
          onVisible={async () => ask(stage?.visible() ?? (await wholePage()))}
          onWhole={async () => ask(await wholePage())}
          onClose={closeBar}
        />
      )}
      {isStripOpen && <PageStrip plan={plan} page={page} onOpen={(next) => onPage(next, 'jump')} />}
      <PlanStage
        plan={plan}
        page={page}
        label={`${name}, page ${page} of ${plan.pageCount}`}
        marks={marks}
        selecting={selecting}
        onSelect={(box) => void ask(box)}
        onTurn={turn}
        onZoom={setZoom}
        onReady={setStage}
        onError={onPageError}
      />
      <PageWords plan={plan} page={page} />
    </div>
  );
}

type PageFieldProps = { page: number; pageCount: number; onOpen: (page: number) => void };

/** The number of the page, to change. */
function PageField({ page, pageCount, onOpen }: PageFieldProps) {
  const [typed, setTyped] = useState<string>();
  function open(event?: FormEvent) {
    event?.preventDefault();
    const next = Number(typed);
    setTyped(undefined);
    if (typed && Number.isInteger(next) && next !== page) onOpen(Math.min(Math.max(1, next), pageCount));
  }
  return (
    <form className={styles.place} onSubmit={open}>
      <input
        className={styles.number}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={`Page, of ${pageCount}`}
        style={{ inlineSize: `${String(pageCount).length}ch` }}
        value={typed ?? page}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
        onBlur={() => open()}
      />
      <span aria-hidden>/ {pageCount}</span>
    </form>
  );
}

/** The words on the page, for screen readers: a drawing has none. */
function PageWords({ plan, page }: { plan: Plan; page: number }) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText('');
    const stopping = new AbortController();
    plan.text(page, stopping.signal).then(setText, () => undefined);
    return () => stopping.abort();
  }, [plan, page]);
  return (
    <section className="visually-hidden" aria-label={`Text of page ${page}`}>
      {text}
    </section>
  );
}

/** Returns the places of what is searched on the page on screen. */
function useMarks(plan: Plan, page: number, wanted: string, current: Found | null): readonly Mark[] {
  const [boxes, setBoxes] = useState<{ page: number; list: { start: number; boxes: Box[] }[] }>();
  useEffect(() => {
    setBoxes(undefined);
    if (wanted.trim() === '') return;
    const stopping = new AbortController();
    plan.pieces(page, stopping.signal).then(
      (text) => {
        const list = matchesIn(text.text, wanted).map((match) => ({
          start: match.start,
          boxes: boxesOf(text, match),
        }));
        setBoxes({ page, list });
      },
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, page, wanted]);
  return useMemo(
    () =>
      (boxes?.page === page ? boxes.list : []).flatMap(({ start, boxes: places }) =>
        places.map((box) => ({ box, isCurrent: current?.page === page && current.start === start })),
      ),
    [boxes, page, current],
  );
}
