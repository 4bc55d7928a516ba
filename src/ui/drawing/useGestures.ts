import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Shape } from './drawing.ts';
import {
  beginGesture,
  drawnTo,
  finished,
  type Gesture,
  type GestureSurface,
  type Pair,
  pinchOf,
} from './gesture.ts';
import type { ChangeView } from './useView.ts';

export type GestureProps = GestureSurface & {
  onPut: (shape: Shape) => void;
  /** Called with a shape while it is drawn or pulled, and with null once that ends. */
  onPending: (shape: Shape | null) => void;
  /** The user taps where a text shall be. */
  onPlaceText: (at: [number, number]) => void;
};

/**
 * Follows the pointers on a picture: one draws, two zoom and move it.
 *
 * @param paper the element of the picture
 * @param scale pixels of the screen for one of the picture
 * @returns the shape that is drawn or pulled, and the handlers of the element around the picture
 */
export function useGestures(
  surface: GestureProps,
  paper: RefObject<HTMLElement | null>,
  scale: number,
  change: ChangeView,
) {
  const { picture, onPut, onPending, onPlaceText } = surface;
  const pointers = useRef(new Map<number, Pair>());
  const gesture = useRef<Gesture | null>(null);
  const [pending, setPending] = useState<Shape | null>(null);

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

  function down(event: PointerEvent<HTMLElement>) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    // The buttons over the picture.
    if ((event.target as Element).closest('button')) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.current.size === 1) {
      const begun = beginGesture(event, pointAt(event), surface);
      gesture.current = begun;
      if (begun.kind === 'draw' && begun.shape.kind === 'line') show(begun.shape);
    } else {
      // A second finger: what the first began was no stroke.
      show(null);
      gesture.current = pinchOf(pointers.current.values());
    }
  }

  function move(event: PointerEvent<HTMLElement>) {
    const now = gesture.current;
    if (!now || !pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    switch (now.kind) {
      case 'pinch': {
        const next = pinchOf(pointers.current.values());
        const by: Pair = [next.middle[0] - now.middle[0], next.middle[1] - now.middle[1]];
        change(next.distance / now.distance, next.middle, by);
        gesture.current = next;
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
        // Older Safari has no coalesced events.
        const events = event.nativeEvent.getCoalescedEvents?.() ?? [];
        const seen = events.length > 0 ? events : [event];
        now.shape = drawnTo(now, seen.map(pointAt), 1.5 / scale);
        return show(now.shape);
      }
    }
  }

  function up(event: PointerEvent<HTMLElement>) {
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
    if (now.kind === 'draw') onPut(finished(now, pointAt(event), scale, picture));
    show(null);
  }

  const handlers = { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
  return { pending, handlers };
}
