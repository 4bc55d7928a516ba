/** How long live events wait for what, in milliseconds. */
export type LiveTimes = typeof liveTimes;

export const liveTimes = {
  /** Until the first batch of a stream, which the server sends at once: behind a proxy that buffers the response it never arrives. */
  firstMs: 10_000,
  /** Between two bytes of a stream: the server sends something every 15 s. */
  silenceMs: 35_000,
  /** A nudge restarts a stream that was silent for this long. */
  doubtMs: 20_000,
  /** A stream that lasted this long, or delivered an event, did not fail. */
  lastedMs: 10_000,
  /** Until a stream that failed is tried again, and the longest such wait: it doubles with each failure. */
  shortestMs: 1000,
  longestMs: 60_000,
  /** Between two polls, where there is no stream. */
  pollEveryMs: 15_000,
  /** After a refusal, unless the session changes. */
  refusedMs: 5 * 60_000,
  /** A backend that knows neither streams nor polls is asked again after this: it may be a newer version by then. */
  unknownMs: 30 * 60_000,
  /** How often a visible tab asks the leader for a sign of life, … */
  askEveryMs: 30_000,
  /** … and how long it waits for one before it takes over from a leader that is frozen. */
  answerMs: 5000,
  /** A leader hidden for so long gives way: browsers slow hidden tabs down. */
  restMs: 5 * 60_000,
};
