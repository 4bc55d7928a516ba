/** Pause between two remembered cursors, and how many are remembered: at least a minute. */
const everyMs = 1000;
const mostCursors = 60;

/** Remembers the cursors of the last minute, so that a stream can begin before it was requested. */
export class RecentCursors {
  /** The oldest first. `at` is when the database had responded, by a monotonic clock. */
  readonly #known: { cursor: string; at: number }[] = [];

  /** Whether the next cursor would be remembered. */
  get isDue(): boolean {
    const newest = this.#known.at(-1);
    return !newest || performance.now() - newest.at >= everyMs;
  }

  /** Remembers a cursor that was read just now. */
  add(cursor: string): void {
    if (!this.isDue) return;
    this.#known.push({ cursor, at: performance.now() });
    if (this.#known.length > mostCursors) this.#known.shift();
  }

  /** Returns the newest cursor that is at least `ago` milliseconds old, or the oldest, and its age; undefined where there is none. */
  before(ago: number): { cursor: string; ago: number } | undefined {
    const now = performance.now();
    const found = this.#known.findLast(({ at }) => now - at >= ago) ?? this.#known[0];
    return found && { cursor: found.cursor, ago: Math.floor(now - found.at) };
  }
}
