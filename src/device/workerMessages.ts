/** Questions of the worker to the windows, each with a port for the response. A window that is frozen does not respond. */
export type WorkerRequest =
  /** A push has arrived. True when its message is in sight in the window: its conversation is open, and the window has the focus. */
  | { type: 'pushed'; ownerUid: string; jobId: string; communicationId: string }
  /** A notification was clicked. True when the window shows what it is about. */
  | { type: 'open'; ownerUid: string; path: string };

/** How long the worker waits for a response. */
export const responseTimeoutMs = 500;
/** How long it waits after a click: a browser soon forgets that there was one. */
export const clickTimeoutMs = 250;

/** No host has this name, and no request goes there. */
const openingKey = 'https://kept.invalid/opening';
const freshMs = 60_000;

/** A cache of the user's own, which the worker can write and a starting page can read; a sign-out deletes it with their others. */
export function pendingOpeningCache(uid: string): string {
  return `opening:${uid}`;
}

/** Stores what a clicked notification opens, for a window that starts only because of the click. @param path with search and hash */
export async function storePendingOpening(cache: Cache, path: string): Promise<void> {
  await cache.put(openingKey, Response.json({ path, at: Date.now() }));
}

/** Takes what this user clicked less than a minute ago and no window has opened yet. It is given once. */
export async function takePendingOpening(uid: string): Promise<string | null> {
  try {
    const cacheName = pendingOpeningCache(uid);
    const stored = await caches.match(openingKey, { cacheName });
    // Of two windows that ask, one takes it.
    if (!stored || !(await caches.delete(cacheName))) return null;
    const { path, at } = (await stored.json()) as { path: string; at: number };
    const age = Date.now() - at;
    return age >= 0 && age < freshMs ? path : null;
  } catch {
    // Without caches there is no worker either.
    return null;
  }
}
