import { jobQuery, queryClient } from '../../../api/queries.ts';
import { prefetchMarginPx } from '../../../contract/limits.ts';

/** The list must rest this long, so that scrolling past hundreds of jobs asks for none of them. */
const restMs = 500;
/** Rows that slide by under a pointer at rest, or are passed with the arrow keys, are not meant. */
const intentMs = 50;
/** Two at a time, so that what a person asks for never waits behind what they may ask for. */
const atOnce = 2;
/** Jobs that nobody opened are forgotten soon. */
const keptMs = 5 * 60_000;

type Connection = { saveData?: boolean; effectiveType?: string };

/** A person who saves data, or whose line is slow, gets only what they ask for. */
function isLineSpared(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

/** The links near the window, and their jobs. */
const near = new Map<Element, string>();
const jobIds = new WeakMap<Element, string>();
let resting: ReturnType<typeof setTimeout> | undefined;
let isRunning = false;

function nextJob(): string | undefined {
  const known = (jobId: string) => queryClient.getQueryState(jobQuery(jobId).queryKey) !== undefined;
  return [...near.values()].find((jobId) => !known(jobId));
}

/** Takes what is near at each moment, so that what was scrolled away meanwhile is not asked for. */
async function run(): Promise<void> {
  for (let jobId = nextJob(); jobId !== undefined && !isLineSpared(); jobId = nextJob()) {
    await queryClient.prefetchQuery({ ...jobQuery(jobId), gcTime: keptMs });
  }
}

async function runAll(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  await Promise.all(Array.from({ length: atOnce }, run));
  isRunning = false;
}

function onChange(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const jobId = jobIds.get(target);
    if (isIntersecting && jobId !== undefined) near.set(target, jobId);
    else near.delete(target);
  }
  clearTimeout(resting);
  resting = setTimeout(() => void runAll(), restMs);
}

let intent: ReturnType<typeof setTimeout> | undefined;

/** Reads a job ahead that a pointer or the focus rests on. */
export function intend(jobId: string): void {
  clearTimeout(intent);
  intent = setTimeout(() => void queryClient.prefetchQuery(jobQuery(jobId)), intentMs);
}

export function forgetIntent(): void {
  clearTimeout(intent);
}

let observer: IntersectionObserver | undefined;

/**
 * Reads a job ahead once its link is in the window or within 200 px of it (§9), and the list rests. One observer watches all
 * links.
 *
 * @returns what ends the watch
 */
export function watchNear(link: Element, jobId: string): () => void {
  observer ??= new IntersectionObserver(onChange, { rootMargin: `${prefetchMarginPx}px` });
  const watching = observer;
  jobIds.set(link, jobId);
  watching.observe(link);
  return () => {
    watching.unobserve(link);
    near.delete(link);
  };
}
