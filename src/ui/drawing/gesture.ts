import type { PointerEvent } from 'react';
import type { ColorName, Drawing, Shape, SizeName } from './drawing.ts';
import { handlesOf, moved, withPoint } from './geometry.ts';
import { defaultArrow, defaultEllipse } from './newShapes.ts';

/** What fingers, a pen or a mouse do to a drawing, from the first press to the last release. */

export type Tool = 'select' | Shape['kind'];

export type Pair = [number, number];

type DrawGesture = { kind: 'draw'; shape: Shape; from: Pair };
export type Gesture =
  | DrawGesture
  | { kind: 'change'; shape: Shape; changed: Shape; apply: (point: Pair) => Shape }
  | { kind: 'text'; from: Pair }
  | { kind: 'pan'; last: Pair }
  | { kind: 'pinch'; middle: Pair; distance: number };

type Picture = Pick<Drawing, 'width' | 'height'>;

/** Pixels of the screen; a shorter pull is a tap. */
const tapPixels = 8;

export type GestureSurface = {
  picture: Picture;
  shapes: readonly Shape[];
  tool: Tool;
  color: ColorName;
  size: SizeName;
  selected: string | null;
  onSelect: (id: string | null) => void;
};

/** Begins what a press means with this tool. @param from the point of the picture that was pressed */
export function beginGesture(event: PointerEvent, from: Pair, surface: GestureSurface): Gesture {
  const { picture, shapes, tool, color, size, selected, onSelect } = surface;
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

/** Begins or continues a pinch of two fingers. */
export function pinchOf(pointers: Iterable<Pair>): Extract<Gesture, { kind: 'pinch' }> {
  const [a = [0, 0], b = a] = [...pointers];
  return {
    kind: 'pinch',
    middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
    distance: Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])),
  };
}

/** Returns the shape as it is drawn up to the last of some points. @param least the distance that can be seen */
export function drawnTo({ shape, from }: DrawGesture, points: readonly Pair[], least: number): Shape {
  const to = points.at(-1) ?? from;
  switch (shape.kind) {
    case 'line':
      return { ...shape, points: points.reduce((all, point) => withPoint(all, point, least), shape.points) };
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

/**
 * Returns the shape that a finished gesture leaves: after a tap one of a usual size.
 *
 * @param scale pixels of the screen for one of the picture
 */
export function finished({ shape, from }: DrawGesture, to: Pair, scale: number, picture: Picture): Shape {
  if (shape.kind === 'line' || Math.hypot(to[0] - from[0], to[1] - from[1]) * scale >= tapPixels)
    return shape;
  return {
    ...shape,
    ...(shape.kind === 'arrow' ? defaultArrow(from, picture) : defaultEllipse(from, picture)),
  };
}
