import { answersCacheOf, siteCacheOf } from '../src/api/cacheNames.ts';
import { fromBackend, sinceOf } from '../src/api/copies.ts';
import { isKeptRead, keptAnswer, keptKey, keptWaitMs } from '../src/api/keptAnswers.ts';
import { isFromBackend, type OwnRequest, ownRequest } from './bearer.ts';
import { forget, keep, touch } from './boundedCache.ts';
import { keepFor } from './thisDevice.ts';

const mostBytes = 30 * 1024 * 1024;

/** A read whose answers are kept; null for every other request, writes and uploads above all. */
export function keptRead(request: Request): OwnRequest | null {
  if (request.headers.has('idempotency-key')) return null;
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (request.method !== 'GET' && !isJson) return null;
  const own = ownRequest(request);
  return own && isKeptRead(request.method, own.path) ? own : null;
}

type Judgement = { is: 'answer'; text: string } | { is: 'refusal' } | { is: 'nothing' } | { is: 'other' };

/** What an answer says about the copy: that it is out of date, that it may not be kept, or nothing at all. */
async function judge(request: Request, response: Response): Promise<Judgement> {
  const { status } = response;
  if (status >= 500 || status === 408 || status === 429) return { is: 'nothing' };
  const isJson = /^application\/json/i.test(response.headers.get('content-type') ?? '');
  // A portal or a proxy on the way: its words are about itself.
  if (!isJson || !isFromBackend(request, response)) return { is: 'nothing' };
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
  return isAnswer ? { is: 'answer', text } : { is: 'other' };
}

/** The newer of what was read lately and what was prepared for a place without a signal. */
async function copyUnder(uid: string, key: string): Promise<Response | undefined> {
  // Opening a cache would make it, also right after a sign-out.
  const [read, prepared] = await Promise.all(
    [answersCacheOf(uid), siteCacheOf(uid)].map((cacheName) => caches.match(key, { cacheName })),
  );
  if (!read || !prepared) return read ?? prepared;
  return (sinceOf(prepared) ?? 0) > (sinceOf(read) ?? 0) ? prepared : read;
}

async function keepAnswer(uid: string, key: string, text: string, since: number): Promise<void> {
  const before = sinceOf((await copyUnder(uid, key)) ?? new Response());
  // A later request was answered before this one; a time that is yet to come is of a clock that was wrong.
  if (before !== undefined && before > since && before <= Date.now()) return;
  const bytes = new TextEncoder().encode(text).byteLength;
  await keepFor(uid, answersCacheOf(uid), (cache) =>
    keep(cache, key, keptAnswer(text, since), bytes, mostBytes),
  );
  if (await caches.match(key, { cacheName: siteCacheOf(uid) })) {
    await keepFor(uid, siteCacheOf(uid), (cache) => cache.put(key, keptAnswer(text, since)));
  }
}

async function inCache(name: string, work: (cache: Cache) => Promise<unknown>): Promise<void> {
  if (await caches.has(name)) await work(await caches.open(name));
}

/**
 * Answers a read: from the network, and where that takes long, fails or speaks nonsense, with the person's copy. The network's
 * answer, however late, is the next copy.
 *
 * @param waitUntil keeps the worker alive for what goes on after the answer
 */
export async function answerRead(
  request: Request,
  { uid, exp, path }: OwnRequest,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const since = Date.now();
  const body = request.method === 'GET' ? '' : await request.clone().text();
  const network = fetch(request);
  network.catch(() => undefined);
  const key = await keptKey(uid, path, body);

  /** Whether the network's word counts; it also becomes the copy, or takes it away. */
  async function settle(response: Response): Promise<boolean> {
    const judgement = await judge(request, response);
    if (judgement.is === 'answer') await keepAnswer(uid, key, judgement.text, since);
    if (judgement.is === 'refusal') {
      // Of a token that had run out, which says nothing about the person.
      if (response.status === 401 && exp * 1000 <= since) return false;
      await inCache(answersCacheOf(uid), (cache) => forget(cache, key));
      await inCache(siteCacheOf(uid), (cache) => cache.delete(key));
    }
    return judgement.is !== 'nothing';
  }

  const copy = request.cache === fromBackend ? null : await copyUnder(uid, key);
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
  const late = new Promise<null>((resolve) => setTimeout(resolve, keptWaitMs, null));
  const response = await Promise.race([settled, late]);
  if (response) return response;
  waitUntil(inCache(answersCacheOf(uid), (cache) => touch(cache, key)));
  return copy;
}
