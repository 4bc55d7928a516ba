import { onPadPinch } from '../../../ui/onPadPinch.ts';
import type { Camera, Point } from './camera.ts';
import type { Selection } from './selection.ts';

const wheelStep = 0.0016;
const pinchStep = 0.01;
const doubleTapMs = 300;
const doubleTapZoom = 3;
const swipePixels = 60;

export type GestureEvents = {
  /** A swipe over a page that is fully in view. */
  onTurn(by: 1 | -1): void;
};

/** Moves and zooms a page under fingers, mouse and wheel: one pointer moves it or marks a part of it, two zoom. */
export class Gestures {
  readonly #view: HTMLElement;
  readonly #selection: Selection;
  readonly #camera: Camera;
  readonly #events: GestureEvents;
  readonly #pointers = new Map<number, Point>();
  readonly #listening = new AbortController();
  #start: Point | null = null;
  #isMarking = false;
  #lastTap: (Point & { time: number }) | null = null;

  constructor(view: HTMLElement, selection: Selection, camera: Camera, events: GestureEvents) {
    this.#view = view;
    this.#selection = selection;
    this.#camera = camera;
    this.#events = events;
    const { signal } = this.#listening;
    view.addEventListener('pointerdown', (event) => this.#onDown(event), { signal });
    view.addEventListener('pointermove', (event) => this.#onMove(event), { signal });
    view.addEventListener('pointerup', (event) => this.#onUp(event), { signal });
    view.addEventListener('pointercancel', (event) => this.#onUp(event), { signal });
    view.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    onPadPinch(view, signal, (by, at) => this.#camera.zoomAt(this.#pointOf(at), by));
  }

  close(): void {
    this.#listening.abort();
  }

  #pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.#view.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = this.#pointOf(event);
    this.#pointers.set(event.pointerId, point);
    this.#view.setPointerCapture(event.pointerId);
    this.#start = point;
    this.#isMarking = this.#selection.isOn && this.#pointers.size === 1;
    if (this.#isMarking) this.#selection.drag(point, point);
    else this.#selection.show(null);
  }

  #onMove(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    // A menu took the release: macOS opens one at a press with Ctrl.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      this.#onUp(event);
      return;
    }
    const point = this.#pointOf(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, point);
    const moved = { x: point.x - before.x, y: point.y - before.y };
    if (other) {
      const distance = (to: Point) => Math.hypot(to.x - other.x, to.y - other.y) || 1;
      const center = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      this.#camera.zoomAt(center, distance(point) / distance(before), { x: moved.x / 2, y: moved.y / 2 });
      this.#start = null;
    } else if (this.#isMarking) {
      if (this.#start) this.#selection.drag(this.#start, point);
    } else this.#camera.moveBy(moved);
  }

  #onUp(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    const point = this.#pointOf(event);
    const start = this.#start;
    const isMarked = this.#isMarking;
    this.#isMarking = false;
    this.#start = null;
    if (event.type !== 'pointerup') this.#selection.show(null);
    else if (isMarked) this.#selection.take();
    else if (start && this.#pointers.size === 0) this.#lift(event, point, start);
  }

  /** Turns the page after a swipe, follows a link, and zooms after a double tap. */
  #lift({ pointerType, timeStamp: time, clientX, clientY }: PointerEvent, point: Point, start: Point): void {
    const camera = this.#camera;
    const [x, y] = [point.x - start.x, point.y - start.y];
    const isTouch = pointerType === 'touch';
    const isSwipe = isTouch && camera.isFit && Math.abs(x) > swipePixels && Math.abs(x) > 2 * Math.abs(y);
    if (isSwipe) this.#events.onTurn(x < 0 ? 1 : -1);
    if (Math.hypot(x, y) > 10) return;
    // The pointer is captured: no click of the browser comes to a link.
    const link = document.elementsFromPoint(clientX, clientY).find((one) => one.matches('[data-link]'));
    if (link instanceof HTMLElement) {
      link.click();
      return;
    }
    const last = this.#lastTap;
    const isDouble =
      last !== null && time - last.time < doubleTapMs && Math.hypot(point.x - last.x, point.y - last.y) < 30;
    this.#lastTap = isDouble ? null : { ...point, time };
    if (!isDouble) return;
    if (camera.isFit) camera.zoomAt(point, doubleTapZoom);
    else camera.fit();
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    // Browsers other than Safari send a pinch on a touchpad as a wheel with Ctrl.
    const step = event.ctrlKey && Math.abs(pixels) < 50 ? pinchStep : wheelStep;
    this.#camera.zoomAt(this.#pointOf(event), Math.exp(-pixels * step));
  }
}
