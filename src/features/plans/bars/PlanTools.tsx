import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  ListTree,
  Maximize,
  MessageSquareQuote,
  Printer,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide';
import { type FormEvent, type Ref, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../PlanViewer.module.css';
import type { Stage } from '../stage/stage.ts';
import type { PartPurpose } from './PartBar.tsx';

type Props = {
  page: number;
  pageCount: number;
  /** Whether the panel is shown; undefined where there is nothing to show in it. */
  isPanelOpen: boolean | undefined;
  /** The button of the panel. */
  panelButton: Ref<HTMLButtonElement>;
  onPanel: () => void;
  onPage: (page: number, how: 'jump') => void;
  onTurn: (by: 1 | -1) => void;
  /** CSS pixels per point. */
  zoom: number;
  stage: Stage | null;
  /** The bar that is open. */
  bar: 'find' | PartPurpose | undefined;
  onFind: () => void;
  /** Absent where there is no chat to ask in. */
  onAsk: (() => void) | undefined;
  onPrint: () => void;
  /** Whether another sheet is shown beside. */
  isTwo: boolean;
  /** Absent where there is no room for two. */
  onTwo: (() => void) | undefined;
};

const zoomStep = 1.5;
/** CSS pixels of 100 %: an inch has 96 of them, and 72 points. */
const wholeScale = 96 / 72;

/** The buttons above a plan: pages, zoom, search and questions. */
export function PlanTools(props: Props) {
  const {
    page,
    pageCount,
    isPanelOpen,
    onPage,
    onTurn,
    zoom,
    stage,
    bar,
    onFind,
    onAsk,
    onPrint,
    isTwo,
    onTwo,
  } = props;
  return (
    <section className={styles.tools} aria-label="Plan tools">
      {isPanelOpen !== undefined && (
        <IconButton
          ref={props.panelButton}
          icon={ListTree}
          label={isPanelOpen ? 'Hide panel' : 'Show panel'}
          aria-expanded={isPanelOpen}
          onClick={props.onPanel}
        />
      )}
      {pageCount > 1 && (
        <>
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            aria-disabled={page === 1}
            onClick={() => onTurn(-1)}
          />
          <PageField page={page} pageCount={pageCount} onOpen={(next) => onPage(next, 'jump')} />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            aria-disabled={page === pageCount}
            onClick={() => onTurn(1)}
          />
        </>
      )}
      <IconButton icon={ZoomOut} label="Zoom out" onClick={() => stage?.zoomBy(1 / zoomStep)} />
      <span className={styles.fit}>
        <Button variant="quiet" title="Fit page" onClick={() => stage?.fit()}>
          <Icon of={Maximize} />
          <span className="visually-hidden">Fit page, now </span>
          {Math.round((zoom / wholeScale) * 100)}%
        </Button>
      </span>
      <IconButton icon={ZoomIn} label="Zoom in" onClick={() => stage?.zoomBy(zoomStep)} />
      <IconButton icon={Search} label="Search this plan" aria-expanded={bar === 'find'} onClick={onFind} />
      <IconButton icon={Printer} label="Print" aria-expanded={bar === 'print'} onClick={onPrint} />
      {onTwo && (
        <IconButton icon={Columns2} label="Two sheets side by side" aria-pressed={isTwo} onClick={onTwo} />
      )}
      {onAsk && (
        <span className={styles.ask}>
          <Button variant="quiet" title="Ask about this page" aria-expanded={bar === 'ask'} onClick={onAsk}>
            <Icon of={MessageSquareQuote} />
            <span className={styles.label}>Ask about this page</span>
          </Button>
        </span>
      )}
    </section>
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
