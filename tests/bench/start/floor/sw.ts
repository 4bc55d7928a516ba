/** The worker's types that this floor uses; those of workers and of pages cannot be in one program. */
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type WorkerScope = {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
};

const scope = globalThis as unknown as WorkerScope;
const cacheName = 'kept';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

async function fresh(request: Request, key: string): Promise<Response> {
  const answer = await fetch(request);
  const cache = await caches.open(cacheName);
  await cache.put(key, answer.clone());
  return answer;
}

async function kept(key: string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(key);
}

/** Serves the page and its files from the cache, and the rows from the server while it answers. */
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const rows = async () => {
    const answer = await fresh(request, pathname).catch(() => kept(pathname));
    return answer ?? Response.error();
  };
  const part = async () => (await kept(pathname)) ?? fresh(request, pathname);
  event.respondWith(pathname.startsWith('/api/') ? rows() : part());
});

export {};
