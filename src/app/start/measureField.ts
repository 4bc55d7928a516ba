import { onINP, onLCP } from 'web-vitals';
import { getConnectivity } from '../../api/connectivity.ts';
import { apiBase } from '../../api/provenance.ts';
import { calls, type RequestOf } from '../../contract/calls.ts';
import { type Engine, type FieldMeasure, type Measured, mostMeasured } from '../../contract/fieldData.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { onWaitingChange } from '../../outbox/records/waiting.ts';
import { getSession } from '../../session/session.ts';
import { readStored, writeStored } from '../../storage.ts';
import { isWide } from '../../ui/useIsWide.ts';

/** When *Update* was pressed, milliseconds since 1970, for the page that loads the new version. */
const updatedKey = 'updated';
const listCalls = [calls.jobs.path, calls.searchJobs.path];

const measured: Measured[] = [];

function note(what: FieldMeasure, ms: number): void {
  if (ms >= 0) measured.push({ what, value: Math.round(ms) / 1000 });
}

function engine(): Engine {
  if ('userAgentData' in navigator) return 'chromium';
  return navigator.userAgent.includes('Firefox/') ? 'firefox' : 'webkit';
}

/** Sends what was measured: as the page is hidden, which may be the last that it hears. Without a connection it waits for the next time. */
function send(): void {
  while (measured.length > 0 && getConnectivity().reachable) {
    const batch = measured.slice(0, mostMeasured);
    const body: RequestOf<'fieldData'> = {
      engine: engine(),
      screen: isWide() ? 'desk' : 'phone',
      measured: batch,
    };
    const text = new Blob([JSON.stringify(body)], { type: 'application/json' });
    if (!navigator.sendBeacon(apiBase + calls.fieldData.path, text)) return;
    measured.splice(0, batch.length);
  }
}

/** Whether a page that starts at this address begins with a list of jobs. */
function beginsWithList({ pathname }: URL): boolean {
  return pathname === '/' || pathname === '/jobs' || pathname.startsWith('/jobs/listing');
}

/** Measures the first list of a start whose user was signed in already: nobody waits for what they type. */
function measureFirstList(): void {
  const [start] = performance.getEntriesByType('navigation');
  if (getSession().stage !== 'active' || !start || !beginsWithList(new URL(start.name))) return;
  const updated = Number(readStored(updatedKey, 'sessionStorage'));
  writeStored(updatedKey, null, 'sessionStorage');
  const observer = new PerformanceObserver((entries) => {
    const [list] = entries.getEntriesByName('list');
    if (!list) return;
    observer.disconnect();
    const reads = performance
      .getEntriesByType('resource')
      .filter(({ name }) => listCalls.some((path) => name.endsWith(path))) as PerformanceResourceTiming[];
    const isRead = reads.some(({ responseEnd }) => responseEnd > 0 && responseEnd <= list.startTime);
    note(isRead ? 'list-from-server' : 'list-from-device', list.startTime);
    if (updated > 0) note('update', performance.timeOrigin + list.startTime - updated);
  });
  observer.observe({ type: 'mark', buffered: true });
}

/** Asks a worker for the bytes that it has fetched. */
function askForBytes(worker: ServiceWorker): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    // Where the browser tells it nothing, a new version has no size.
    if (data > 0) measured.push({ what: 'update-bytes', value: data });
    port1.close();
  };
  worker.postMessage({ type: 'FETCHED_BYTES' }, [port2]);
}

/** Measures what a new version fetches, and notes when the user has chosen it. */
async function measureUpdates(): Promise<void> {
  addEventListener('pagehide', () => {
    const [pressed] = performance.getEntriesByName('update');
    if (!pressed) return;
    writeStored(updatedKey, String(performance.timeOrigin + pressed.startTime), 'sessionStorage');
  });
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const follow = () => {
    const { installing, active } = registration;
    // The first version of all is no update.
    if (!installing || !active) return;
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installed') askForBytes(installing);
    });
  };
  registration.addEventListener('updatefound', follow);
  // One may have been found before this was loaded.
  follow();
}

/** Measures what leaves at once, whichever page or worker sends it. */
function measureOutbox(): void {
  const known = new Set<number>();
  const noteOnce = (seq: number, ms: number) => {
    if (!known.has(seq)) note('outbox', ms);
    known.add(seq);
  };
  pageOutbox().onDelivered(({ seq, written, undoWindowMs }) => {
    if (!undoWindowMs) noteOnce(seq, Date.now() - written.at);
  });
  onWaitingChange((now, before) => {
    const waited = new Set(before?.flatMap(({ seq, ack }) => (ack ? [] : seq)));
    for (const { seq, ack, written, undoWindowMs } of now)
      if (ack && waited.has(seq) && !undoWindowMs) noteOnce(seq, ack.at - written.at);
  });
}

/**
 * Measures this start and what follows as their user feels them, and sends it without a word of whose it is. Called once, where the firm's
 * server counts it.
 */
export function measureField(): void {
  let isLeft = false;
  onLCP(({ value }) => note('largest-paint', value));
  onINP(({ value }) => {
    // Later times that the app is left say the same interaction again, or that of another hour.
    if (!isLeft) note('interaction', value);
  });
  measureFirstList();
  measureOutbox();
  void measureUpdates();
  const leave = () => {
    isLeft = true;
    send();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  addEventListener('pagehide', leave);
}
