import { filesCacheOf, siteCacheOf } from '../src/api/cacheNames.ts';
import { fromBackend } from '../src/api/copies.ts';
import { keptKey } from '../src/api/keptAnswers.ts';
import { calls } from '../src/contract/calls.ts';
import { isFromBackend, type OwnRequest, ownRequest } from './bearer.ts';
import { keep, touch } from './boundedCache.ts';
import { keepFor } from './thisDevice.ts';

const mostBytes = 50 * 1024 * 1024;
/** One large plan must not take the place of everything else. */
const largestBytes = mostBytes / 2;

/** Of an attachment, or of a preview of one (`…/preview/{size}`). */
const attachmentPath = new RegExp(`^${calls.attachment.path.replace(/\{\w+\}/g, '[^/]+')}(/[^/]+)?$`);

/** The opening of a whole attachment, or of a preview; null for every other request. What asks for no copy looks after its own. */
export function openedFile(request: Request): OwnRequest | null {
  if (request.method !== 'GET' || request.headers.has('range') || request.cache === fromBackend) return null;
  const own = ownRequest(request);
  return own && attachmentPath.test(own.path) ? own : null;
}

/** Whether an answer is a file: JSON is a refusal, and HTML is somebody else's. */
function isFile(request: Request, response: Response): boolean {
  const type = response.headers.get('content-type') ?? '';
  return (
    response.status === 200 && isFromBackend(request, response) && !/html|^application\/json/i.test(type)
  );
}

async function keepFile(uid: string, key: string, response: Response): Promise<void> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > largestBytes) {
    await response.body?.cancel();
    return;
  }
  const file = await response.blob();
  const isWhole = announced === 0 || response.headers.has('content-encoding') || file.size === announced;
  if (!isWhole || file.size > largestBytes) return;
  const copy = new Response(file, {
    headers: { 'content-type': file.type, 'content-length': String(file.size) },
  });
  await keepFor(uid, filesCacheOf(uid), (cache) => keep(cache, key, copy, file.size, mostBytes));
}

/** Answers with the copy of a file, which never changes under its key; else from the network, keeping what comes. */
export async function answerFile(
  request: Request,
  { uid, path }: OwnRequest,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const key = await keptKey(uid, path);
  const cacheName = filesCacheOf(uid);
  const prepared = await caches.match(key, { cacheName: siteCacheOf(uid) });
  if (prepared) return prepared;
  const copy = await caches.match(key, { cacheName });
  if (copy) {
    waitUntil(caches.open(cacheName).then((cache) => touch(cache, key)));
    return copy;
  }
  const response = await fetch(request);
  if (isFile(request, response)) waitUntil(keepFile(uid, key, response.clone()).catch(() => undefined));
  return response;
}
