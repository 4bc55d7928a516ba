import { type Box, freeCanvas, maxCanvasPixels, type Plan, type Size } from './openPlan.ts';

type Point = { x: number; y: number };
/** Where the page is: CSS pixels per point, and the place of its top left corner in the view. */
type Camera = Point & { scale: number };

export type StageEvents = {
  /** The zoom changed, in CSS pixels per point. */
  onZoom(scale: number): void;
  /** A swipe over a page that is fully in view. */
  onTurn(by: 1 | -1): void;
  /** The user marked a part of the page. */
  onSelect(box: Box): void;
  onDrawing(isDrawing: boolean): void;
  onError(error: Error): void;
};

/** The elements of a stage, one above the other. */
export type StageElements = {
  view: HTMLElement;
  /** The whole page, and what is marked on it. */
  sheet: HTMLElement;
  marks: HTMLElement;
  /** The rectangle that is being drawn. */
  selection: HTMLElement;
};

/** Shows one page of a plan at any zoom, and moves it under fingers, mouse and wheel. */
export type Stage = {
  show(page: number): Promise<void>;
  /** Zooms about the middle of the view. */
  zoomBy(factor: number): void;
  fit(): void;
  moveBy(x: number, y: number): void;
  /** Whether the page is fully in view. */
  isFit(): boolean;
  /** Brings a part of the page into view, large enough to read. */
  lookAt(box: Box): void;
  /** Returns the part of the page that is in view. */
  visible(): Box;
  /** Whether dragging marks a part instead of moving the page. */
  setSelecting(on: boolean): void;
  close(): void;
};

const maxScale = 16;
/** At least so many times larger than the whole page in view, however large that is. */
const minMagnification = 4;
const margin = 8;
/** The page is drawn sharp once it has rested for so long. */
const restMs = 120;
const wheelStep = 0.0016;
const pinchStep = 0.01;
const doubleTapMs = 300;
const doubleTapZoom = 3;
const swipePixels = 60;
/** A smaller selection is a click. */
const minSelection = 12;
/** Pixels of letters that can be read. */
const readablePixels = 14;

export function createStage(
  plan: Plan,
  { view, sheet, marks, selection }: StageElements,
  events: StageEvents,
): Stage {
  let page = 0;
  let size: Size = { width: 1, height: 1 };
  let camera: Camera = { scale: 1, x: 0, y: 0 };
  let showing = new AbortController();
  let sharpening = new AbortController();
  let restTimer = 0;
  let isSelecting = false;
  /** The scale at which the whole page is laid out and drawn. */
  let fitted = 1;
  let whole: HTMLCanvasElement | null = null;
  let detail: { canvas: HTMLCanvasElement; at: Camera } | null = null;

  function fitScale(): number {
    const { clientWidth, clientHeight } = view;
    const scale = Math.min(
      (clientWidth - 2 * margin) / size.width,
      (clientHeight - 2 * margin) / size.height,
    );
    return Math.max(scale, 1e-4);
  }

  function isFit(): boolean {
    return camera.scale <= fitted * 1.01;
  }

  function limit(scale: number): number {
    return Math.min(Math.max(maxScale, fitted * minMagnification), Math.max(fitted, scale));
  }

  /** Keeps the page in the view: in its middle where it is smaller. */
  function within(position: number, length: number, room: number): number {
    if (length <= room) return (room - length) / 2;
    return Math.min(margin, Math.max(room - margin - length, position));
  }

  function place(): void {
    const { scale, x, y } = camera;
    for (const { style } of [sheet, marks]) {
      style.inlineSize = `${size.width * fitted}px`;
      style.blockSize = `${size.height * fitted}px`;
      style.transform = `translate(${x}px, ${y}px) scale(${scale / fitted})`;
    }
    if (!detail) return;
    const ratio = scale / detail.at.scale;
    detail.canvas.style.transform = `translate(${x - detail.at.x * ratio}px, ${y - detail.at.y * ratio}px) scale(${ratio})`;
  }

  function moveTo({ scale, x, y }: Camera): void {
    const before = camera.scale;
    const limited = limit(scale);
    camera = {
      scale: limited,
      x: within(x, size.width * limited, view.clientWidth),
      y: within(y, size.height * limited, view.clientHeight),
    };
    place();
    if (camera.scale !== before) events.onZoom(camera.scale);
    clearTimeout(restTimer);
    restTimer = window.setTimeout(() => void sharpen(), restMs);
  }

  /** Zooms so that a point of the view stays where it is. */
  function zoomAt({ x, y }: Point, factor: number): void {
    const scale = limit(camera.scale * factor);
    const ratio = scale / camera.scale;
    moveTo({ scale, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio });
  }

  function middle(): Point {
    return { x: view.clientWidth / 2, y: view.clientHeight / 2 };
  }

  function visible(): Box {
    const { scale, x, y } = camera;
    const left = Math.max(0, -x / scale);
    const top = Math.max(0, -y / scale);
    return {
      x: left,
      y: top,
      width: Math.min(size.width, (view.clientWidth - x) / scale) - left,
      height: Math.min(size.height, (view.clientHeight - y) / scale) - top,
    };
  }

  /** Returns the pixels per CSS pixel at which an area is drawn: those of the screen, unless that takes too large a canvas. */
  function density(width: number, height: number): number {
    return Math.min(devicePixelRatio, Math.sqrt(maxCanvasPixels / (width * height)));
  }

  function dropDetail(): void {
    if (!detail) return;
    detail.canvas.remove();
    freeCanvas(detail.canvas);
    detail = null;
  }

  /** Draws the visible part of an enlarged page with the pixels of the screen: never more than the view has, however large the page. */
  async function sharpen(): Promise<void> {
    sharpening.abort();
    if (!whole) return;
    if (isFit()) {
      events.onDrawing(false);
      return dropDetail();
    }
    sharpening = new AbortController();
    const { signal } = sharpening;
    const at = camera;
    const box = visible();
    const scale = at.scale * density(box.width * at.scale, box.height * at.scale);
    events.onDrawing(true);
    try {
      const canvas = await plan.draw(page, { box, scale, priority: 'page', signal });
      if (signal.aborted) return freeCanvas(canvas);
      dropDetail();
      canvas.style.insetInlineStart = `${Math.max(0, at.x)}px`;
      canvas.style.insetBlockStart = `${Math.max(0, at.y)}px`;
      canvas.style.inlineSize = `${box.width * at.scale}px`;
      canvas.style.blockSize = `${box.height * at.scale}px`;
      // Zooming is about the corner of the view, wherever the canvas begins.
      canvas.style.transformOrigin = `${-Math.max(0, at.x)}px ${-Math.max(0, at.y)}px`;
      sheet.after(canvas);
      detail = { canvas, at };
      place();
    } catch (error) {
      if (!signal.aborted) events.onError(error as Error);
    } finally {
      if (!signal.aborted) events.onDrawing(false);
    }
  }

  async function show(next: number): Promise<void> {
    showing.abort();
    sharpening.abort();
    clearTimeout(restTimer);
    showing = new AbortController();
    const { signal } = showing;
    plan.show(next);
    page = next;
    events.onDrawing(true);
    try {
      const nextSize = await plan.sizeOf(next);
      if (signal.aborted) return;
      dropDetail();
      if (whole) freeCanvas(whole);
      sheet.replaceChildren();
      whole = null;
      size = nextSize;
      fit();
      const box = { x: 0, y: 0, ...size };
      const scale = fitted * density(size.width * fitted, size.height * fitted);
      const canvas = await plan.draw(next, { box, scale, priority: 'page', signal });
      if (signal.aborted) return freeCanvas(canvas);
      whole = canvas;
      sheet.replaceChildren(canvas);
      if (!isFit()) await sharpen();
    } catch (error) {
      if (!signal.aborted) events.onError(error as Error);
    } finally {
      if (!signal.aborted) events.onDrawing(false);
    }
  }

  function fit(): void {
    fitted = fitScale();
    moveTo({ scale: fitted, x: 0, y: 0 });
    events.onZoom(camera.scale);
  }

  // Pointers: one moves the page or marks a part of it, two zoom.
  const pointers = new Map<number, Point>();
  let start: (Point & { time: number; camera: Camera }) | null = null;
  let lastTap: (Point & { time: number }) | null = null;

  function pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = view.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  function drawSelection(to: Point): Box | null {
    if (!start) return null;
    const box = {
      x: Math.min(start.x, to.x),
      y: Math.min(start.y, to.y),
      width: Math.abs(to.x - start.x),
      height: Math.abs(to.y - start.y),
    };
    selection.style.transform = `translate(${box.x}px, ${box.y}px)`;
    selection.style.inlineSize = `${box.width}px`;
    selection.style.blockSize = `${box.height}px`;
    return box;
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = pointOf(event);
    pointers.set(event.pointerId, point);
    view.setPointerCapture(event.pointerId);
    start = { ...point, time: event.timeStamp, camera };
    selection.hidden = !isSelecting || pointers.size > 1;
    if (!selection.hidden) drawSelection(point);
  }

  function onPointerMove(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const point = pointOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, point);
    if (other) {
      const distance = (to: Point) => Math.hypot(to.x - other.x, to.y - other.y) || 1;
      const center = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
      camera = { ...camera, x: camera.x + (point.x - before.x) / 2, y: camera.y + (point.y - before.y) / 2 };
      zoomAt(center, distance(point) / distance(before));
      start = null;
    } else if (!selection.hidden) drawSelection(point);
    else moveTo({ ...camera, x: camera.x + point.x - before.x, y: camera.y + point.y - before.y });
  }

  function onPointerUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    const point = pointOf(event);
    const began = start;
    if (!selection.hidden) {
      const box = drawSelection(point);
      selection.hidden = true;
      start = null;
      if (event.type === 'pointerup' && box && Math.min(box.width, box.height) >= minSelection) select(box);
      return;
    }
    start = null;
    if (!began || pointers.size > 0 || event.type !== 'pointerup') return;
    const [x, y] = [point.x - began.x, point.y - began.y];
    const isTouch = event.pointerType === 'touch';
    const isSwipe = isTouch && isFit() && Math.abs(x) > swipePixels && Math.abs(x) > 2 * Math.abs(y);
    if (isSwipe) events.onTurn(x < 0 ? 1 : -1);
    if (Math.hypot(x, y) > 10) return;
    const isDouble =
      lastTap !== null &&
      event.timeStamp - lastTap.time < doubleTapMs &&
      Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < 30;
    lastTap = isDouble ? null : { ...point, time: event.timeStamp };
    if (!isDouble) return;
    if (isFit()) zoomAt(point, doubleTapZoom);
    else fit();
  }

  function select({ x, y, width, height }: Box): void {
    const { scale } = camera;
    const left = Math.max(0, (x - camera.x) / scale);
    const top = Math.max(0, (y - camera.y) / scale);
    const box = {
      x: left,
      y: top,
      width: Math.min(size.width, (x + width - camera.x) / scale) - left,
      height: Math.min(size.height, (y + height - camera.y) / scale) - top,
    };
    if (box.width > 0 && box.height > 0) events.onSelect(box);
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
    // Browsers send a pinch on a touchpad as a wheel with Ctrl.
    const step = event.ctrlKey && Math.abs(pixels) < 50 ? pinchStep : wheelStep;
    zoomAt(pointOf(event), Math.exp(-pixels * step));
  }

  const listening = new AbortController();
  const { signal } = listening;
  view.addEventListener('pointerdown', onPointerDown, { signal });
  view.addEventListener('pointermove', onPointerMove, { signal });
  view.addEventListener('pointerup', onPointerUp, { signal });
  view.addEventListener('pointercancel', onPointerUp, { signal });
  view.addEventListener('wheel', onWheel, { signal, passive: false });
  let resizeTimer = 0;
  const observer = new ResizeObserver(() => {
    clearTimeout(resizeTimer);
    resizeTimer = window.setTimeout(() => {
      if (!whole) return;
      if (isFit() && fitted !== fitScale()) return void show(page);
      fitted = fitScale();
      moveTo(camera);
    }, restMs);
  });
  observer.observe(view);

  return {
    show,
    zoomBy: (factor) => zoomAt(middle(), factor),
    fit,
    moveBy: (x, y) => moveTo({ ...camera, x: camera.x + x, y: camera.y + y }),
    isFit,
    lookAt(box) {
      const letters = Math.min(box.width, box.height);
      const scale = Math.max(camera.scale, readablePixels / Math.max(letters, 1));
      const { x, y } = middle();
      moveTo({
        scale,
        x: x - (box.x + box.width / 2) * scale,
        y: y - (box.y + box.height / 2) * scale,
      });
    },
    visible,
    setSelecting(on) {
      isSelecting = on;
    },
    close() {
      listening.abort();
      observer.disconnect();
      showing.abort();
      sharpening.abort();
      clearTimeout(restTimer);
      clearTimeout(resizeTimer);
      dropDetail();
      if (whole) freeCanvas(whole);
    },
  };
}
