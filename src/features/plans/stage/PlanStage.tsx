import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Box, Size } from '../page/box.ts';
import type { Place } from './camera.ts';
import styles from './PlanStage.module.css';
import { type Drawable, Stage, type StageElements, setBusy } from './stage.ts';

type Props = {
  plan: Drawable;
  page: number;
  label: string;
  /** What lies over the page, once its size is known. @param reveal brings a part of the page into view that has got the focus */
  overlay: (size: Size, reveal: (box: Box) => void) => ReactNode;
  /** The part of the page to look at. */
  current: Box | undefined;
  /** Rises when layers are switched: the page is drawn again in its place. */
  version: number;
  /** Dragging marks a part of the page. */
  selecting: boolean;
  onSelect: (box: Box) => void;
  onTurn: (by: 1 | -1) => void;
  /** The page was moved or zoomed. */
  onMove?: (place: Place) => void;
  /** Passes the stage on, for buttons; null when it is gone. */
  onReady: (stage: Stage | null) => void;
  /** As of `StageEvents`. */
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
    overlay,
    current,
    version,
    selecting,
    onSelect,
    onTurn,
    onMove,
    onReady,
    onError,
  } = props;
  const view = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage>(null);
  // At once: nobody may take the former page for the one that is named.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is drawn anew.
  useLayoutEffect(() => setBusy(view.current, true), [plan, page]);
  const size = useSizeOf(plan, page);
  const latest = useRef({ onSelect, onTurn, onMove, onError });
  useEffect(() => {
    latest.current = { onSelect, onTurn, onMove, onError };
  });

  useEffect(() => {
    const elements = {
      view: view.current,
      sheet: sheet.current,
      marks: above.current,
      selection: selection.current,
    };
    const made = new Stage(plan, elements as StageElements, {
      onSelect: (box) => latest.current.onSelect(box),
      onTurn: (by) => latest.current.onTurn(by),
      onMove: (place) => latest.current.onMove?.(place),
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan has a stage of its own.
  useEffect(() => void stage.current?.show(page), [plan, page]);

  useEffect(() => {
    if (version > 0) void stage.current?.refresh();
  }, [version]);

  useEffect(() => stage.current?.setSelecting(selecting), [selecting]);

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
      data-selecting={selecting || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys that move and zoom.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div ref={sheet} className={styles.sheet} />
      <div ref={above} className={styles.marks}>
        {size && overlay(size, (box) => stage.current?.reveal(box))}
      </div>
      <div ref={selection} className={styles.selection} hidden />
    </div>
  );
}

/** Returns the size of a page; null until it is read. */
function useSizeOf(plan: Drawable, page: number): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    setSize(null);
    let isShown = true;
    plan.sizeOf(page).then(
      (found) => isShown && setSize(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [plan, page]);
  return size;
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
