import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pdfFileBytes } from '../../../server/build/pdfjsFiles.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { createDrawQueue } from '../../../src/features/plans/open/drawQueue.ts';
import { comparisonAddress } from '../../../src/format/comparisonLink.ts';
import { ownLink, planAddress } from '../../../src/format/planLink.ts';
import {
  cachePdfjsFiles,
  isPdfjsFile,
  pdfjsPath,
  readPdfjsFile,
  sumsName,
} from '../../../src/offline/pdfjsFiles.ts';
import { cacheKey, openResponses } from '../../../src/offline/responses.ts';
import { fileResponse, pinResponse } from '../../../src/offline/storeResponse.ts';
import { isOfDevice } from '../../../src/session/purge.ts';
import { openedFile, respondWithFile } from '../../../sw/cachedFiles.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';
import { listen } from '../../support/network/listen.ts';

const caches = new MemoryCaches();
let asked: string[] = [];
type Sent = { body: string | Uint8Array; headers: Record<string, string>; status?: number };
let answer = (_path: string): Sent => ({ body: '', headers: {} });
let origin = '';
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const { body, headers, status = 200 } = answer(request.url ?? '');
  response.writeHead(status, { 'ev-jobs': '1', ...headers }).end(body);
});
const pdfFiles = pdfFileBytes();
const ofPdfJs = (path: string): Sent => ({
  body: pdfFiles.get(path.slice(pdfjsPath.length)) ?? '',
  headers: { 'content-type': 'text/javascript' },
});

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  caches.named.clear();
  asked = [];
  answer = ofPdfJs;
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
});
afterEach(() => vi.unstubAllGlobals());

describe('The files that draw PDFs', () => {
  const library = () => `${origin}${pdfjsPath}pdf.min.mjs`;
  const stored = () => [...caches.named.values()].flatMap(({ stored }) => stored.map(({ url }) => url));

  test('are cached at their first use, and survive a sign-out', async () => {
    expect(isPdfjsFile(new Request(library()))).toBe(true);
    await readPdfjsFile(library());
    asked = [];
    const bytes = await (await readPdfjsFile(library())).bytes();
    expect(Buffer.from(bytes)).toEqual(pdfFiles.get('pdf.min.mjs'));
    expect(asked).toEqual([]);
    expect([...caches.named.keys()].every(isOfDevice)).toBe(true);
  });

  test('are fetched for a saved job once, and those of an earlier version are deleted', async () => {
    await caches.open('precache-pdfjs-1.0.0');
    await cachePdfjsFiles();
    const files = asked.length;
    expect(files).toBeGreaterThan(3);
    await cachePdfjsFiles();
    expect(asked).toHaveLength(files);
    expect(caches.named.size).toBe(1);
  });

  test.each([
    ['are not replaced by a network’s sign-in page', () => '<p>Sign in</p>', 'text/html'],
    ['are not replaced by a stranger’s text', () => 'You have reached your limit.', 'text/plain'],
    [
      'are not replaced by their beginnings',
      (whole: Uint8Array) => whole.subarray(0, 1000),
      'text/javascript',
    ],
  ])('%s', async (_, instead, type) => {
    const strange = (path: string): Sent => ({
      body: instead(pdfFiles.get(path.slice(pdfjsPath.length)) ?? Buffer.alloc(0)),
      headers: { 'content-type': type, 'cache-control': 'max-age=31536000' },
    });
    answer = strange;
    await cachePdfjsFiles().catch(() => undefined);
    expect(stored()).toEqual([]);
    // The list is ours, but not what it names.
    answer = (path) => (path.endsWith(sumsName) ? ofPdfJs(path) : strange(path));
    await expect(readPdfjsFile(library())).rejects.toThrow();
    expect(stored()).toEqual([`${origin}${pdfjsPath}${sumsName}`]);
    answer = ofPdfJs;
    expect((await readPdfjsFile(library())).status).toBe(200);
  });

  test('are had on a device without room to cache them', async () => {
    vi.stubGlobal('caches', {
      keys: async () => [],
      match: async () => undefined,
      open: async () => ({ put: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')) }),
    });
    expect((await readPdfjsFile(library())).status).toBe(200);
  });

  test('are no files of other origins or folders', () => {
    expect(isPdfjsFile(new Request(`https://other.test${pdfjsPath}pdf.min.mjs`))).toBe(false);
    expect(isPdfjsFile(new Request(`${origin}/assets/index.js`))).toBe(false);
  });
});

describe('A part of a file', () => {
  const token = `h.${Buffer.from(JSON.stringify({ sub: 'ada', exp: 4e9 })).toString('base64url')}.s`;
  const request = (range: string) =>
    new Request(`${origin}/api/attachments/k1/plan.pdf`, {
      headers: { authorization: `Bearer ${token}`, range },
    });

  async function read(range: string): Promise<Response> {
    const sent = request(range);
    const own = openedFile(sent);
    if (!own) throw new Error('The worker leaves the request to the network.');
    return respondWithFile(sent, own, () => undefined);
  }

  test('comes from a saved file without a connection', async () => {
    const cache = await openResponses('ada');
    const key = await cacheKey('ada', '/attachments/k1/plan.pdf');
    await pinResponse(cache, key, fileResponse(new Blob(['0123456789'])));
    const response = await read('bytes=2-5');
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 2-5/10');
    expect(response.headers.get(responseMark)).toBe('1');
    expect(await response.text()).toBe('2345');
    expect((await read('bytes=8-20')).headers.get('content-range')).toBe('bytes 8-9/10');
    for (const none of ['bytes=20-30', 'bytes=7-3']) {
      const whole = await read(none);
      expect([whole.status, whole.headers.get('content-range')]).toEqual([200, null]);
      expect((await whole.arrayBuffer()).byteLength).toBe(10);
    }
    expect(asked).toEqual([]);
  });

  test('of a file that is not saved comes from the network, and is not cached as the file', async () => {
    answer = () => ({ body: '2345', status: 206, headers: { 'content-type': 'application/pdf' } });
    expect(await (await read('bytes=2-5')).text()).toBe('2345');
    expect(asked).toHaveLength(1);
    expect(await (await openResponses('ada')).keys()).toEqual([]);
  });
});

describe('The draw queue', () => {
  /** Work that ends when it is told to, or when it is interrupted. */
  function slow() {
    const { promise, resolve } = Promise.withResolvers<string>();
    let starts = 0;
    const work = (stop: AbortSignal) => {
      starts += 1;
      return Promise.race([
        promise,
        new Promise<never>((_, reject) => stop.addEventListener('abort', () => reject(stop.reason))),
      ]);
    };
    return { work, finish: () => resolve('done'), starts: () => starts };
  }

  test('runs the page on screen first, and what it interrupted again afterwards', async () => {
    const queue = createDrawQueue();
    const thumb = slow();
    const drawn = queue.add('thumb', undefined, thumb.work);
    expect(await queue.add('page', undefined, async () => 'page')).toBe('page');
    thumb.finish();
    expect(await drawn).toBe('done');
    expect(thumb.starts()).toBe(2);
  });

  test('runs thumbnails before the text of a search', async () => {
    const queue = createDrawQueue();
    const order: string[] = [];
    const first = slow();
    const running = queue.add('page', undefined, first.work);
    const text = queue.add('text', undefined, async () => order.push('text'));
    const thumb = queue.add('thumb', undefined, async () => order.push('thumb'));
    first.finish();
    await Promise.all([running, text, thumb]);
    expect(order).toEqual(['thumb', 'text']);
  });

  test('drops what is no longer wanted, and goes on after a failure', async () => {
    const queue = createDrawQueue();
    const stopping = new AbortController();
    const gone = slow();
    const aborted = expect(queue.add('page', stopping.signal, gone.work)).rejects.toThrow('gone');
    stopping.abort(new Error('gone'));
    await aborted;
    const failing = queue.add('page', undefined, async () => Promise.reject(new Error('damaged')));
    await expect(failing).rejects.toThrow('damaged');
    expect(await queue.add('text', undefined, async () => 'next')).toBe('next');
  });
});

describe('The link of a message', () => {
  beforeEach(() => vi.stubGlobal('location', new URL('https://ev.test/sw.js')));

  test('to a page of a plan stays in the app and is named for the page', () => {
    const address = planAddress('job 1', 'k/1', 12);
    expect(address).toBe('https://ev.test/plans/job%201/k%2F1?page=12');
    expect(ownLink(address)).toEqual({ path: '/plans/job%201/k%2F1?page=12', text: 'Open page 12' });
  });

  test('to a comparison of two PDFs is named for that', () => {
    const address = comparisonAddress('job 1', 'k/2', 'k/1', 4);
    expect(ownLink(address)?.text).toBe('Compare page 4');
  });

  test('to another origin is not the app’s, and one of the app keeps its address as its text', () => {
    expect(ownLink('https://other.test/plans/a/b?page=1')).toBeNull();
    expect(ownLink('mailto:ada@ev.test')).toBeNull();
    const address = 'https://ev.test/jobs/update/j1';
    expect(ownLink(address)).toEqual({ path: '/jobs/update/j1', text: address });
    const odd = 'https://ev.test/plans/a/b?page=<b>';
    expect(ownLink(odd)?.text).toBe(odd);
  });
});
