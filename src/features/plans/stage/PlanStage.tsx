import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import type { Box, Size } from '../page/box.ts';
import type { Target } from '../page/documentParts.ts';
import { PageLinks } from './PageLinks.tsx';
import styles from './PlanStage.module.css';
import { placed } from './placed.ts';
import { Stage, type StageElements } from './stage.ts';

/** A match on the page on screen. */
export type Mark = { box: Box; isCurrent: boolean };

type Props = {
  plan: Plan;
  page: number;
  label: string;
  marks: readonly Mark[];
  /** Rises when layers are switched: the page is drawn again in its place. */
  version: number;
  onFollow: (target: Target) => void;
  /** Dragging marks a part of the page. */
  selecting: boolean;
  onSelect: (box: Box) => void;
  onTurn: (by: 1 | -1) => void;
  onZoom: (scale: number) => void;
  /** Passes the stage on, for buttons; null when it is gone. */
  onReady: (stage: Stage | null) => void;
  /** Of the page on screen; null once it is drawn after all. */
  onError: (error: Error | null) => void;
};

const keyStep = 80;
const keyZoom = 1.25;

/** The page on screen. Everything that fingers do on it keys and buttons do too. */
export function PlanStage(props: Props) {
  const {
    plan,
    page,
    label,
    marks,
    version,
    onFollow,
    selecting,
    onSelect,
    onTurn,
    onZoom,
    onReady,
    onError,
  } = props;
  const view = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(null);
  const [isDrawing, setDrawing] = useState(true);
  const [asked, setAsked] = useState(page);
  // At once: nobody may take the former page for the one that is named.
  if (asked !== page) {
    setAsked(page);
    setDrawing(true);
  }
  const [size, setSize] = useState<Size | null>(null);
  const latest = useRef({ onSelect, onTurn, onZoom, onError });
  useEffect(() => {
    latest.current = { onSelect, onTurn, onZoom, onError };
  });

  useEffect(() => {
    const elements = {
      view: view.current,
      sheet: sheet.current,
      marks: overlay.current,
      selection: selection.current,
    };
    const made = new Stage(plan, elements as StageElements, {
      onDrawing: setDrawing,
      onSelect: (box) => latest.current.onSelect(box),
      onTurn: (by) => latest.current.onTurn(by),
      onZoom: (scale) => latest.current.onZoom(scale),
      onError: (error) => latest.current.onError(error),
    });
    stage.current = made;
    onReady(made);
    return () => {
      stage.current = null;
      onReady(null);
      made.close();
    };
  }, [plan, onReady]);

  useEffect(() => {
    latest.current.onError(null);
    setSize(null);
    void stage.current?.show(page);
    let isShown = true;
    plan.sizeOf(page).then(
      (found) => isShown && setSize(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [plan, page]);

  useEffect(() => {
    if (version > 0) void stage.current?.refresh();
  }, [version]);

  useEffect(() => stage.current?.setSelecting(selecting), [selecting]);

  const current = marks.find(({ isCurrent }) => isCurrent)?.box;
  useEffect(() => {
    if (current) stage.current?.lookAt(current);
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    if (!stage.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stage.current.selectByKey(event.key, event.shiftKey)) return event.preventDefault();
    const act = keyActions(stage.current, onTurn)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div
      ref={view}
      className={styles.view}
      role="application"
      aria-label={label}
      aria-roledescription="plan"
      aria-busy={isDrawing || undefined}
      data-selecting={selecting || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys that move and zoom.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div ref={sheet} className={styles.sheet} />
      <div ref={overlay} className={styles.marks}>
        {size && (
          <Overlay
            key={version}
            marks={marks}
            plan={plan}
            page={page}
            size={size}
            onFollow={onFollow}
            onFocus={(box) => stage.current?.reveal(box)}
          />
        )}
      </div>
      <div ref={selection} className={styles.selection} hidden />
    </div>
  );
}

/** Returns what keys do on a page, by their names. */
function keyActions(stage: Stage, onTurn: Props['onTurn']): Record<string, () => void> {
  return {
    '+': () => stage.zoomBy(keyZoom),
    '=': () => stage.zoomBy(keyZoom),
    '-': () => stage.zoomBy(1 / keyZoom),
    '0': () => stage.fit(),
    ArrowUp: () => stage.moveBy(0, keyStep),
    ArrowDown: () => stage.moveBy(0, -keyStep),
    // A page that is fully in view cannot move.
    ArrowLeft: () => (stage.isFit() ? onTurn(-1) : stage.moveBy(keyStep, 0)),
    ArrowRight: () => (stage.isFit() ? onTurn(1) : stage.moveBy(-keyStep, 0)),
  };
}

type OverlayProps = ComponentProps<typeof PageLinks> & { marks: readonly Mark[] };

/** What lies over the page: the marks, which nobody touches, and its links. */
function Overlay({ marks, ...links }: OverlayProps) {
  return (
    <>
      <Marks marks={marks} size={links.size} />
      <PageLinks {...links} />
    </>
  );
}

function Marks({ marks, size }: { marks: readonly Mark[]; size: Size }) {
  return marks.map(({ box, isCurrent }, at) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the matches of a page never move.
      key={at}
      aria-hidden
      className={styles.mark}
      data-current={isCurrent || undefined}
      style={placed(box, size)}
    />
  ));
}
