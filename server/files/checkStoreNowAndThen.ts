import { claimStoreCheck, endStoreCheck } from '../data/chores.ts';
import { nowSeconds, type Services } from '../services.ts';
import { checkStore } from './checkStore.ts';

const hour = 3600;
const day = 24 * hour;
/** How often a process asks whether it is due. */
const askMs = 10 * 60_000;

/**
 * Has the store looked through once a day, by whichever process asks first; what no row names is removed. If that process dies,
 * another one begins anew some hours later.
 *
 * @returns what stops it, and resolves when nothing is being done any more
 */
export function checkStoreNowAndThen(services: Services): () => Promise<void> {
  const { db, log, now, pulse } = services;
  const stop = new AbortController();
  let lastMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    if (!(await claimStoreCheck(db, { now: nowSeconds(services), first: hour, lease: 6 * hour }))) return;
    const { missingKeys, suspicious, ...found } = await checkStore(services, 'few', { stop: stop.signal });
    if (stop.signal.aborted) return;
    const done = nowSeconds(services);
    await endStoreCheck(db, { done, due: done + day, found });
    if (found.missing > 0)
      log.error({ keys: missingKeys, count: found.missing }, 'files are gone from the store');
    if (suspicious) log.error(found, 'too much of the store is named by no row; nothing was removed');
    else if (found.removed > 0) log.info(found, 'files that no row names were removed');
  }

  const stopListening = pulse.onBeat(() => {
    if (checking || now() - lastMs < askMs) return;
    lastMs = now();
    checking = check()
      .catch((error: unknown) => log.warn({ err: error }, 'the store was not looked through'))
      .finally(() => {
        checking = undefined;
      });
  });
  return async () => {
    stop.abort();
    stopListening();
    await checking;
  };
}
