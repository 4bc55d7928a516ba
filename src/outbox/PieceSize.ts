/** A piece is to take so long: well within the time limit of a request (§9), and little is lost when the line is cut in it. */
const targetMs = 2500;

type Bounds = { first: number; least: number; most: number };

/**
 * How many bytes to send at once, by what the line has shown: few at first, more while they get through quickly, fewer after
 * a failure.
 */
export class PieceSize {
  readonly #bounds: Bounds;
  #bytes: number;

  constructor(bounds: Bounds = { first: 128 * 1024, least: 16 * 1024, most: 4 * 1024 * 1024 }) {
    this.#bounds = bounds;
    this.#bytes = bounds.first;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A piece got through. The last one of a file may be small, and tells little. */
  sent(bytes: number, ms: number): void {
    if (bytes < this.#bytes / 2) return;
    this.#put(Math.min((bytes / Math.max(ms, 1)) * targetMs, 4 * bytes));
  }

  failed(): void {
    this.#put(this.#bytes / 2);
  }

  #put(bytes: number): void {
    this.#bytes = Math.round(Math.min(Math.max(bytes, this.#bounds.least), this.#bounds.most));
  }
}
