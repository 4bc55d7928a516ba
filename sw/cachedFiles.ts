import { digestHeader, matchesDigest } from '../src/api/digest.ts';
import { fromBackend, isOurs } from '../src/api/provenance.ts';
import { calls, responseMark } from '../src/contract/calls.ts';
import { cacheKey, existingResponses } from '../src/offline/responses.ts';
import {
  fileResponse,
  maxCachedFileBytes,
  storeResponse,
  touchResponse,
} from '../src/offline/storeResponse.ts';
import { type OwnRequest, ownRequest } from './bearer.ts';
import { withResponses } from './thisDevice.ts';

/** Path of an attachment, or of a preview of one (`…/preview/{size}`). */
const attachmentPath = new RegExp(`^${calls.attachment.path.replace(/\{\w+\}/g, '[^/]+')}(/[^/]+)?$`);

/**
 * Returns a read of an attachment, whole or in part, or of a preview; null for every other request, and for those that bypass the cache.
 */
export function openedFile(request: Request): OwnRequest | null {
  if (request.method !== 'GET' || request.cache === fromBackend) return null;
  const own = ownRequest(request);
  return own && attachmentPath.test(own.path) ? own : null;
}

/** Whether a response is a file: JSON is a refusal. */
function isFile(response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && isOurs(response) && !/html|^application\/json/i.test(type);
}

/** Stores a file that is provably whole. */
async function storeFile(uid: string, key: string, response: Response): Promise<void> {
  const { headers } = response;
  const announced = Number(headers.get('content-length') ?? 0);
  if (announced > maxCachedFileBytes) {
    await response.body?.cancel();
    return;
  }
  const file = await response.blob();
  const isWhole = headers.has(digestHeader) ? await matchesDigest(file, headers) : file.size === announced;
  if (!isWhole || file.size > maxCachedFileBytes) return;
  await withResponses(uid, (cache) => storeResponse(cache, key, fileResponse(file), file.size));
}

const oneRange = /^bytes=(\d+)-(\d+)$/;

/** Returns the part of a cached file that a request asks for, else all of it; marked as the backend's, as its response was. */
async function answerWith(cached: Response, range: string | null): Promise<Response> {
  const headers = new Headers(cached.headers);
  headers.set(responseMark, '1');
  const asked = oneRange.exec(range ?? '');
  if (!asked) return new Response(cached.body, { headers });
  const [first, last] = asked.slice(1).map(Number) as [number, number];
  const file = await cached.blob();
  const part = file.slice(first, last + 1);
  // One that is none: behind the file, or with its end before its beginning.
  if (part.size === 0) return new Response(file, { headers });
  headers.set('content-length', String(part.size));
  headers.set('content-range', `bytes ${first}-${first + part.size - 1}/${file.size}`);
  return new Response(part, { status: 206, headers });
}

/**
 * Answers with the cached file, which never changes under its key; else from the network, and caches a whole one.
 */
export async function respondWithFile(
  request: Request,
  { uid, path }: OwnRequest,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const key = await cacheKey(uid, path);
  const cache = await existingResponses(uid).catch(() => null);
  const cached = await cache?.match(key);
  if (cache && cached) {
    waitUntil(touchResponse(cache, key));
    return answerWith(cached, request.headers.get('range'));
  }
  const response = await fetch(request);
  if (isFile(response)) waitUntil(storeFile(uid, key, response.clone()).catch(() => undefined));
  return response;
}
