import type { LiveBatch } from '../contract/live.ts';
import { type LiveReader, type LiveTimes, liveTimes, readLive } from './liveReader.ts';

export type WindowTimes = LiveTimes & {
  /** How often a window in sight asks whether somebody reads for it, … */
  lookEveryMs: number;
  /** … and how long it waits for a sign before it takes over from a window that is frozen. */
  answerMs: number;
  /** A reader hidden for so long gives way to a window in sight, because browsers slow it down, … */
  giveWayMs: number;
  /** … and stops where there is none. */
  restMs: number;
};

const windowTimes: WindowTimes = {
  ...liveTimes,
  lookEveryMs: 30_000,
  answerMs: 5000,
  giveWayMs: 60_000,
  restMs: 5 * 60_000,
};

/** What a window is told by the browser. */
export type PageSign = 'shown' | 'hidden' | 'frozen' | 'line';

/** What windows say to each other. */
export type LiveWord =
  /** A window in sight asks whether somebody reads for it. */
  | { type: 'ask' }
  /** Somebody does, and has come so far. */
  | { type: 'at'; cursor: string | null; told: boolean }
  | { type: 'batch'; since: string | null; batch: LiveBatch };

/** What the windows need of the browser; each test brings its own windows. */
export type LivePage = {
  isVisible: () => boolean;
  /** @returns what stops it */
  onSign: (listener: (sign: PageSign) => void) => () => void;
  /** Null where the browser has no locks. */
  locks: LockManager | null;
  /** Null where windows cannot speak to each other. */
  openChannel: ((name: string, hear: (word: LiveWord) => void) => LiveChannel) | null;
};

export type LiveChannel = { post: (word: LiveWord) => void; close: () => void };

export type TellHooks = {
  /** What happened; in order, and some of it again after another window has taken over. */
  onBatch: (batch: LiveBatch) => void;
  /** From here on everything is told; of what was read before nobody knows what happened since. */
  onGap: () => void;
  onTold: (told: boolean) => void;
  onSilence: () => void;
  onRefused: () => void;
};

export type LiveWindow = { nudge: () => void; stop: () => void };

/**
 * Tells this window what happens, over one stream for all windows of a person: the one that holds a lock reads, the others hear it
 * from there. Only windows in sight want the lock.
 *
 * @param name of the lock and of the channel; it names the person, so that nobody hears of another's
 */
export function hearLive(
  name: string,
  page: LivePage,
  hooks: TellHooks,
  times: WindowTimes = windowTimes,
): LiveWindow {
  const shares = page.locks !== null && page.openChannel !== null;
  const channel = shares ? (page.openChannel?.(name, onWord) ?? null) : null;
  /** Of the last batch this window has heard. */
  let cursor: string | null = null;
  let isTold = false;
  let stopped = false;
  let wish: AbortController | null = null;
  let reading: { reader: LiveReader; letGo: () => void } | null = null;
  let hiddenAt = Number.POSITIVE_INFINITY;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let judging: ReturnType<typeof setTimeout> | undefined;

  const post = (word: LiveWord) => channel?.post(word);

  function tell(told: boolean): void {
    isTold = told;
    hooks.onTold(told);
  }

  function hear(batch: LiveBatch, since: string | null): void {
    const isGap = since === null || since !== cursor;
    cursor = batch.cursor;
    if (isGap) hooks.onGap();
    hooks.onBatch(batch);
  }

  function read(): Promise<void> {
    const held = Promise.withResolvers<void>();
    if (stopped || !page.isVisible()) return Promise.resolve();
    const reader = readLive(
      cursor,
      {
        onBatch(batch, since) {
          post({ type: 'batch', since, batch });
          hear(batch, since);
        },
        onTold(told) {
          if (told === isTold) return;
          tell(told);
          post({ type: 'at', cursor, told });
        },
        onSilence: hooks.onSilence,
        onRefused: hooks.onRefused,
        isVisible: page.isVisible,
      },
      times,
    );
    reading = { reader, letGo: held.resolve };
    post({ type: 'at', cursor, told: isTold });
    return held.promise;
  }

  function stopReading(): void {
    if (!reading) return;
    const { reader, letGo } = reading;
    reading = null;
    reader.stop();
    letGo();
    tell(false);
  }

  /** Reads as soon as nobody else does. @param byForce although somebody holds the lock */
  function want(byForce = false): void {
    if (stopped || reading || !page.isVisible()) return;
    if (!shares || !page.locks) {
      void read();
      return;
    }
    if (wish && !byForce) return;
    wish?.abort();
    const mine = new AbortController();
    wish = mine;
    const how = byForce ? { steal: true } : { signal: mine.signal };
    page.locks
      .request(name, how, read)
      .catch((error: unknown) => {
        // Else it was given up, or taken by another window, which had reason to think that this one is frozen.
        if (error instanceof DOMException && error.name === 'SecurityError') return read();
      })
      .finally(() => {
        if (wish !== mine) return;
        wish = null;
        stopReading();
        if (!mine.signal.aborted) setTimeout(want, times.shortestMs);
      });
  }

  function rest(): void {
    wish?.abort();
    wish = null;
    stopReading();
  }

  /** Asks for a sign of whoever reads. Without one it is frozen, or stuck: then this window takes over. */
  function look(): void {
    if (stopped || reading || !channel || !page.isVisible()) return;
    post({ type: 'ask' });
    judging ??= setTimeout(() => {
      judging = undefined;
      if (!stopped && !reading && page.isVisible()) want(true);
    }, times.answerMs);
  }

  function onWord(word: LiveWord): void {
    if (stopped) return;
    if (word.type === 'ask') {
      if (!reading) return;
      if (!page.isVisible() && Date.now() - hiddenAt > times.giveWayMs) rest();
      else post({ type: 'at', cursor, told: isTold });
      return;
    }
    if (reading) return;
    clearTimeout(judging);
    judging = undefined;
    if (word.type === 'batch') {
      tell(true);
      hear(word.batch, word.since);
      return;
    }
    tell(word.told);
    if (word.cursor === null || word.cursor === cursor) return;
    cursor = word.cursor;
    hooks.onGap();
  }

  function onSign(sign: PageSign): void {
    clearTimeout(resting);
    if (sign === 'frozen') rest();
    else if (sign === 'hidden') {
      hiddenAt = Date.now();
      if (reading) resting = setTimeout(rest, times.restMs);
      else rest();
    } else {
      if (sign === 'shown') hiddenAt = Number.POSITIVE_INFINITY;
      reading?.reader.nudge();
      want();
      look();
    }
  }

  const stopSigns = page.onSign(onSign);
  const looking = setInterval(look, times.lookEveryMs);
  want();
  look();
  return {
    nudge: () => reading?.reader.nudge(),
    stop() {
      stopped = true;
      stopSigns();
      clearInterval(looking);
      clearTimeout(resting);
      clearTimeout(judging);
      rest();
      channel?.close();
      tell(false);
    },
  };
}
