import { once, withTimeout } from '../../timing.ts';

const prefix = 'ev-draft:';
/** A browser may never answer for its locks. */
const lockLimitMs = 1000;

function locksHere(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/** Holds a lock for the lifetime of this window, by which the others know that it is open. */
async function openSlot(): Promise<string> {
  const slot = crypto.randomUUID();
  const granted = new Promise<void>((resolve) => {
    const request = locksHere()?.request(prefix + slot, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
    if (request) request.catch(() => resolve());
    else resolve();
  });
  // Until the lock is granted, other windows consider this one closed.
  await withTimeout(granted, lockLimitMs).catch(() => undefined);
  return slot;
}

/** Names the drafts of this window; a reload is a new window. */
export const windowSlot = once(openSlot);

/**
 * Returns the slots of the open windows. Without locks, no other is known to be open.
 *
 * @param onLate called when the browser responds after all
 * @throws when the browser does not respond in time: then no draft may be taken over
 */
export async function openSlots(onLate: () => void): Promise<ReadonlySet<string>> {
  const query = locksHere()?.query();
  const answer = query && withTimeout(query, lockLimitMs);
  answer?.catch(() => query?.then(onLate, () => undefined));
  const { held = [] } = (await answer) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
