import { createStore, type Store } from '../../../store.ts';
import { objectUrlOf } from '../../../ui/files/objectUrl.ts';
import type { Plan } from '../open/openPlan.ts';
import type { Box, Size } from '../page/box.ts';
import { Camera, type Place } from './camera.ts';
import { freeCanvas, maxCanvasPixels } from './canvas.ts';
import { type GestureEvents, Gestures } from './gestures.ts';
import { Selection } from './selection.ts';

/** The pages that a stage shows: those of a plan, or what is drawn of two. */
export type Drawable = Pick<Plan, 'sizeOf' | 'draw' | 'show' | 'hide' | 'knownThumb'> &
  Partial<Pick<Plan, 'drawAhead' | 'pageCount'>>;

export type StageEvents = GestureEvents & {
  /** The page was moved or zoomed, but not to follow another one. */
  onMove?(place: Place): void;
  /** The user marked a part of the page. */
  onSelect(part: Box): void;
  /** Something could not be drawn; null once it is drawn after all, or another page is shown. */
  onError(error: Error | null): void;
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

/** The page is drawn sharp once it has rested for so long: some steps of a wheel, or frames of a pinch. */
const restMs = 60;
/** Of steps by keys and buttons each is one by itself. */
const stepMs = 10;
/** Pixels of letters that can be read. */
const readablePixels = 14;

/** Returns the pixels per CSS pixel at which an area is drawn: those of the screen, unless that takes too large a canvas. */
function density(width: number, height: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(maxCanvasPixels / (width * height)));
}

/**
 * Says that a page is being drawn, or no longer: past React, which would render all that lies over the page twice for each step of a zoom.
 */
export function setBusy(view: HTMLElement | null, isBusy: boolean): void {
  if (isBusy) view?.setAttribute('aria-busy', 'true');
  else view?.removeAttribute('aria-busy');
}

/**
 * Shows one page of a plan at any zoom: the whole page drawn once, and the visible part of an enlarged one with the pixels of the screen.
 */
export class Stage {
  /** In CSS pixels per point. Whoever shows it follows it: it changes with each frame of a pinch. */
  readonly zoom: Pick<Store<number>, 'get' | 'subscribe'>;
  readonly #zoom = createStore(1);
  readonly #plan: Drawable;
  readonly #elements: StageElements;
  readonly #events: StageEvents;
  readonly #camera: Camera;
  readonly #selection: Selection;
  readonly #gestures: Gestures;
  readonly #observer: ResizeObserver;
  #page = 0;
  /** The page has its size, and its place in the view. */
  #isPlaced = false;
  /** What to look at as soon as it has. */
  #awaited: Box | null = null;
  #isFollowing = false;
  /** Why what is asked for is not drawn. */
  #failure: Error | null = null;
  #showing = new AbortController();
  #sharpening = new AbortController();
  #restTimer = 0;
  #resizeTimer = 0;
  #whole: HTMLCanvasElement | null = null;
  #detail: { canvas: HTMLCanvasElement; at: Place } | null = null;

  constructor(plan: Drawable, elements: StageElements, events: StageEvents) {
    this.zoom = this.#zoom;
    this.#plan = plan;
    this.#elements = elements;
    this.#events = events;
    this.#camera = new Camera(elements.view, (isZoomed) => this.#moved(isZoomed));
    this.#selection = new Selection(elements, this.#camera, events.onSelect);
    this.#gestures = new Gestures(elements.view, this.#selection, this.#camera, events);
    this.#observer = new ResizeObserver(() => {
      clearTimeout(this.#resizeTimer);
      this.#resizeTimer = window.setTimeout(() => this.#resized(), restMs);
    });
    this.#observer.observe(elements.view);
  }

  /** Shows a page as a whole. */
  show(page: number): Promise<void> {
    return this.#show(page, false);
  }

  /** Draws the page again in its place: as a whole where it has none yet. */
  refresh(): Promise<void> {
    return this.#show(this.#page, this.#isPlaced);
  }

  async #show(page: number, isPlaced: boolean): Promise<void> {
    this.#stopDrawing();
    this.#showing = new AbortController();
    const { signal } = this.#showing;
    const by = page < this.#page ? -1 : 1;
    if (this.#page !== page) {
      this.#leave();
      this.#awaited = null;
      this.#say(null);
    }
    this.#plan.show(page);
    this.#page = page;
    this.#isPlaced = isPlaced;
    await this.#drawing(signal, async () => {
      const size = await this.#plan.sizeOf(page);
      if (signal.aborted) return;
      this.#clear();
      const { place } = this.#camera;
      this.#camera.size = size;
      this.fit();
      if (this.#isPlaced) this.#camera.moveTo(place);
      else this.#showRoughly(page);
      this.#isPlaced = true;
      if (this.#awaited) this.lookAt(this.#awaited);
      const canvas = await this.#plan.draw(page, { ...this.#wholeOf(size), priority: 'page', signal });
      if (signal.aborted) return freeCanvas(canvas);
      this.#whole = canvas;
      this.#elements.sheet.replaceChildren(canvas);
      this.#say(null);
      if (!this.isFit()) await this.#sharpen();
      void this.#drawAhead(page + by, signal);
    });
  }

  /** Returns how a page of this size is drawn to be in view as a whole. */
  #wholeOf({ width, height }: Size) {
    const fitted = this.#camera.fitScale({ width, height });
    return { box: { x: 0, y: 0, width, height }, scale: fitted * density(width * fitted, height * fitted) };
  }

  /** Draws the page that comes next where one turns them one by one. */
  async #drawAhead(page: number, signal: AbortSignal): Promise<void> {
    const { pageCount = 0 } = this.#plan;
    if (page < 1 || page > pageCount) return;
    const size = await this.#plan.sizeOf(page).catch(() => null);
    if (size && !signal.aborted) this.#plan.drawAhead?.(page, this.#wholeOf(size));
  }

  /** Brings a part of the page into view, unless it is. */
  reveal(box: Box): void {
    const { x, y, width, height } = this.visible();
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    if (left < x || left > x + width || top < y || top > y + height) this.lookAt(box);
  }

  /** Shows the small picture of the page, where there is one, until the page is drawn. */
  #showRoughly(page: number): void {
    const thumb = this.#plan.knownThumb(page);
    if (!thumb) return;
    const picture = Object.assign(new Image(), { src: objectUrlOf(thumb), alt: '', draggable: false });
    picture.style.inlineSize = '100%';
    picture.style.blockSize = '100%';
    this.#elements.sheet.replaceChildren(picture);
  }

  /** Zooms about the middle of the view. */
  zoomBy(factor: number): void {
    this.#camera.zoomAt(this.#camera.middle, factor);
    this.#sharpenIn(stepMs);
  }

  fit(): void {
    this.#camera.fit();
    this.#zoom.set(this.#camera.place.scale);
  }

  moveBy(x: number, y: number): void {
    this.#camera.moveBy({ x, y });
  }

  /** Moves the page to where another one is, which is moved in step. */
  follow(place: Place): void {
    this.#isFollowing = true;
    this.#camera.moveTo(place);
    this.#isFollowing = false;
  }

  /** Whether the page is fully in view. */
  isFit(): boolean {
    return this.#camera.isFit;
  }

  /** Brings a part of the page into view, large enough to read: of one that was only just opened, once its size is known. */
  lookAt(box: Box): void {
    this.#awaited = this.#isPlaced ? null : box;
    if (!this.#isPlaced) return;
    const letters = Math.min(box.width, box.height);
    this.#camera.lookAt(box, Math.max(this.#camera.place.scale, readablePixels / Math.max(letters, 1)));
  }

  /** Returns the part of the page that is in view. */
  visible(): Box {
    return this.#camera.visible();
  }

  /** Sets whether dragging, and keys, mark a part instead of moving the page. */
  setSelecting(on: boolean): void {
    this.#selection.set(on);
  }

  /** Moves, sizes or takes the frame that marks a part. @returns whether the key meant that */
  selectByKey(key: string, isSizing: boolean): boolean {
    return this.#selection.onKey(key, isSizing);
  }

  close(): void {
    this.#leave();
    this.#say(null);
    this.#gestures.close();
    this.#observer.disconnect();
    this.#stopDrawing();
    clearTimeout(this.#resizeTimer);
    this.#dropDetail();
    if (this.#whole) freeCanvas(this.#whole);
  }

  #leave(): void {
    if (this.#page > 0) this.#plan.hide(this.#page);
  }

  #stopDrawing(): void {
    this.#showing.abort();
    this.#sharpening.abort();
    clearTimeout(this.#restTimer);
  }

  /** Says what failed, or that it no longer does: other stages may say the same in one place. */
  #say(failure: Error | null): void {
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#events.onError(failure);
  }

  /** Runs work that draws, and says so until it has ended or something else is drawn. */
  async #drawing(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    setBusy(this.#elements.view, true);
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) this.#say(error as Error);
    } finally {
      if (!signal.aborted) setBusy(this.#elements.view, false);
    }
  }

  #moved(isZoomed: boolean): void {
    this.#place();
    if (!this.#isFollowing) this.#events.onMove?.(this.#camera.place);
    if (isZoomed) this.#zoom.set(this.#camera.place.scale);
    this.#sharpenIn(restMs);
  }

  #sharpenIn(ms: number): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = window.setTimeout(() => void this.#sharpen(), ms);
  }

  #resized(): void {
    const camera = this.#camera;
    const isOther = this.#page > 0 && camera.isFit && camera.fitted !== camera.fitScale();
    // Also while it is being drawn, for the view as it was.
    if (isOther) return void this.show(this.#page);
    if (!this.#whole) return;
    camera.fitted = camera.fitScale();
    camera.moveTo(camera.place);
  }

  #place(): void {
    const { place, fitted, size } = this.#camera;
    const { scale, x, y } = place;
    for (const { style } of [this.#elements.sheet, this.#elements.marks]) {
      style.inlineSize = `${size.width * fitted}px`;
      style.blockSize = `${size.height * fitted}px`;
      style.transform = `translate(${x}px, ${y}px) scale(${scale / fitted})`;
    }
    this.#elements.marks.style.setProperty('--fitted', String(fitted));
    this.#elements.marks.style.setProperty('--magnified', String(scale / fitted));
    if (!this.#detail) return;
    const { canvas, at } = this.#detail;
    const ratio = scale / at.scale;
    canvas.style.transform = `translate(${x - at.x * ratio}px, ${y - at.y * ratio}px) scale(${ratio})`;
  }

  /** Draws the visible part of an enlarged page with the pixels of the screen: never more than the view has, however large the page. */
  async #sharpen(): Promise<void> {
    this.#sharpening.abort();
    if (!this.#whole) return;
    if (this.isFit()) {
      setBusy(this.#elements.view, false);
      this.#say(null);
      return this.#dropDetail();
    }
    this.#sharpening = new AbortController();
    const { signal } = this.#sharpening;
    const at = this.#camera.place;
    const box = this.visible();
    const [width, height] = [box.width * at.scale, box.height * at.scale];
    const scale = at.scale * density(width, height);
    await this.#drawing(signal, async () => {
      const canvas = await this.#plan.draw(this.#page, { box, scale, priority: 'page', signal });
      if (signal.aborted) return freeCanvas(canvas);
      this.#dropDetail();
      canvas.style.insetInlineStart = `${Math.max(0, at.x)}px`;
      canvas.style.insetBlockStart = `${Math.max(0, at.y)}px`;
      canvas.style.inlineSize = `${width}px`;
      canvas.style.blockSize = `${height}px`;
      // Zooming is about the corner of the view, wherever the canvas begins.
      canvas.style.transformOrigin = `${-Math.max(0, at.x)}px ${-Math.max(0, at.y)}px`;
      this.#elements.sheet.after(canvas);
      this.#detail = { canvas, at };
      this.#say(null);
      this.#place();
    });
  }

  #dropDetail(): void {
    if (!this.#detail) return;
    this.#detail.canvas.remove();
    freeCanvas(this.#detail.canvas);
    this.#detail = null;
  }

  #clear(): void {
    this.#dropDetail();
    if (this.#whole) freeCanvas(this.#whole);
    this.#elements.sheet.replaceChildren();
    this.#whole = null;
  }
}
