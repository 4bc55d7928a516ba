import { useRef, useState } from 'react';
import { colorLabels } from './DrawingTools.tsx';
import {
  type ColorName,
  type Drawing,
  maxShapes,
  redone,
  type Shape,
  type SizeName,
  shapeNames,
  shapesOf,
  undone,
  withoutShape,
  withShape,
} from './drawing.ts';
import { boxOf, middleOf, moved, placeOf, resized } from './geometry.ts';
import type { Tool } from './gesture.ts';
import { shapeInMiddle, textRefusal, textShape } from './newShapes.ts';

/** Steps of a key across the longer edge. */
const keySteps = 80;
const sizeOrder: readonly SizeName[] = ['small', 'medium', 'large'];

/**
 * A drawing that is being made: its tools, its selected shape, what is announced, and what changes it.
 *
 * @param onRefused called with why a shape was not put on the picture, as a sentence
 */
export function useDrawing(
  initial: Drawing,
  onChange: (drawing: Drawing) => void,
  onRefused: (why: string) => void,
) {
  const [drawing, setDrawing] = useState(initial);
  const [tool, setTool] = useState<Tool>('line');
  const [color, setColor] = useState<ColorName>('red');
  const [size, setSize] = useState<SizeName>('medium');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [textError, setTextError] = useState('');
  // Several changes may come before the next render.
  const latest = useRef(drawing);

  const shapes = shapesOf(drawing);
  const names = shapeNames(drawing);
  const selected = shapes.find(({ id }) => id === selectedId);

  function nameOf({ id, color: itsColor }: Shape, of: Drawing = latest.current): string {
    return `${shapeNames(of).get(id)}, ${colorLabels[itsColor].toLowerCase()}`;
  }

  function change(next: Drawing) {
    latest.current = next;
    setDrawing(next);
    onChange(next);
  }

  /** @returns whether there was room for it */
  function put(shape: Shape, byKey = false): boolean {
    const all = shapesOf(latest.current);
    if (all.length >= maxShapes && !all.some(({ id }) => id === shape.id)) {
      // What was saved while it was drawn.
      onChange(latest.current);
      onRefused(`A drawing has up to ${maxShapes} shapes. Remove one to add another.`);
      return false;
    }
    change(withShape(latest.current, shape, byKey));
    return true;
  }

  function putNew(shape: Shape) {
    const isNew = !shapesOf(latest.current).some(({ id }) => id === shape.id);
    if (put(shape) && isNew) setSaid(`${nameOf(shape)} added, ${placeOf(shape, latest.current)}.`);
  }

  /** Adds a shape of a usual size in the middle, for keys to move. */
  function addInMiddle(kind: 'arrow' | 'ellipse') {
    const shape = shapeInMiddle(kind, { id: crypto.randomUUID(), color, size }, latest.current);
    if (!put(shape)) return;
    setSelectedId(shape.id);
    setSaid(`${nameOf(shape)} added in the center. Arrow keys move it, Shift and arrow keys resize it.`);
  }

  /** Puts the typed text on the picture, around a point, or in place of the one that is edited. @returns whether it could */
  function addText(at?: [number, number]): boolean {
    const now = latest.current;
    const refusal = textRefusal(now.typed);
    setTextError(refusal);
    if (refusal) return false;
    const before = shapesOf(now).find(({ id }) => id === now.edited);
    const look = before ?? { id: crypto.randomUUID(), color, size };
    const place = at ?? middleOf(before ? boxOf(before, now) : { x: 0, y: 0, ...now });
    const shape = textShape(now.typed, look, place, now);
    if (!put(shape)) return false;
    change({ ...latest.current, typed: '', edited: undefined });
    setSelectedId(shape.id);
    setSaid(`${nameOf(shape)} ${before ? 'changed' : `added, ${placeOf(shape, now)}`}. Arrow keys move it.`);
    return true;
  }

  /** Whether something is typed that is not on the picture. A text that is edited is on it until it is changed. */
  function isTyped(): boolean {
    const { typed, edited } = latest.current;
    const isThere = shapesOf(latest.current).some(
      (one) => one.id === edited && one.kind === 'text' && one.text === typed,
    );
    return typed.trim() !== '' && !isThere;
  }

  function editText(shape: Extract<Shape, { kind: 'text' }>) {
    const now = latest.current;
    setTool('text');
    if (isTyped()) {
      // Nothing else has what is typed.
      if (shape.id !== now.edited)
        setTextError('This text isn’t on the picture yet. Add it or clear it before you edit another one.');
      return;
    }
    setTextError('');
    change({ ...now, typed: shape.text, edited: shape.id });
  }

  /** Moves or resizes the selected shape by steps of a key. */
  function step(right: number, down: number, resizes: boolean) {
    const now = latest.current;
    const shape = shapesOf(now).find(({ id }) => id === selectedId);
    if (!shape) return;
    if (resizes && shape.kind === 'text') {
      return restyle({
        size: sizeOrder[sizeOrder.indexOf(shape.size) + Math.sign(right - down)] ?? shape.size,
      });
    }
    const pixels = Math.max(1, Math.max(now.width, now.height) / keySteps);
    const next = (resizes ? resized : moved)(shape, right * pixels, down * pixels, now);
    put(next, true);
    setSaid(`${names.get(shape.id)}: ${measuresOf(next, now, resizes)}`);
  }

  /** Gives the selected shape another color or size, and those drawn later too. */
  function restyle(look: { color?: ColorName; size?: SizeName }) {
    if (look.color) setColor(look.color);
    if (look.size) setSize(look.size);
    const now = latest.current;
    const shape = shapesOf(now).find(({ id }) => id === selectedId);
    if (!shape) return;
    const next = { ...shape, ...look };
    const isLaidOut = next.kind === 'text' && next.size !== shape.size;
    put(isLaidOut ? textShape(next.text, next, middleOf(boxOf(shape, now)), now) : next);
    setSaid(`${nameOf(next)}, ${next.size}`);
  }

  function remove(shape: Shape) {
    const name = nameOf(shape);
    change(withoutShape(latest.current, shape.id));
    if (selectedId === shape.id) setSelectedId(null);
    setSaid(`${name} removed.`);
  }

  function select(id: string | null) {
    setSelectedId(id);
    const shape = shapesOf(latest.current).find((one) => one.id === id);
    if (shape) setSaid(`${nameOf(shape)} selected, ${placeOf(shape, latest.current)}.`);
  }

  function back(undo: boolean) {
    const before = latest.current;
    const next = undo ? undone(before) : redone(before);
    if (next === before) return setSaid(undo ? 'Nothing to undo.' : 'Nothing to redo.');
    change(next);
    const count = shapesOf(next).length;
    setSaid(`${undo ? 'Undone' : 'Redone'}. ${count} ${count === 1 ? 'shape' : 'shapes'}.`);
  }

  return {
    drawing,
    shapes,
    nameOf,
    selected,
    tool,
    color: selected?.color ?? color,
    size: selected?.size ?? size,
    isEditingText: shapes.some(({ id }) => id === drawing.edited),
    said,
    textError,
    chooseTool(next: Tool) {
      setTool(next);
      if (next !== 'select') setSelectedId(null);
      setTextError('');
      if (next === 'text' || isTyped()) return;
      // What is typed next is another text.
      const { typed, edited } = latest.current;
      if (typed !== '' || edited) change({ ...latest.current, typed: '', edited: undefined });
    },
    restyle,
    select,
    putNew,
    /** Saves a shape while it is drawn or pulled. */
    saveWith(shape: Shape | null) {
      const now = latest.current;
      onChange(shape ? withShape(now, shape) : now);
    },
    addInMiddle,
    addText,
    editText,
    step,
    remove,
    undo: () => back(true),
    redo: () => back(false),
    type(typed: string) {
      setTextError(textRefusal(typed) && typed.trim() ? textRefusal(typed) : '');
      change({ ...latest.current, typed });
    },
    /** Shows the field of a text that is typed and not on the picture. @returns whether there is one */
    showTyped(): boolean {
      if (isTyped()) setTool('text');
      return isTyped();
    },
    keepOriginal(withOriginal: boolean) {
      change({ ...latest.current, withOriginal });
    },
  };
}

/** Says where a shape is, or how large, in percent of the picture. */
function measuresOf(shape: Shape, picture: Drawing, isSize: boolean): string {
  const box = boxOf(shape, picture);
  const [x, y] = middleOf(box);
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)}%`;
  return isSize
    ? `${percent(box.width, picture.width)} wide, ${percent(box.height, picture.height)} high`
    : `${percent(x, picture.width)} from left, ${percent(y, picture.height)} from top`;
}
