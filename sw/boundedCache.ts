import { usesPrefix } from '../src/api/keptAnswers.ts';

/**
 * A cache of one person that never grows beyond so many bytes: what was used longest ago goes first. Sizes and times lie in
 * the same cache, so that whoever deletes the cache leaves nothing of it anywhere.
 */
type Use = { bytes: number; used: number };

function usedAt(key: string): string {
  return usesPrefix + encodeURIComponent(key);
}

async function usesIn(cache: Cache): Promise<Map<string, Use>> {
  const uses = new Map<string, Use>();
  for (const { url } of await cache.keys()) {
    if (!url.startsWith(usesPrefix)) continue;
    const use = (await (await cache.match(url))?.json()) as Use | undefined;
    if (use) uses.set(decodeURIComponent(url.slice(usesPrefix.length)), use);
  }
  return uses;
}

/** Takes away what was used longest ago, until the rest has no more bytes than `mostBytes`. */
async function shrink(cache: Cache, mostBytes: number): Promise<void> {
  const uses = await usesIn(cache);
  let bytes = [...uses.values()].reduce((sum, use) => sum + use.bytes, 0);
  for (const [key, use] of [...uses].sort(([, a], [, b]) => a.used - b.used)) {
    if (bytes <= mostBytes) return;
    bytes -= use.bytes;
    await forget(cache, key);
  }
}

async function put(cache: Cache, key: string, copy: Response, bytes: number): Promise<void> {
  // Its size first: what has none would never be taken away.
  await cache.put(usedAt(key), Response.json({ bytes, used: Date.now() } satisfies Use));
  await cache.put(key, copy);
}

/** Keeps a copy, and makes room for it. A device that is full keeps half of what it had. */
export async function keep(
  cache: Cache,
  key: string,
  copy: Response,
  bytes: number,
  mostBytes: number,
): Promise<void> {
  const again = copy.clone();
  try {
    await put(cache, key, copy, bytes);
  } catch {
    await shrink(cache, mostBytes / 2);
    await put(cache, key, again, bytes);
  }
  await shrink(cache, mostBytes);
}

/** Notes that a copy was used just now. */
export async function touch(cache: Cache, key: string): Promise<void> {
  const use = (await (await cache.match(usedAt(key)))?.json()) as Use | undefined;
  if (use) await cache.put(usedAt(key), Response.json({ ...use, used: Date.now() } satisfies Use));
}

export async function forget(cache: Cache, key: string): Promise<void> {
  await Promise.all([cache.delete(key), cache.delete(usedAt(key))]);
}
