import type { KeyboardEvent } from 'react';
import { areShortcutsOn } from '../shortcuts.ts';
import type { SurfaceView } from './DrawingSurface.tsx';
import { tools } from './DrawingTools.tsx';
import type { useDrawing } from './useDrawing.ts';

const arrowKeys: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Does what a key means while drawing, unless it is typed into a field. */
export function runKey(
  event: KeyboardEvent<HTMLElement>,
  draw: ReturnType<typeof useDrawing>,
  view: SurfaceView | null,
): void {
  const { target } = event;
  if (target instanceof HTMLElement && target.matches('textarea, select, input:not([type=checkbox])')) return;
  if (isHandled(event, draw, view)) event.preventDefault();
}

function isHandled(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  draw: ReturnType<typeof useDrawing>,
  view: SurfaceView | null,
): boolean {
  const { selected } = draw;
  if (ctrlKey || metaKey) {
    const pressed = key.toLowerCase();
    if (pressed !== 'z' && pressed !== 'y') return false;
    if (pressed === 'y' || shiftKey) draw.redo();
    else draw.undo();
    return true;
  }
  if (altKey) return false;
  const by = arrowKeys[key];
  if (by && selected) {
    draw.step(by[0], by[1], shiftKey);
    return true;
  }
  if ((key === 'Delete' || key === 'Backspace') && selected) {
    draw.remove(selected);
    return true;
  }
  if (!areShortcutsOn()) return false;
  const chosen = tools.find((one) => one.key === key.toLowerCase());
  if (chosen) draw.chooseTool(chosen.tool);
  else if (key === '+' || key === '=') view?.zoom(1.5);
  else if (key === '-') view?.zoom(1 / 1.5);
  else if (key === '0') view?.showWhole();
  else return false;
  return true;
}
