import { cachedSinceHeader } from '../api/provenance.ts';
import { usagePrefix } from './responses.ts';

/** Stores responses in the cache, and makes room in it. Apart from `responses.ts`, which the first screen loads. */

const maxBytes = 80 * 1024 * 1024;
/** The part of the limit that is stored between two checks of it, on average: a check reads the usage of every response. */
const uncheckedShare = 1 / 20;
/** A larger file would evict too much else. */
export const maxCachedFileBytes = 25 * 1024 * 1024;

/** Returns a response for the cache. @param since when it was requested, milliseconds since 1970 */
export function jsonResponse(text: string, since: number): Response {
  return new Response(text, {
    headers: { 'content-type': 'application/json', [cachedSinceHeader]: String(since) },
  });
}

/** Returns a response for the cache. @param file whole, as far as that can be known */
export function fileResponse(file: Blob): Response {
  return new Response(file, {
    headers: { 'content-type': file.type, 'content-length': String(file.size) },
  });
}

/** Size of a response, and when it was used last (milliseconds since 1970). */
type Usage = { bytes: number; used: number };

function usageAddress(key: string): string {
  return usagePrefix + encodeURIComponent(key);
}

async function usageOf(cache: Cache, key: string): Promise<Usage | undefined> {
  return (await (await cache.match(usageAddress(key)))?.json()) as Usage | undefined;
}

/** Evicts the least recently used responses, until the rest has no more bytes than `most`. */
async function evict(cache: Cache, most: number): Promise<void> {
  const usages: [key: string, usage: Usage][] = [];
  for (const { url } of await cache.keys()) {
    if (!url.startsWith(usagePrefix)) continue;
    const key = decodeURIComponent(url.slice(usagePrefix.length));
    const usage = await usageOf(cache, key);
    if (usage) usages.push([key, usage]);
  }
  let bytes = usages.reduce((sum, [, usage]) => sum + usage.bytes, 0);
  for (const [key, usage] of usages.sort(([, a], [, b]) => a.used - b.used)) {
    if (bytes <= most) return;
    bytes -= usage.bytes;
    await removeResponse(cache, key);
  }
}

async function put(cache: Cache, key: string, response: Response, bytes: number): Promise<void> {
  // First, because a response without it is pinned.
  await cache.put(usageAddress(key), Response.json({ bytes, used: Date.now() } satisfies Usage));
  await cache.put(key, response);
}

/** Caches a response and makes room for it; on a full device, evicts half of the cache. Replaces a pinned one, which stays pinned. */
export async function storeResponse(
  cache: Cache,
  key: string,
  response: Response,
  bytes: number,
  most = maxBytes,
): Promise<void> {
  if (await isPinned(cache, key)) return cache.put(key, response);
  const again = response.clone();
  try {
    await put(cache, key, response, bytes);
  } catch {
    await evict(cache, most / 2);
    await put(cache, key, again, bytes);
  }
  // By chance, because a worker that ends after half a minute counts nothing.
  if (Math.random() * most * uncheckedShare < bytes) await evict(cache, most);
}

/** Notes that a response was used just now. */
export async function touchResponse(cache: Cache, key: string): Promise<void> {
  const usage = await usageOf(cache, key);
  if (usage)
    await cache.put(usageAddress(key), Response.json({ ...usage, used: Date.now() } satisfies Usage));
}

export async function removeResponse(cache: Cache, key: string): Promise<void> {
  await cache.delete(key);
  await cache.delete(usageAddress(key));
}

/** Caches a response that is never evicted. */
export async function pinResponse(cache: Cache, key: string, response: Response): Promise<void> {
  await cache.put(key, response);
  await cache.delete(usageAddress(key));
}

export async function isPinned(cache: Cache, key: string): Promise<boolean> {
  const [cached, usage] = await Promise.all([cache.match(key), cache.match(usageAddress(key))]);
  return cached !== undefined && usage === undefined;
}
