import { hexHash } from '../api/bytes.ts';

/**
 * The response cache, for reads without a connection: one Cache for each user, which the worker and the page share. It is bounded by
 * bytes, and evicts the least recently used responses. Those of offline jobs (`offlineJobs.ts`) are pinned in the same cache: a response
 * without a usage record is never evicted.
 */

/** How long a read waits for the network before a cached response is used. */
export const cachedAfterMs = 3000;

/** The origin of cached addresses. No host has this name, and no request goes there. */
const origin = 'https://kept.invalid/';
export const usagePrefix = `${origin}used/`;
/** The addresses of the records of `offlineJobs.ts`, in the same cache, so that they are deleted with it. */
export const offlineJobsPrefix = `${origin}prepared/`;

function nameOf(uid: string): string {
  return `responses:${uid}`;
}

/**
 * Returns the address a response is cached under.
 *
 * @param path below the base
 * @param body as it is sent; empty for a GET
 */
export async function cacheKey(uid: string, path: string, body = ''): Promise<string> {
  const suffix = body === '' ? '' : `?body=${await hexHash(body)}`;
  return `${origin}${encodeURIComponent(uid)}${path}${suffix}`;
}

/** Opens a user's cache, which creates it. */
export function openResponses(uid: string): Promise<Cache> {
  return caches.open(nameOf(uid));
}

/** Opens a user's cache if there is one; a sign-out deletes it, and a read must not create it again. */
export async function existingResponses(uid: string): Promise<Cache | null> {
  return (await caches.has(nameOf(uid))) ? caches.open(nameOf(uid)) : null;
}

/** Returns the addresses of all that is cached for a user. */
export async function cachedAddresses(uid: string): Promise<string[]> {
  const requests = (await (await existingResponses(uid))?.keys()) ?? [];
  return requests.flatMap(({ url }) =>
    url.startsWith(usagePrefix) || url.startsWith(offlineJobsPrefix) ? [] : url,
  );
}

/** Deletes everything that is cached for a user, saved jobs included. */
export async function purgeResponses(uid: string): Promise<void> {
  await caches.delete(nameOf(uid));
}
