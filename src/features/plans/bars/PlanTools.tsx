import { ChevronLeft, ChevronRight, Columns2, ListTree, MessageSquareQuote, Search } from 'lucide';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../PlanViewer.module.css';
import { labelIn } from '../page/documentParts.ts';
import type { Stage } from '../stage/stage.ts';
import type { PartPurpose } from './PartBar.tsx';
import { ZoomTools } from './ZoomTools.tsx';

type Props = {
  page: number;
  pageCount: number;
  /** What the pages are called, if not by their numbers. */
  labels: readonly string[] | null;
  /** Whether the panel is shown; undefined where there is nothing to show in it. */
  isPanelOpen: boolean | undefined;
  /** The button of the panel. */
  panelButton: Ref<HTMLButtonElement>;
  onPanel: () => void;
  onPage: (page: number, how: 'jump') => void;
  onTurn: (by: 1 | -1) => void;
  /** CSS pixels per point. */
  stage: Stage | null;
  /** The bar that is open. */
  bar: 'find' | PartPurpose | undefined;
  onFind: () => void;
  /** Absent where there is no chat to ask in. */
  onAsk: (() => void) | undefined;
  /** Whether another sheet is shown beside. */
  isTwo: boolean;
  /** Absent where there is one, and no room for two. */
  onTwo: (() => void) | undefined;
};

/** The buttons above a plan: pages, zoom, search and questions. */
export function PlanTools(props: Props) {
  const { page, pageCount, labels, isPanelOpen, onPage, onTurn, stage, bar, onFind, onAsk, isTwo, onTwo } =
    props;
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
          <PageField
            page={page}
            pageCount={pageCount}
            labels={labels}
            onOpen={(next) => onPage(next, 'jump')}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            aria-disabled={page === pageCount}
            onClick={() => onTurn(1)}
          />
        </>
      )}
      <ZoomTools stage={stage} />
      <IconButton icon={Search} label="Search this plan" aria-expanded={bar === 'find'} onClick={onFind} />
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

type PageFieldProps = {
  page: number;
  pageCount: number;
  labels: readonly string[] | null;
  onOpen: (page: number) => void;
};

/** Most letters of a label that the field has room for. */
const maxFieldLetters = 10;

/** The number of the page, or what it is called, to change. */
function PageField({ page, pageCount, labels, onOpen }: PageFieldProps) {
  const [typed, setTyped] = useState<string>();
  const label = labelIn(labels, page);
  const letters = Math.max(...(labels ?? [String(pageCount)]).map(({ length }) => length));

  function open(event?: FormEvent) {
    event?.preventDefault();
    setTyped(undefined);
    const wanted = typed?.trim().toLowerCase();
    if (!wanted || wanted === label.toLowerCase()) return;
    const called = labels?.findIndex((one) => one.toLowerCase() === wanted) ?? -1;
    const next = called >= 0 ? called + 1 : Number(wanted);
    if (Number.isInteger(next) && next !== page) onOpen(Math.min(Math.max(1, next), pageCount));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || typed === undefined) return;
    // The bar that is open stays.
    event.preventDefault();
    setTyped(undefined);
  }
  return (
    <form className={styles.place} onSubmit={open}>
      <input
        className={styles.number}
        inputMode={labels ? 'text' : 'numeric'}
        enterKeyHint="go"
        autoComplete="off"
        aria-label={labels ? `Page, now ${page} of ${pageCount}` : `Page, of ${pageCount}`}
        style={{ inlineSize: `${Math.min(letters, maxFieldLetters)}ch` }}
        value={typed ?? label}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => setTyped(labels ? target.value : target.value.replace(/\D/g, ''))}
        onKeyDown={onKeyDown}
        onBlur={() => open()}
      />
      <span className={labels ? styles.count : undefined} aria-hidden>
        {labels ? `(${page} / ${pageCount})` : `/ ${pageCount}`}
      </span>
    </form>
  );
}
