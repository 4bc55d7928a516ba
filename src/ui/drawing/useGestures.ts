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
  /** Called with a shape while it is drawn or pulled, and with null once that ends without one. */
  onPending: (shape: Shape | null) => void;
  /** The user taps where a text shall be. */
  onPlaceText: (at: [number, number]) => void;
};

/**
 * Follows the pointers on a picture: one draws, two zoom and move it. What touches it beside a pen is the hand that holds it.
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
  const isPenDown = useRef(false);
  const gesture = useRef<Gesture | null>(null);
  const [pending, setPending] = useState<Shape | null>(null);

  function show(shape: Shape | null) {
    setPending(shape);
    onPending(shape);
  }

  function put(shape: Shape) {
    setPending(null);
    onPut(shape);
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
    if (event.pointerType === 'touch' && isPenDown.current) return;
    if (event.pointerType === 'pen') {
      isPenDown.current = true;
      if (pointers.current.size > 0) show(null);
      pointers.current.clear();
    }
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
    // A menu took the release: macOS opens one at a press with Ctrl.
    if (event.pointerType === 'mouse' && event.buttons === 0) return up(event);
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
    if (event.pointerType === 'pen') isPenDown.current = false;
    const last = pointers.current.get(event.pointerId);
    pointers.current.delete(event.pointerId);
    if (!now || !last) return;
    if (now.kind === 'pinch' && pointers.current.size > 0) {
      gesture.current = null;
      return;
    }
    gesture.current = null;
    // Not where a mouse comes back whose release went to a menu.
    const to = pointAt({ clientX: last[0], clientY: last[1] });
    if (now.kind === 'draw') return put(finished(now, to, scale, picture));
    if (now.kind === 'change' && now.changed !== now.shape) return put(now.changed);
    if (now.kind !== 'text') return show(null);
    if (event.type === 'pointerup') onPlaceText(now.from);
  }

  const handlers = { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
  return { pending, handlers };
}
