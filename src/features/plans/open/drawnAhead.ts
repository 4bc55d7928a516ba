import type { Drawn } from '../page/drawPage.ts';
import type { Instructions } from '../page/leftOut.ts';
import { freeCanvas } from '../stage/canvas.ts';

/** Pixels of pictures on a page up to which what they were decoded to is kept, with that of the page on screen. */
const maxPicturePixels = 2 ** 24;

/** A page that is drawn before it is asked for. */
export class DrawnAhead {
  readonly page: number;
  readonly #drawn: Drawn;
  readonly #stop = new AbortController();
  /** Null if it could not be drawn. */
  readonly canvas: Promise<HTMLCanvasElement | null>;
  /** By what it was drawn. */
  instructions: Instructions | undefined;

  constructor(page: number, drawn: Drawn, draw: (signal: AbortSignal) => Promise<HTMLCanvasElement>) {
    this.page = page;
    this.#drawn = drawn;
    this.canvas = draw(this.#stop.signal).catch(() => null);
  }

  /** Whether it is what is asked for. */
  is(page: number, { box, scale }: Drawn): boolean {
    const { box: own, scale: ownScale } = this.#drawn;
    const isWhole =
      box.x === own.x && box.y === own.y && box.width === own.width && box.height === own.height;
    return page === this.page && scale === ownScale && isWhole;
  }

  /** Whether it has so few pictures that it stays in memory beside the page on screen. @param code of an instruction that paints one */
  isLight(code: number): boolean {
    const { fnArray = [], argsArray = [] } = this.instructions ?? {};
    const pixels = fnArray.reduce((sum, one, at) => {
      const [, width, height] = (one === code && argsArray[at]) || [];
      return sum + Number(width ?? 0) * Number(height ?? 0);
    }, 0);
    return pixels <= maxPicturePixels;
  }

  drop(): void {
    this.#stop.abort();
    void this.canvas.then((canvas) => canvas && freeCanvas(canvas));
  }
}
