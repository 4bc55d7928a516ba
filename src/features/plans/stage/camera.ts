import type { Box, Size } from '../page/box.ts';

export type Point = { x: number; y: number };
/** Where a page is: CSS pixels per point, and the place of its top left corner in the view. */
export type Place = Point & { scale: number };

const maxScale = 16;
/** At least so many times larger than the whole page in view, however large that is. */
const minMagnification = 4;
const margin = 8;

/** Returns a position that keeps the page in the view: in its middle where it is smaller. */
function within(position: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(margin, Math.max(room - margin - length, position));
}

/** Calculates where a page is in its view while it is moved and zoomed; draws nothing. */
export class Camera {
  /** Of the page, in points. */
  size: Size = { width: 1, height: 1 };
  place: Place = { scale: 1, x: 0, y: 0 };
  /** The scale at which the whole page is in view. */
  fitted = 1;
  readonly #view: HTMLElement;
  readonly #onMove: (isZoomed: boolean) => void;

  constructor(view: HTMLElement, onMove: (isZoomed: boolean) => void) {
    this.#view = view;
    this.#onMove = onMove;
  }

  /** Returns the scale at which a whole page fits the view as it is now. */
  fitScale({ width, height }: Size = this.size): number {
    const { clientWidth, clientHeight } = this.#view;
    return Math.max(Math.min((clientWidth - 2 * margin) / width, (clientHeight - 2 * margin) / height), 1e-4);
  }

  /** Whether the page is fully in view. */
  get isFit(): boolean {
    return this.place.scale <= this.fitted * 1.01;
  }

  moveTo({ scale, x, y }: Place): void {
    const before = this.place.scale;
    const limited = this.#limit(scale);
    this.place = {
      scale: limited,
      x: within(x, this.size.width * limited, this.#view.clientWidth),
      y: within(y, this.size.height * limited, this.#view.clientHeight),
    };
    this.#onMove(limited !== before);
  }

  moveBy({ x, y }: Point): void {
    this.moveTo({ ...this.place, x: this.place.x + x, y: this.place.y + y });
  }

  fit(): void {
    this.fitted = this.fitScale();
    this.moveTo({ scale: this.fitted, x: 0, y: 0 });
  }

  /** Zooms so that a point of the view stays where it is, while the page also moves. */
  zoomAt({ x, y }: Point, factor: number, by: Point = { x: 0, y: 0 }): void {
    const scale = this.#limit(this.place.scale * factor);
    const ratio = scale / this.place.scale;
    this.moveTo({
      scale,
      x: x - (x - this.place.x - by.x) * ratio,
      y: y - (y - this.place.y - by.y) * ratio,
    });
  }

  /** Brings the middle of a part of the page into the middle of the view. */
  lookAt(box: Box, scale: number): void {
    const { x, y } = this.middle;
    this.moveTo({ scale, x: x - (box.x + box.width / 2) * scale, y: y - (box.y + box.height / 2) * scale });
  }

  get middle(): Point {
    return { x: this.#view.clientWidth / 2, y: this.#view.clientHeight / 2 };
  }

  /** Returns the part of the page that is in view. */
  visible(): Box {
    const { clientWidth: width, clientHeight: height } = this.#view;
    return this.partOf({ x: 0, y: 0, width, height });
  }

  /** Returns the part of the page under a rectangle of the view. */
  partOf({ x, y, width, height }: Box): Box {
    const { scale, x: left, y: top } = this.place;
    const from = { x: Math.max(0, (x - left) / scale), y: Math.max(0, (y - top) / scale) };
    return {
      ...from,
      width: Math.min(this.size.width, (x + width - left) / scale) - from.x,
      height: Math.min(this.size.height, (y + height - top) / scale) - from.y,
    };
  }

  #limit(scale: number): number {
    return Math.min(Math.max(maxScale, this.fitted * minMagnification), Math.max(this.fitted, scale));
  }
}
