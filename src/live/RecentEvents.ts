import type { LiveBatch, LiveEvent } from '../contract/live.ts';

/** How long events are remembered: longer than a page takes from its first read until it receives events. */
const keptMs = 60_000;
/** More than clocks are rounded by. */
const roundingMs = 200;

/** All events since a time (milliseconds since 1970). */
export type EventsSince = { since: number; events: LiveEvent[] };

/** Returns the time; a clock that was set back since the page began does not count. */
function laterNow(): number {
  return Math.max(Date.now(), performance.timeOrigin + performance.now());
}

/** Returns since when a batch without a predecessor has all events; undefined where they begin now. */
export function beginOf({ ago }: LiveBatch): number | undefined {
  return ago === undefined ? undefined : laterNow() - ago + roundingMs;
}

/** Remembers the events that a tab received lately, for a tab that is opened. */
export class RecentEvents {
  #since = Number.POSITIVE_INFINITY;
  #received: { at: number; event: LiveEvent }[] = [];

  /** Begins anew with the events since a time. */
  begin(since: number = laterNow() + roundingMs): void {
    this.#since = since;
    this.#received = [];
  }

  /** Adds events. A change of a user forgets those before it: they may be of what that user may no longer read. */
  add(events: readonly LiveEvent[]): void {
    const at = laterNow();
    for (const event of events) {
      if (event.kind === 'profile') this.begin();
      this.#received.push({ at, event });
    }
    while (this.#received[0] && this.#received[0].at < at - keptMs)
      this.#since = (this.#received.shift()?.at ?? at) + roundingMs;
  }

  all(): EventsSince {
    return { since: this.#since, events: this.#received.map(({ event }) => event) };
  }
}
