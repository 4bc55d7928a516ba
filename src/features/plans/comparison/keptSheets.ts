import * as v from 'valibot';
import { ComparedSheet, comparisonVersion } from '../../../contract/files/comparison.ts';
import { cacheKey, openResponses, purgeResponses } from '../../../offline/responses.ts';
import { removeResponse, storeResponse } from '../../../offline/storeResponse.ts';
import { recordsOwner } from '../../../outbox/records/waiting.ts';

/** The keys of the files before and after. */
export type Pair = { before: string; after: string };

function addressOf(uid: string, { before, after }: Pair): Promise<string> {
  return cacheKey(uid, `/comparing/${before}/${after}/${comparisonVersion}`);
}

/** Opens the user's cache while they are signed in; null where there is none. A sign-out deletes it with all that is in it. */
async function opened(): Promise<{ uid: string; cache: Cache } | null> {
  const uid = recordsOwner()?.uid;
  if (uid === undefined) return null;
  const cache = await openResponses(uid).catch(() => null);
  return cache && { uid, cache };
}

/** Reads the sheets that were compared before the comparison was stopped, or its page was killed. */
export async function readKeptSheets(pair: Pair): Promise<ComparedSheet[]> {
  const place = await opened();
  if (!place) return [];
  const kept = await place.cache.match(await addressOf(place.uid, pair)).catch(() => undefined);
  const read = v.safeParse(v.array(ComparedSheet), await kept?.json().catch(() => null));
  return read.success ? read.output : [];
}

/** Keeps the sheets that are compared so far; none once all are. Does nothing where the browser keeps nothing. */
export async function keepSheets(pair: Pair, sheets: readonly ComparedSheet[]): Promise<void> {
  const place = await opened();
  if (!place) return;
  const { uid, cache } = place;
  try {
    const address = await addressOf(uid, pair);
    if (sheets.length === 0) return await removeResponse(cache, address);
    const text = JSON.stringify(sheets);
    await storeResponse(cache, address, new Response(text), text.length);
    // A sign-out meanwhile has deleted the cache, which this has created again.
    if (recordsOwner()?.uid !== uid) await purgeResponses(uid);
  } catch {
    // What is not kept is compared once more.
  }
}
