/** The longest time of a piece: well within the time limit of a request (§9). */
const longestMs = 2500;
const shortestMs = 500;

type Bounds = { first: number; least: number; most: number };

/**
 * Adapts the bytes of a piece to the connection: few at first, more while they get through quickly. A cut costs the piece in flight,
 * so after a failure a piece takes less time, and each that gets through may take a little more. What the way refused because of its size
 * is approached as slowly. After a timeout pieces start again with the smallest, which gets through at 1 KB/s too.
 */
export class PieceSize {
  readonly #bounds: Bounds;
  #bytes: number;
  #targetMs = longestMs;
  #most: number;

  constructor(bounds: Bounds = { first: 128 * 1024, least: 4 * 1024, most: 4 * 1024 * 1024 }) {
    this.#bounds = bounds;
    this.#bytes = bounds.first;
    this.#most = bounds.most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Size of a piece that gets through on any connection that works. */
  get least(): number {
    return this.#bounds.least;
  }

  /** Whether pieces cannot become smaller. */
  get isLeast(): boolean {
    return this.#bytes === this.#bounds.least;
  }

  /** Whether pieces have become smaller than they are at first. */
  get isReduced(): boolean {
    return this.#bytes < this.#bounds.first;
  }

  /** Starts again with the smallest piece. */
  restart(): void {
    this.#set(0);
  }

  /** Adapts to a piece that got through. The last one of a file may be too small to count. */
  sent(bytes: number, ms: number): void {
    if (bytes < this.#bytes / 2) return;
    this.#targetMs = Math.min(this.#targetMs * 1.05, longestMs);
    this.#most = Math.min(this.#most * 1.05, this.#bounds.most);
    this.#set(Math.min((bytes / Math.max(ms, 1)) * this.#targetMs, 4 * bytes));
  }

  /** @param isTooLarge whether something on the way may have refused it because of its size */
  failed(isTooLarge = false): void {
    if (isTooLarge) this.#most = this.#bytes / 2;
    this.#targetMs = Math.max(this.#targetMs / 2, shortestMs);
    this.#set(this.#bytes / 2);
  }

  #set(bytes: number): void {
    this.#bytes = Math.round(Math.max(Math.min(bytes, this.#most), this.#bounds.least));
  }
}
