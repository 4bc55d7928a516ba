import type { Browser, Page } from '@playwright/test';

/** The cost of one user action for the page's main thread, in milliseconds of its own processor time. */
export type TaskTimes = { tasks: number; p99Ms: number; longestMs: number; longest: string };

type TraceEvent = {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: Record<string, unknown> };
};

const task = /(^|::)RunTask$/;
const categories = ['-*', 'toplevel', 'devtools.timeline', '__metadata'];

/** Finds the busiest main thread: a page opened by Playwright has a renderer of its own. */
function busiestMain(events: readonly TraceEvent[]): (event: TraceEvent) => boolean {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const work = ({ pid, tid }: TraceEvent) =>
    events.reduce((sum, one) => (one.pid === pid && one.tid === tid ? sum + (one.tdur ?? 0) : sum), 0);
  const [main] = mains.map((thread) => ({ thread, work: work(thread) })).sort((a, b) => b.work - a.work);
  if (!main) throw new Error('The trace names no main thread of a page.');
  const { pid, tid } = main.thread;
  return (event) => event.pid === pid && event.tid === tid;
}

/** Describes the work within a task, the costliest first. */
function within(outer: TraceEvent, events: readonly TraceEvent[]): string {
  const end = outer.ts + (outer.dur ?? 0);
  const sums = new Map<string, number>();
  for (const { name, ts, tdur = 0, args } of events) {
    if (ts < outer.ts || ts > end || task.test(name) || tdur < 500) continue;
    const what = [name, args?.data?.type, args?.data?.functionName].filter(Boolean).join(' ');
    sums.set(what, (sums.get(what) ?? 0) + tdur / 1000);
  }
  const costliest = [...sums].sort(([, a], [, b]) => b - a).slice(0, 6);
  return costliest.map(([what, ms]) => `${what} ${ms.toFixed(1)}`).join(', ');
}

/** Reads a trace, which may be longer than a string can be: Chromium writes each event on a line of its own. */
function eventsOf(trace: Buffer): TraceEvent[] {
  const events: TraceEvent[] = [];
  for (let start = 0; start < trace.length; ) {
    const end = trace.indexOf('\n', start);
    const line = trace.toString('utf8', start, end < 0 ? trace.length : end);
    start = end < 0 ? trace.length : end + 1;
    const event = /^(?:\{"traceEvents":\[)?(\{.*\}),?\]?,?$/.exec(line.trim())?.[1];
    // Parses only what can count; most of a long trace are events of other threads.
    if (event && (event.includes('"tdur"') || event.includes('thread_name')))
      events.push(JSON.parse(event) as TraceEvent);
  }
  return events;
}

/** Traces the page while `act` runs. */
export async function taskTimes(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<TaskTimes> {
  await browser.startTracing(page, { categories });
  await act();
  const traced = eventsOf(await browser.stopTracing());
  const events = traced.filter(busiestMain(traced));
  const tasks = events.filter(({ name, tdur }) => task.test(name) && tdur !== undefined);
  // A task may be recorded twice, by the scheduler and by the page's timeline: the outermost counts.
  const outermost = tasks.filter(({ cat }) => cat.includes('toplevel'));
  const counted = (outermost.length > 0 ? outermost : tasks).sort((a, b) => (a.tdur ?? 0) - (b.tdur ?? 0));
  const longest = counted.at(-1);
  if (!longest) throw new Error('The trace holds no task with its processor time.');
  const at = (part: number) => (counted[Math.floor((counted.length - 1) * part)]?.tdur ?? 0) / 1000;
  return { tasks: counted.length, p99Ms: at(0.99), longestMs: at(1), longest: within(longest, events) };
}
