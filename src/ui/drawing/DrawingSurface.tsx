import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { IconButton } from '../Button.tsx';
import styles from './DrawingSurface.module.css';
import type { ColorName, Drawing, Shape, SizeName } from './drawing.ts';
import { handlesOf, moved, withPoint } from './geometry.ts';
import { defaultArrow, defaultEllipse } from './newShapes.ts';
import { Selection, ShapeView } from './ShapeView.tsx';
import { useView } from './useView.ts';

export type Tool = 'select' | Shape['kind'];

/** Zooms for keys. */
export type SurfaceView = { zoom(by: number): void; showWhole(): void };

type Props = {
  view: Ref<SurfaceView>;
  /** The copy is being made. */
  busy: boolean;
  /** Address of the picture. */
  url: string;
  /** What it shows, in words. */
  label: string;
  picture: Pick<Drawing, 'width' | 'height'>;
  shapes: readonly Shape[];
  tool: Tool;
  color: ColorName;
  size: SizeName;
  selected: string | null;
  onSelect: (id: string | null) => void;
  onPut: (shape: Shape) => void;
  /** Called with a shape while it is drawn or pulled, and with null once that ends. */
  onPending: (shape: Shape | null) => void;
  /** The user taps where a text shall be. */
  onPlaceText: (at: [number, number]) => void;
};

type Pair = [number, number];
type Gesture =
  | { kind: 'draw'; shape: Shape; from: Pair }
  | { kind: 'change'; shape: Shape; changed: Shape; apply: (point: Pair) => Shape }
  | { kind: 'text'; from: Pair }
  | { kind: 'pan'; last: Pair }
  | { kind: 'pinch'; middle: Pair; distance: number };

/** Pixels of the screen; a shorter pull is a tap. */
const tapPixels = 8;
const zoomStep = 1.5;

/** The picture and what is drawn on it: one finger or pen draws, two zoom and move the picture. */
export function DrawingSurface(props: Props) {
  const { url, label, picture, shapes, tool, selected, onSelect, onPut, onPending, onPlaceText } = props;
  const frame = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const { place, scale, isWhole, isLargest, change, showWhole } = useView(frame, picture);
  const pointers = useRef(new Map<number, Pair>());
  const gesture = useRef<Gesture | null>(null);
  const [pending, setPending] = useState<Shape | null>(null);
  useImperativeHandle(props.view, () => ({ zoom: (by) => change(by), showWhole }), [change, showWhole]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Not passive, because the page would zoom or scroll as well.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = [event.clientX, event.clientY] as const;
      if (event.ctrlKey || event.metaKey) change(Math.exp(-event.deltaY / 200), at);
      else change(1, null, [-event.deltaX, -event.deltaY]);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [change]);

  function show(shape: Shape | null) {
    setPending(shape);
    onPending(shape);
  }

  /** Returns the point of the picture below a point of the screen. */
  function pointAt({ clientX, clientY }: { clientX: number; clientY: number }): Pair {
    const box = paper.current?.getBoundingClientRect() ?? new DOMRect();
    const along = (at: number, length: number, edge: number) =>
      Math.min(edge, Math.max(0, (at / (length || 1)) * edge));
    return [
      along(clientX - box.x, box.width, picture.width),
      along(clientY - box.y, box.height, picture.height),
    ];
  }

  function begin(event: PointerEvent): Gesture {
    const { color, size } = props;
    const from = pointAt(event);
    const target = event.target as Element;
    const handle = target.closest<SVGElement>('[data-handle]')?.dataset.handle;
    const chosen = shapes.find(({ id }) => id === selected);
    if (handle !== undefined && chosen) {
      const pulledTo = handlesOf(chosen)[Number(handle)]?.pulledTo;
      if (pulledTo) return { kind: 'change', shape: chosen, changed: chosen, apply: pulledTo };
    }
    const look = { id: crypto.randomUUID(), color, size };
    switch (tool) {
      case 'line':
        return { kind: 'draw', from, shape: { ...look, kind: 'line', points: [from] } };
      case 'arrow':
        return { kind: 'draw', from, shape: { ...look, kind: 'arrow', from, to: from } };
      case 'ellipse':
        return { kind: 'draw', from, shape: { ...look, kind: 'ellipse', center: from, radii: [0, 0] } };
      case 'text':
        return { kind: 'text', from };
      case 'select': {
        const id = target.closest<SVGElement>('[data-shape]')?.dataset.shape ?? null;
        const shape = shapes.find((one) => one.id === id);
        onSelect(id);
        if (!shape) return { kind: 'pan', last: [event.clientX, event.clientY] };
        const apply = ([x, y]: Pair) => moved(shape, x - from[0], y - from[1], picture);
        return { kind: 'change', shape, changed: shape, apply };
      }
    }
  }

  function down(event: PointerEvent<HTMLDivElement>) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    // The buttons over the picture.
    if ((event.target as Element).closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.current.size === 1) {
      const begun = begin(event);
      gesture.current = begun;
      if (begun.kind === 'draw' && begun.shape.kind === 'line') show(begun.shape);
    } else {
      // A second finger: what the first began was no stroke.
      show(null);
      gesture.current = { kind: 'pinch', ...pinched() };
    }
  }

  function pinched(): { middle: Pair; distance: number } {
    const [a = [0, 0], b = a] = [...pointers.current.values()];
    return {
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      distance: Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])),
    };
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    const now = gesture.current;
    if (!now || !pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    switch (now.kind) {
      case 'pinch': {
        const next = pinched();
        const by: Pair = [next.middle[0] - now.middle[0], next.middle[1] - now.middle[1]];
        change(next.distance / now.distance, next.middle, by);
        gesture.current = { kind: 'pinch', ...next };
        return;
      }
      case 'pan': {
        change(1, null, [event.clientX - now.last[0], event.clientY - now.last[1]]);
        now.last = [event.clientX, event.clientY];
        return;
      }
      case 'change': {
        now.changed = now.apply(pointAt(event));
        return show(now.changed);
      }
      case 'draw': {
        now.shape = drawnTo(now, event);
        return show(now.shape);
      }
    }
  }

  function drawnTo({ shape, from }: Extract<Gesture, { kind: 'draw' }>, event: PointerEvent): Shape {
    const to = pointAt(event);
    switch (shape.kind) {
      case 'line': {
        // Older Safari has no coalesced events.
        const events = event.nativeEvent.getCoalescedEvents?.() ?? [];
        const seen = events.length > 0 ? events : [event];
        const points = seen.reduce((all, one) => withPoint(all, pointAt(one), 1.5 / scale), shape.points);
        return { ...shape, points };
      }
      case 'arrow':
        return { ...shape, to };
      case 'ellipse':
        return {
          ...shape,
          center: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2],
          radii: [Math.abs(to[0] - from[0]) / 2, Math.abs(to[1] - from[1]) / 2],
        };
      default:
        return shape;
    }
  }

  function up(event: PointerEvent<HTMLDivElement>) {
    const now = gesture.current;
    const wasDown = pointers.current.delete(event.pointerId);
    if (!now || !wasDown) return;
    if (now.kind === 'pinch' && pointers.current.size > 0) {
      gesture.current = null;
      return;
    }
    gesture.current = null;
    if (now.kind === 'change' && now.changed !== now.shape) onPut(now.changed);
    if (now.kind === 'text' && event.type === 'pointerup') onPlaceText(now.from);
    if (now.kind === 'draw') onPut(finished(now, event));
    show(null);
  }

  /** A tap gives a shape of a usual size. */
  function finished({ shape, from }: Extract<Gesture, { kind: 'draw' }>, event: PointerEvent): Shape {
    const to = pointAt(event);
    if (shape.kind === 'line' || Math.hypot(to[0] - from[0], to[1] - from[1]) * scale >= tapPixels)
      return shape;
    return {
      ...shape,
      ...(shape.kind === 'arrow' ? defaultArrow(from, picture) : defaultEllipse(from, picture)),
    };
  }

  const chosen = pending?.id === selected ? pending : shapes.find(({ id }) => id === selected);
  return (
    <div
      ref={frame}
      className={styles.surface}
      data-tool={tool}
      inert={props.busy}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    >
      <div ref={paper} className={styles.paper} style={place ?? undefined} role="img" aria-label={label}>
        <img className={styles.picture} src={url} alt="" draggable={false} />
        <svg className={styles.shapes} viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
          {shapes.map((shape) => (
            <ShapeView key={shape.id} shape={pending?.id === shape.id ? pending : shape} picture={picture} />
          ))}
          {pending && !shapes.some(({ id }) => id === pending.id) && (
            <ShapeView shape={pending} picture={picture} />
          )}
          {chosen && scale > 0 && <Selection shape={chosen} picture={picture} scale={1 / scale} />}
        </svg>
      </div>
      <div className={styles.zoom}>
        <IconButton
          icon={ZoomIn}
          label="Zoom in"
          aria-disabled={isLargest}
          onClick={() => change(zoomStep)}
        />
        <IconButton
          icon={ZoomOut}
          label="Zoom out"
          aria-disabled={isWhole}
          onClick={() => change(1 / zoomStep)}
        />
        <IconButton icon={Maximize} label="Show whole picture" aria-disabled={isWhole} onClick={showWhole} />
      </div>
    </div>
  );
}
