import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { documents } from '../../../src/device/documents.ts';
import { isOpenedDocument, respondWithDocument } from '../../../sw/openedDocument.ts';
import { MemoryCaches } from '../../support/app/memoryCaches.ts';

const desk = {
  pdfViewerEnabled: true,
  userAgent: 'X11; Linux',
  maxTouchPoints: 0,
  serviceWorker: { controller: {} },
};

beforeEach(() => {
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('location', { origin: 'https://ev.test' });
  vi.stubGlobal('navigator', desk);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an open document is served as a PDF that runs nothing and that only our own pages may frame', async () => {
  const address = await documents.open(
    new Blob(['<script>alert(1)</script>'], { type: 'text/html' }),
    'plan ü.pdf',
  );
  const request = new Request(address ?? '');
  expect(isOpenedDocument(request)).toBe(true);
  const response = await respondWithDocument(request);
  expect(await response.text()).toBe('<script>alert(1)</script>');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(policy).toContain("frame-ancestors 'self'");
});

test('a closed document is no longer served', async () => {
  const address = (await documents.open(new Blob(['%PDF']), 'plan.pdf')) ?? '';
  await documents.close(address);
  expect((await respondWithDocument(new Request(address))).status).toBe(404);
});

test('a document left open by a crash is deleted when another is opened a day later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const left = (await documents.open(new Blob(['%PDF']), 'left.pdf')) ?? '';
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  await documents.open(new Blob(['%PDF']), 'next.pdf');
  expect((await respondWithDocument(new Request(left))).status).toBe(404);
});

test.each([
  ['without a worker', { ...desk, serviceWorker: { controller: null } }],
  ['in a browser that frames no PDF', { ...desk, pdfViewerEnabled: false }],
  ['on an iPhone', { ...desk, userAgent: 'iPhone' }],
  ['on an iPad', { ...desk, userAgent: 'Macintosh', maxTouchPoints: 5 }],
])('a document gets no address for a frame %s', async (_, browser) => {
  vi.stubGlobal('navigator', browser);
  expect(await documents.open(new Blob(['%PDF']), 'plan.pdf')).toBeNull();
});

test('the worker serves documents for its own addresses and GET only', () => {
  expect(isOpenedDocument(new Request('https://ev.test/documentsX/plan.pdf'))).toBe(false);
  expect(isOpenedDocument(new Request('https://other.test/documents/plan.pdf'))).toBe(false);
  expect(isOpenedDocument(new Request('https://ev.test/documents/plan.pdf', { method: 'POST' }))).toBe(false);
});
