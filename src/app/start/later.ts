import { createContext, use, useSyncExternalStore } from 'react';
import { queryClient } from '../../api/queries.ts';
import { createStore } from '../../store.ts';
import { once, sleep } from '../../timing.ts';
import type { AppRouter } from '../routes.tsx';
import type { SendingToken } from './sendingToken.ts';

/** Loads the rest after this long even if the first page still waits for its data. */
const waitMs = 2500;
const retryAfterMs = 5000;

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 1000 });
  else setTimeout(act, 50);
}

/** Resolves once a page is rendered with its data and the browser has time. A page that is opened meanwhile comes first. */
function whenShown(router: AppRouter): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isRendered = false;
  const cache = queryClient.getQueryCache();
  const isLoading = () =>
    cache.findAll({ type: 'active' }).some(({ state }) => state.data === undefined && state.error === null);
  const isShown = () => isRendered && !isLoading();
  const check = () => {
    if (isShown()) whenIdle(() => isShown() && end());
  };
  const stops = [
    router.subscribe('onBeforeLoad', () => {
      isRendered = false;
    }),
    router.subscribe('onRendered', () => {
      isRendered = true;
      // The page's own queries begin with its effects.
      setTimeout(check);
    }),
    cache.subscribe(() => {
      if (isRendered) setTimeout(check);
    }),
  ];
  const timer = setTimeout(end, waitMs);
  function end() {
    clearTimeout(timer);
    for (const stop of stops.splice(0)) stop();
    resolve();
  }
  return promise;
}

async function load(router: AppRouter, token: SendingToken) {
  // Destructured, so that the bundler drops the exports that only tests import.
  const { askToLeave, BackCloses, FrameParts, QuietLine, RootParts, startServices } = await import(
    './laterParts.ts'
  );
  return { askToLeave, BackCloses, FrameParts, QuietLine, RootParts, ...startServices(router, token) };
}

type Parts = Awaited<ReturnType<typeof load>>;

/** The modules that the first screen does not need. */
export type Later = {
  /** Loads them now. */
  load(): Promise<Parts>;
  /** Loads them after the first screen, and retries until that succeeds. */
  loadWhenShown(): Promise<void>;
  /** Null until they are loaded. */
  current(): Parts | null;
  subscribe(listener: () => void): () => void;
};

export function createLater(router: AppRouter, token: SendingToken): Later {
  const parts = createStore<Parts | null>(null);
  const loadOnce = once(async () => {
    const loaded = await load(router, token);
    parts.set(loaded);
    return loaded;
  });
  const later: Later = {
    load: loadOnce,
    async loadWhenShown() {
      await whenShown(router);
      while (!parts.get()) {
        try {
          await later.load();
        } catch (error) {
          console.warn('The rest of the app cannot be loaded yet:', error);
          await sleep(retryAfterMs);
        }
      }
    },
    current: parts.get,
    subscribe: parts.subscribe,
  };
  return later;
}

export const LaterContext = createContext<Later | null>(null);

/** Returns the lazy modules; null until they are loaded. */
export function useLater(): Parts | null {
  const later = use(LaterContext);
  return useSyncExternalStore(later?.subscribe ?? (() => () => undefined), () => later?.current() ?? null);
}
