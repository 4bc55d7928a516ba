/**
 * What a click on a notification is to open, for a window that starts only because of it. In a cache of the person's own: the
 * worker can write it, a page that starts finds it, and it goes with everything else that is theirs.
 */

/** No host has this name, and no request goes there. */
const key = 'https://kept.invalid/opening';
const freshMs = 60_000;

export function openingCacheOf(uid: string): string {
  return `opening:${uid}`;
}

/** @param path of this app, with its search */
export async function keepOpening(cache: Cache, path: string): Promise<void> {
  await cache.put(key, Response.json({ path, at: Date.now() }));
}

/** What this person clicked a moment ago and no window has opened yet. It is given once. */
export async function takeOpening(uid: string): Promise<string | null> {
  try {
    const cacheName = openingCacheOf(uid);
    const kept = await caches.match(key, { cacheName });
    // Of two that ask, one takes it.
    if (!kept || !(await caches.delete(cacheName))) return null;
    const { path, at } = (await kept.json()) as { path: string; at: number };
    const age = Date.now() - at;
    return age >= 0 && age < freshMs ? path : null;
  } catch {
    // Without caches there is no worker either.
    return null;
  }
}
