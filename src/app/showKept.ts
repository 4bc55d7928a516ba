import { siteCacheOf } from '../api/cacheNames.ts';
import { rowsAtStart } from '../outbox/startRows.ts';
import { showRecordsOf } from '../outbox/waiting.ts';
import { recall } from '../session/remembered.ts';
import { putSite } from '../session/siteState.ts';
import { within } from '../session/within.ts';

const waitMs = 1000;

/**
 * What waits to be sent, and what was prepared for a place without a signal, is there with the first screen where there is
 * any, so that nothing moves when it is found later. Most people have neither.
 */
export async function showKept(): Promise<void> {
  const known = recall();
  if (!known) return;
  const shown = Promise.all([showWaiting(known), showPrepared(known.uid)]);
  await within(waitMs, shown, undefined);
}

async function showWaiting({ uid, email }: { uid: string; email: string }): Promise<void> {
  if ((await rowsAtStart()).isEmpty) return;
  const { pageOutbox, readAgain } = await import('../outbox/pageOutbox.ts');
  showRecordsOf({ uid, email });
  pageOutbox();
  await readAgain();
}

async function showPrepared(uid: string): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(siteCacheOf(uid)))) return;
  const { readPrepared } = await import('../api/siteCache.ts');
  const found = await readPrepared(uid);
  putSite({ jobs: new Map(found.map((job) => [job.jobId, job])) });
}
