import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { planSource } from '../../../src/features/plans/open/planSource.ts';
import { withVisibleTimeout } from '../../../src/features/plans/open/withVisibleTimeout.ts';
import { cacheKey, openResponses } from '../../../src/offline/responses.ts';
import { fileResponse, storeResponse } from '../../../src/offline/storeResponse.ts';
import { showRecordsOf } from '../../../src/outbox/records/waiting.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();
const bytes = Buffer.alloc(3 * 2 ** 20, 'plan ');
const plan = {
  key: 'k1',
  fileName: 'plan.pdf',
  link: '/attachments/k1/plan.pdf',
  contentType: 'application/pdf',
  size: bytes.length,
};

/** What the library reads a large plan by, as far as the app uses it. */
class Transport {
  parts = new Map<number, Uint8Array>();
  requestDataRange(_begin: number, _end: number): void {}
  onDataRange(begin: number, part: Uint8Array): void {
    this.parts.set(begin, part);
  }
  onDataProgressiveRead(): void {}
  onDataProgressiveDone(): void {}
}

it.each([
  ['a part', 206],
  ['the whole file in the place of a part', 200],
])('%s of a plan that something on the way ends early is requested again', async (_, status) => {
  let parts = 0;
  backend.handle = ({ headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (first === undefined) return void response.destroy();
    parts += 1;
    const sent = status === 206 ? bytes.subarray(Number(first), Number(last) + 1) : bytes;
    // Without a length, so that the end looks like the end of the file.
    response.writeHead(status, { 'ev-jobs': '1', 'content-type': 'application/pdf' });
    response.end(parts === 1 ? sent.subarray(0, 1000) : sent);
  };
  const source = planSource(plan, () => undefined);
  const { range } = await source.read(Transport as never);
  const transport = range as unknown as Transport;
  transport.requestDataRange(2 ** 20, 2 ** 20 + 4096);
  await inTheEnd(() => expect(source.isWaiting()).toBe(false));
  expect(Buffer.from(transport.parts.get(2 ** 20) ?? [])).toEqual(bytes.subarray(2 ** 20, 2 ** 20 + 4096));
  expect(parts).toBe(2);
  source.stop();
});

/** Answers a request of a part. */
function answerPart(range: string, response: ServerResponse): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  response.writeHead(206, { 'ev-jobs': '1', 'content-type': 'application/pdf' });
  response.end(bytes.subarray(Number(first), Number(last) + 1));
}

it('a part that is asked for too often is requested again later', async () => {
  let parts = 0;
  backend.handle = ({ headers: { range } }, response) => {
    if (range === undefined) return void response.destroy();
    parts += 1;
    if (parts === 1) answerJson(response, 429, { errorMessage: 'Too many requests.' });
    else answerPart(range, response);
  };
  const source = planSource(plan, () => undefined);
  const { range } = await source.read(Transport as never);
  const transport = range as unknown as Transport;
  transport.requestDataRange(2 ** 20, 2 ** 20 + 4096);
  await inTheEnd(() => expect(source.isWaiting()).toBe(false));
  expect(transport.parts.has(2 ** 20)).toBe(true);
  source.stop();
});

it('what waits for a part that is refused ends with the refusal, until the file is read anew', async () => {
  vi.stubGlobal('document', { visibilityState: 'visible' });
  backend.handle = ({ headers: { range } }, response) => {
    if (range === undefined) return void response.destroy();
    answerJson(response, 404, { errorMessage: 'There is no such file.' });
  };
  const source = planSource(plan, () => undefined);
  const { range } = await source.read(Transport as never);
  (range as unknown as Transport).requestDataRange(2 ** 20, 2 ** 20 + 4096);
  const drawing = withVisibleTimeout(new Promise(() => undefined), 60_000, source.isWaiting);
  await expect(drawing).rejects.toMatchObject({ name: 'ApiError', status: 404 });
  await source.read(Transport as never);
  expect(source.isWaiting()).toBe(false);
  source.stop();
});

it.each([
  ['as a whole, without a request', bytes, true],
  ['in parts if another one is in its place', bytes.subarray(1), false],
])('a large plan that the worker has cached is read %s', async (_, cached, isWhole) => {
  vi.stubGlobal('caches', new MemoryCaches());
  showRecordsOf({ uid: 'u1', email: 'ada@ev.test' });
  const key = await cacheKey('u1', plan.link);
  const cache = await openResponses('u1');
  await storeResponse(cache, key, fileResponse(new Blob([Uint8Array.from(cached)])), cached.length);
  const source = planSource(plan, () => undefined);
  const { data } = await source.read(Transport as never);
  source.stop();
  expect(data && Buffer.from(data).equals(bytes)).toBe(isWhole || undefined);
  if (isWhole) expect(backend.seen).toEqual([]);
});
afterEach(() => vi.unstubAllGlobals());
