import { once, withTimeout } from '../../timing.ts';

const prefix = 'ev-draft:';
/** A browser may never answer for its locks. */
const lockLimitMs = 1000;

function locksHere(): LockManager | undefined {
  return globalThis.navigator?.locks;
}

/** Holds a lock for as long as this window lives, by which the others know that it does. */
async function openSlot(): Promise<string> {
  const slot = crypto.randomUUID();
  const held = new Promise<void>((held) => {
    const request = locksHere()?.request(prefix + slot, () => {
      held();
      return new Promise<never>(() => undefined);
    });
    if (request) request.catch(() => held());
    else held();
  });
  // Goes on without: the others then take this window for a closed one until it is granted.
  await withTimeout(held, lockLimitMs).catch(() => undefined);
  return slot;
}

/** Names the drafts of this window; a reload is a new window. */
export const windowSlot = once(openSlot);

/**
 * The slots of the windows that are open. Without locks, nobody else is known to be.
 *
 * @throws when the browser does not answer: then nothing may be taken over
 */
export async function openSlots(): Promise<ReadonlySet<string>> {
  const locks = locksHere();
  const answer = locks && withTimeout(locks.query(), lockLimitMs);
  const { held = [] } = (await answer) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])));
}
