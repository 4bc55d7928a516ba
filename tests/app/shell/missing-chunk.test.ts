import { beforeEach, expect, test, vi } from 'vitest';
import { getConnectivity, noteReachable } from '../../../src/api/connectivity.ts';
import { adviceOn } from '../../../src/app/pages/adviceOn.ts';
import { markMissingChunk, mayReload, reloadForChunk } from '../../../src/app/start/missingChunk.ts';
import { answerAs } from '../../support/network/answers.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();
const reload = vi.fn<() => void>();
const missing = markMissingChunk(
  new TypeError('Failed to fetch dynamically imported module: /assets/page.js'),
);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('location', { href: backend.origin, reload });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', new EventTarget());
  reload.mockClear();
  noteReachable();
});

test('a chunk that the server no longer has reloads the page once', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { total: 1 } });
  expect(mayReload()).toBe(true);
  expect(await reloadForChunk()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(mayReload()).toBe(false);
  expect(adviceOn(missing, getConnectivity().reachable).title).toBe('Reload to finish updating');
});

test('no missing chunk reloads a page that holds what is typed and saved nowhere, until that is sent', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { total: 1 } });
  const refuse = (event: Event) => event.preventDefault();
  document.addEventListener('before-reload', refuse);
  const reloaded = reloadForChunk();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(reload).not.toHaveBeenCalled();
  document.removeEventListener('before-reload', refuse);
  expect(await reloaded).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ['foreign HTML', 200],
  ['foreign JSON', 401],
  ['foreign text', 404],
  ['redirect', 302],
] as const)(
  'a chunk answered by %s %i does not reload the page, and the reason is shown',
  async (kind, status) => {
    backend.handle = (_, response) => answerAs(response, kind, status, null);
    expect(await reloadForChunk()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(adviceOn(missing, getConnectivity().reachable).title).toBe('This page isn’t available offline');
    // A reload is still possible when the server itself can be reached.
    expect(mayReload()).toBe(true);
  },
);

function denied(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

test('where the browser denies storage, the error page is shown instead of a reload that nobody could tell from the next', () => {
  vi.stubGlobal('sessionStorage', { getItem: denied, setItem: denied });
  expect(mayReload()).toBe(false);
});

test('where nothing can be stored, a missing chunk does not reload the page for ever', async () => {
  backend.handle = (_, response) => answerJson(response, 200, { body: { total: 1 } });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: denied });
  expect(mayReload()).toBe(true);
  expect(await reloadForChunk()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
