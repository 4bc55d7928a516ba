import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

type Listener = (event: object) => void;
const listeners = new Map<string, Listener[]>();
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

/** Loads the worker as the browser does; the network is gone. */
beforeAll(async () => {
  const registration = { scope: 'https://app.test/' };
  vi.stubGlobal('location', new URL('https://app.test/sw.js'));
  vi.stubGlobal('registration', registration);
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  );
  vi.stubGlobal('caches', {
    match: async () => undefined,
    open: async () => ({ match: async () => undefined }),
  });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('appVersion', 'A'.repeat(43));
  process.on('unhandledRejection', note);
  await import('../../../sw/sw.ts');
});
afterAll(() => {
  process.off('unhandledRejection', note);
  vi.unstubAllGlobals();
});

const token = `h.${Buffer.from(JSON.stringify({ sub: 'ada', exp: 4e9 })).toString('base64url')}.s`;

const paths = [
  ['/api/evjobs/stats', 'a read'],
  ['/api/attachments/J1/plan.pdf', 'a file'],
  ['/assets/gone.js', 'a file of the app'],
] as const;

/** Passes a request to the worker. @returns its responses */
function request(path: string, handled: Promise<void>): Promise<Response>[] {
  const responses: Promise<Response>[] = [];
  const event = {
    type: 'fetch',
    request: new Request(`https://app.test${path}`, { headers: { authorization: `Bearer ${token}` } }),
    handled,
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    respondWith: (response: Promise<Response>) => responses.push(Promise.resolve(response)),
  };
  for (const listen of listeners.get('fetch') ?? []) listen(event);
  return responses;
}

test.each(paths)('without a network, %s (%s) leaves no unhandled rejection', async (path) => {
  const handled = Promise.withResolvers<void>();
  await Promise.allSettled(request(path, handled.promise));
  handled.reject(new TypeError('A network error was answered.'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).toEqual([]);
});

test.each(paths)('where the browser’s caches cannot be read, %s (%s) is the network’s', async (path) => {
  const broken = async () => {
    throw new DOMException('Unexpected internal error.', 'UnknownError');
  };
  vi.stubGlobal('caches', { match: broken, open: broken, has: broken });
  vi.stubGlobal('fetch', async () => new Response('from the network'));
  const [response] = await Promise.all(request(path, Promise.resolve()));
  expect(await response?.text()).toBe('from the network');
});
