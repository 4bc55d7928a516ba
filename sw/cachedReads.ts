import { cachedSinceOf, fromBackend, isOurs } from '../src/api/provenance.ts';
import type { Deliverable } from '../src/contract/jobs/jobDetails.ts';
import { isCachedRead } from '../src/offline/cachedCalls.ts';
import { cachedAddresses, cachedAfterMs, cacheKey, existingResponses } from '../src/offline/responses.ts';
import { jsonResponse, removeResponse, storeResponse, touchResponse } from '../src/offline/storeResponse.ts';
import { withTimeout } from '../src/timing.ts';
import { type OwnRequest, ownRequest } from './bearer.ts';
import { withResponses } from './thisDevice.ts';

/** Returns a read whose responses are cached; null for every other request, writes and uploads above all. */
export function cachedRead(request: Request): OwnRequest | null {
  if (request.headers.has('idempotency-key')) return null;
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (request.method !== 'GET' && !isJson) return null;
  const own = ownRequest(request);
  return own && isCachedRead(request.method, own.path) ? own : null;
}

type Judgement =
  | { is: 'answer'; text: string; withdrawn: string[] }
  | { is: 'refusal' }
  | { is: 'nothing' }
  | { is: 'other' };

/** Returns the keys of the files that a job says its reader no longer gets, of any response. */
function withdrawnFiles(body: unknown): string[] {
  const { deliverables } = (body ?? {}) as { deliverables?: Partial<Deliverable>[] };
  if (!Array.isArray(deliverables)) return [];
  return deliverables.flatMap(({ file, withdrawn }) =>
    file || !withdrawn ? [] : [withdrawn.fileKey || [], withdrawn.reportKeys ?? []].flat(),
  );
}

/** Removes files and their previews from a user's cache, saved ones too. */
async function removeFiles(uid: string, keys: readonly string[]): Promise<void> {
  const cache = await existingResponses(uid);
  if (!cache || keys.length === 0) return;
  for (const address of await cachedAddresses(uid)) {
    if (keys.some((key) => address.includes(`/attachments/${key}/`))) await removeResponse(cache, address);
  }
}

/** Decides what a response means for the cached one: it replaces it, removes it, or says nothing about it. */
async function judge(response: Response): Promise<Judgement> {
  const { status } = response;
  if (status >= 500 || status === 408 || status === 429) return { is: 'nothing' };
  const isJson = /^application\/json/i.test(response.headers.get('content-type') ?? '');
  // Of a portal or a proxy on the way.
  if (!isJson || !isOurs(response)) return { is: 'nothing' };
  let text: string;
  let said: unknown;
  try {
    text = await response.text();
    said = JSON.parse(text);
  } catch {
    return { is: 'nothing' };
  }
  if (typeof said !== 'object' || said === null) return { is: 'other' };
  if (status === 401 || status === 403 || status === 404) {
    return 'errorMessage' in said ? { is: 'refusal' } : { is: 'nothing' };
  }
  const isAnswer = status === 200 && 'body' in said && !('errorMessage' in said && said.errorMessage);
  return isAnswer
    ? { is: 'answer', text, withdrawn: withdrawnFiles((said as { body?: unknown }).body) }
    : { is: 'other' };
}

async function cachedResponse(uid: string, key: string): Promise<Response | undefined> {
  return (await existingResponses(uid))?.match(key);
}

async function store(uid: string, key: string, text: string, since: number): Promise<void> {
  const before = cachedSinceOf((await cachedResponse(uid, key)) ?? new Response());
  // A later request had its response before this one; a time in the future is of a wrong clock.
  if (before !== undefined && before > since && before <= Date.now()) return;
  const bytes = new TextEncoder().encode(text).byteLength;
  await withResponses(uid, (cache) => storeResponse(cache, key, jsonResponse(text, since), bytes));
}

/**
 * Answers a read from the network; where that takes long, fails or is not the backend's, with the user's cached response. The network's
 * response, however late, is cached.
 *
 * @param waitUntil keeps the worker alive for work after the answer
 */
export async function respondToRead(
  request: Request,
  { uid, exp, path }: OwnRequest,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const since = Date.now();
  const body = request.method === 'GET' ? '' : await request.clone().text();
  const network = fetch(request);
  network.catch(() => undefined);
  const key = await cacheKey(uid, path, body);

  /** Caches a response or removes the cached one. @returns whether it is the backend's */
  async function settle(response: Response): Promise<boolean> {
    const judgement = await judge(response);
    if (judgement.is === 'answer') {
      // A device without room for it gets the response all the same.
      await removeFiles(uid, judgement.withdrawn)
        .then(() => store(uid, key, judgement.text, since))
        .catch(() => undefined);
    }
    if (judgement.is === 'refusal') {
      // Of an expired token, which says nothing about the user. By the server's clock too: that of the device may be behind.
      const now = Math.max(since, Date.parse(response.headers.get('date') ?? '') || 0);
      if (response.status === 401 && exp * 1000 <= now) return false;
      const cache = await existingResponses(uid);
      if (cache) await removeResponse(cache, key);
    }
    return judgement.is !== 'nothing';
  }

  const copy = request.cache === fromBackend ? null : await cachedResponse(uid, key).catch(() => undefined);
  if (!copy) {
    const response = await network;
    waitUntil(settle(response.clone()));
    return response;
  }
  const settled = network.then(
    async (response) => ((await settle(response.clone())) ? response : null),
    () => null,
  );
  waitUntil(settled);
  const response = await withTimeout(settled, cachedAfterMs, () => null);
  if (response) return response;
  waitUntil(existingResponses(uid).then((cache) => cache && touchResponse(cache, key)));
  return copy;
}
