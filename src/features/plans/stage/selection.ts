import type { Box } from '../page/box.ts';
import type { Camera, Point } from './camera.ts';

/** A smaller selection is a click. */
const minPixels = 12;
const keyStep = 16;
/** The part of the view that the frame takes which keys move. */
const framePart = 0.4;

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
};

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), Math.max(0, most));
}

/** The rectangle that marks a part of the page, in pixels of the view: drawn by dragging, or moved and sized by keys. */
export class Selection {
  /** Whether a part is being marked, instead of the page being moved. */
  isOn = false;
  readonly #view: HTMLElement;
  readonly #element: HTMLElement;
  readonly #camera: Camera;
  readonly #onSelect: (part: Box) => void;
  #box: Box | null = null;

  constructor(
    { view, selection }: { view: HTMLElement; selection: HTMLElement },
    camera: Camera,
    onSelect: (part: Box) => void,
  ) {
    this.#view = view;
    this.#element = selection;
    this.#camera = camera;
    this.#onSelect = onSelect;
  }

  set(on: boolean): void {
    this.isOn = on;
    this.show(null);
    if (!on) return;
    this.#view.focus({ preventScroll: true });
    // Where keys are used, there is something to move at once.
    if (this.#view.matches(':focus-visible')) this.show(this.#frame());
  }

  /** Shows the rectangle between two points. */
  drag(from: Point, to: Point): void {
    this.show({
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x),
      height: Math.abs(to.y - from.y),
    });
  }

  show(box: Box | null): void {
    this.#box = box;
    this.#element.hidden = box === null;
    if (!box) return;
    const { style } = this.#element;
    style.transform = `translate(${box.x}px, ${box.y}px)`;
    style.inlineSize = `${box.width}px`;
    style.blockSize = `${box.height}px`;
  }

  /** Moves the frame by an arrow, sizes it where `isSizing`, and takes it at Enter. @returns whether the key meant that */
  onKey(key: string, isSizing: boolean): boolean {
    const step = steps[key];
    if (!this.isOn || !(step || key === 'Enter')) return false;
    const box = this.#box ?? this.#frame();
    if (!step) this.take(box);
    else {
      const { clientWidth, clientHeight } = this.#view;
      const moved = isSizing
        ? {
            ...box,
            width: Math.max(minPixels, box.width + step.x),
            height: Math.max(minPixels, box.height + step.y),
          }
        : { ...box, x: box.x + step.x, y: box.y + step.y };
      const [width, height] = [Math.min(moved.width, clientWidth), Math.min(moved.height, clientHeight)];
      const [x, y] = [clamp(moved.x, clientWidth - width), clamp(moved.y, clientHeight - height)];
      this.show({ x, y, width, height });
    }
    return true;
  }

  /** Passes on the part of the page under the rectangle, unless that is hardly more than a point. */
  take(box: Box | null = this.#box): void {
    this.show(null);
    if (!box || Math.min(box.width, box.height) < minPixels) return;
    const part = this.#camera.partOf(box);
    if (part.width > 0 && part.height > 0) this.#onSelect(part);
  }

  #frame(): Box {
    const { clientWidth, clientHeight } = this.#view;
    const [width, height] = [clientWidth * framePart, clientHeight * framePart];
    return { x: (clientWidth - width) / 2, y: (clientHeight - height) / 2, width, height };
  }
}
