/** What a page records of its start and use. Times are milliseconds since its request. */
export type Probe = {
  /** When the first row is drawn. */
  listMs: number;
  /** When a tap on the first row, made as soon as that is drawn, has opened its job; 0 without a tap. */
  usableMs: number;
  firstPaintMs: number;
  largestPaintMs: number;
  layoutShift: number;
  /** The durations of main-thread tasks longer than 50 ms. */
  longTasks: number[];
  /** Frames that took longer than 50 ms. */
  longFrames: { at: number; ms: number }[];
  /** The times from an input to the next frame. */
  interactions: { id: number; name: string; at: number; ms: number }[];
};

export type Probed = Window & { probe: Probe; tapsFirstRow?: boolean };

/** Printed by the page at once: polling would distort the measurement. */
export const listWords = 'The list is visible.';
export const jobWords = 'The job is open.';

type Marks = { rowsOfList: string; marks: Record<string, string>; listWords: string; jobWords: string };

/** Runs in each page before its own scripts, so it may use nothing from outside. */
export function installProbe({ rowsOfList, marks, listWords: words, jobWords: openWords }: Marks): void {
  if (window.top !== window) return;
  const rows = marks[location.origin] ?? rowsOfList;
  const probe: Probe = {
    listMs: 0,
    usableMs: 0,
    firstPaintMs: 0,
    largestPaintMs: 0,
    layoutShift: 0,
    longTasks: [],
    longFrames: [],
    interactions: [],
  };
  (window as unknown as Probed).probe = probe;

  type Noted = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number };
  function note(type: string, take: (entry: Noted) => void, more: object = {}): void {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });
  }
  note('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.firstPaintMs = startTime;
  });
  note('largest-contentful-paint', ({ startTime }) => {
    probe.largestPaintMs = startTime;
  });
  note('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) probe.layoutShift += value;
  });
  note('longtask', ({ duration }) => probe.longTasks.push(duration));
  note('long-animation-frame', ({ startTime, duration }) =>
    probe.longFrames.push({ at: startTime, ms: duration }),
  );
  note(
    'event',
    ({ name, startTime, duration, interactionId = 0 }) => {
      if (interactionId > 0) {
        probe.interactions.push({ id: interactionId, name, at: startTime, ms: duration });
      }
    },
    { durationThreshold: 16 },
  );

  function whenDrawn(isThere: () => boolean, note: () => void): void {
    const watcher = new MutationObserver(() => {
      if (!isThere()) return;
      watcher.disconnect();
      requestAnimationFrame(() => {
        // A message is delivered after the frame.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = note;
        port2.postMessage(null);
      });
    });
    watcher.observe(document, { childList: true, subtree: true, characterData: true });
  }

  /** Taps the first row and waits for a page whose heading is the job's name. */
  function tapFirstRow(row: Element): void {
    const link = row.querySelector('a');
    const name = link?.textContent?.trim();
    whenDrawn(
      () =>
        location.pathname.startsWith('/jobs/update/') && document.querySelector('h1')?.textContent === name,
      () => {
        probe.usableMs = performance.now();
        console.debug(openWords);
      },
    );
    link?.click();
  }
  whenDrawn(
    () => document.querySelector(rows) !== null,
    () => {
      probe.listMs = performance.now();
      console.debug(words);
      const row = document.querySelector(rows);
      if ((window as unknown as Probed).tapsFirstRow && row) tapFirstRow(row);
    },
  );
}
