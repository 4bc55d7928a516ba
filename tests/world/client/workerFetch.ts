import type { Context } from './Context.ts';

/** Has the device's worker answer a request of a page; what it leaves alone goes to the network. */
export function fetchByWorker(page: Context, request: Request): Promise<Response> {
  const { device } = page;
  const { sim, network } = device.world;
  if (!page.isAlive) return new Promise(() => undefined);
  const worker = device.wake();
  let answering: Promise<Response> | undefined;
  worker.emit('fetch', {
    request,
    respondWith: (response: Promise<Response>) => {
      answering = response;
    },
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
  });
  if (!answering) return network.fetch(page, request);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const later = (run: () => void) => sim.after(sim.between(0, 3), () => page.isAlive && run());
  const fail = (error: unknown) => later(() => reject(error));
  const onDeath = () => fail(new TypeError('Failed to fetch'));
  worker.deaths.add(onDeath);
  request.signal.addEventListener('abort', () => fail(request.signal.reason));
  answering
    .then((response) =>
      later(() => (response.type === 'error' ? reject(new TypeError('Failed to fetch')) : resolve(response))),
    )
    .finally(() => worker.deaths.delete(onDeath));
  return promise;
}
