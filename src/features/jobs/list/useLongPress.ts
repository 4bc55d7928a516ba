import { type HTMLAttributes, useEffect, useRef } from 'react';

/** About as long as in the operating systems. */
const longPressMs = 500;
/** More than passes from the end of a press to its click. */
const clickMs = 100;
/** A finger never rests quite still. */
const maxMovePx = 10;

type Handlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onContextMenu'
>;
type Press = { jobId: string; x: number; y: number; timer: ReturnType<typeof setTimeout> };

/** Suppresses the browser's own menu and the click of a press, until shortly after it ends. */
function suppressRestOfPress(): void {
  const ended = new AbortController();
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const { signal } = ended;
  // On the window: something that the press brought up may lie under the finger now.
  for (const name of ['click', 'contextmenu']) {
    window.addEventListener(name, suppress, { signal, capture: true });
  }
  for (const name of ['pointerup', 'pointercancel']) {
    window.addEventListener(name, () => setTimeout(() => ended.abort(), clickMs), { signal });
  }
}

/** Calls back with the job of the card that is pressed for long. @returns the handlers of the list */
export function useLongPress(onLongPress: ((jobId: string) => void) | undefined): Handlers {
  const press = useRef<Press>(null);
  function cancel() {
    clearTimeout(press.current?.timer);
    press.current = null;
  }
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  if (!onLongPress) return {};

  function recognise() {
    if (!press.current) return;
    const { jobId } = press.current;
    cancel();
    suppressRestOfPress();
    navigator.vibrate?.(10);
    onLongPress?.(jobId);
  }
  return {
    onPointerDown({ target, pointerType, isPrimary, clientX: x, clientY: y }) {
      cancel();
      const jobId = (target as Element).closest<HTMLElement>('[data-job]')?.dataset.job;
      if (pointerType !== 'touch' || !isPrimary || !jobId || (target as Element).closest('button')) return;
      press.current = { jobId, x, y, timer: setTimeout(recognise, longPressMs) };
    },
    onPointerMove({ clientX, clientY }) {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > maxMovePx) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event) {
      // Some systems recognise a long press a little sooner.
      if (press.current) event.preventDefault();
      recognise();
    },
  };
}
