import * as v from 'valibot';

/**
 * A drawing on a picture, in the pixels of the picture. It is the list of its steps, of which the first `done` count: to undo is to
 * count one step less, so that undo and redo survive a reload too.
 */

export const colorNames = ['red', 'yellow', 'blue', 'green', 'black', 'white'] as const;
export type ColorName = (typeof colorNames)[number];

export const sizeNames = ['small', 'medium', 'large'] as const;
export type SizeName = (typeof sizeNames)[number];

/** Characters of one text on a picture. */
export const maxDrawnText = 200;
export const maxShapes = 300;

const Pixels = v.pipe(v.number(), v.finite());
const Point = v.tuple([Pixels, Pixels]);
export type Point = readonly [x: number, y: number];

const look = { id: v.string(), color: v.picklist(colorNames), size: v.picklist(sizeNames) };

const Shape = v.variant('kind', [
  v.object({ ...look, kind: v.literal('line'), points: v.pipe(v.array(Point), v.minLength(1)) }),
  v.object({ ...look, kind: v.literal('arrow'), from: Point, to: Point }),
  v.object({ ...look, kind: v.literal('ellipse'), center: Point, radii: Point }),
  // `at`: the upper left corner; `width`: of its longest line, as it was measured.
  v.object({
    ...look,
    kind: v.literal('text'),
    at: Point,
    text: v.string(),
    lines: v.array(v.string()),
    width: Pixels,
  }),
]);
export type Shape = v.InferOutput<typeof Shape>;
export type ShapeKind = Shape['kind'];

/** Adds a shape or replaces it, or removes it. Steps by keys, which come in dozens, count as one while they change the same shape. */
const Step = v.union([
  v.object({ put: Shape, byKey: v.optional(v.boolean()) }),
  v.object({ remove: v.string() }),
]);
type Step = v.InferOutput<typeof Step>;

export const Drawing = v.object({
  version: v.literal(1),
  /** Of the picture. */
  width: Pixels,
  height: Pixels,
  steps: v.array(Step),
  done: v.number(),
  /** A text that is typed and not on the picture yet. */
  typed: v.string(),
  /** The text on the picture that is edited: it has what is typed in its place. */
  edited: v.optional(v.string()),
  /** Whether the picture without the drawing is attached too. */
  withOriginal: v.boolean(),
});
export type Drawing = v.InferOutput<typeof Drawing>;

export function emptyDrawing(width: number, height: number): Drawing {
  return { version: 1, width, height, steps: [], done: 0, typed: '', withOriginal: true };
}

/** Whether there is nothing in it that its user would miss. */
export function isBlank({ steps, typed }: Drawing): boolean {
  return steps.length === 0 && typed.trim() === '';
}

/** Returns the shapes, the lowest first. */
export function shapesOf({ steps, done }: Drawing): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const step of steps.slice(0, done)) {
    if ('put' in step) shapes.set(step.put.id, step.put);
    else shapes.delete(step.remove);
  }
  return [...shapes.values()];
}

function withStep(drawing: Drawing, step: Step, before = drawing.done): Drawing {
  const steps = [...drawing.steps.slice(0, before), step];
  return { ...drawing, steps, done: steps.length };
}

/** Adds a shape, or replaces the one with its id. @param byKey by one of many presses of a key */
export function withShape(drawing: Drawing, shape: Shape, byKey = false): Drawing {
  const last = drawing.steps[drawing.done - 1];
  const continues = byKey && last && 'put' in last && last.byKey && last.put.id === shape.id;
  const step = byKey ? { put: shape, byKey } : { put: shape };
  return withStep(drawing, step, continues ? drawing.done - 1 : drawing.done);
}

export function withoutShape(drawing: Drawing, id: string): Drawing {
  return withStep(drawing, { remove: id });
}

export function canUndo({ done }: Drawing): boolean {
  return done > 0;
}

export function canRedo({ steps, done }: Drawing): boolean {
  return done < steps.length;
}

export function undone(drawing: Drawing): Drawing {
  return canUndo(drawing) ? { ...drawing, done: drawing.done - 1 } : drawing;
}

export function redone(drawing: Drawing): Drawing {
  return canRedo(drawing) ? { ...drawing, done: drawing.done + 1 } : drawing;
}

const kindNames: Record<ShapeKind, string> = {
  line: 'Line',
  arrow: 'Arrow',
  ellipse: 'Ellipse',
  text: 'Text',
};

/** Returns what a shape is called, by its id: numbered by kind in the order in which they were added, so that no name changes. */
export function shapeNames({ steps }: Drawing): Map<string, string> {
  const names = new Map<string, string>();
  const counts = { line: 0, arrow: 0, ellipse: 0, text: 0 };
  for (const step of steps) {
    if (!('put' in step) || names.has(step.put.id)) continue;
    const { id, kind } = step.put;
    counts[kind] += 1;
    names.set(id, `${kindNames[kind]} ${counts[kind]}`);
  }
  return names;
}
