import type { RegisteredRouter } from '@tanstack/react-router';
import { createContext, use, useSyncExternalStore } from 'react';
import { queryClient } from '../../api/queries.ts';
import { createStore } from '../../store.ts';
import { once, sleep, whenIdle } from '../../timing.ts';
import type { SendingToken } from './sendingToken.ts';

/** Loads the rest after this long even if the first page still waits for its data. */
const waitMs = 2500;
const retryAfterMs = 5000;

/** Resolves once a page is rendered with its data and the browser has time. A page that is opened meanwhile comes first. */
function whenShown(router: RegisteredRouter): Promise<void> {
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

async function load(router: RegisteredRouter, token: SendingToken) {
  // Destructured, so that the bundler drops the exports that only tests import.
  const { requestSignOut, BackCloses, LazyFrame, TopNotice, LazyRoot, startServices } = await import(
    './afterFirstScreen.ts'
  );
  return { requestSignOut, BackCloses, LazyFrame, TopNotice, LazyRoot, ...startServices(router, token) };
}

type Modules = Awaited<ReturnType<typeof load>>;

/** The modules that the first screen does not need. */
export type LazyModules = {
  /** Loads them now. */
  load(): Promise<Modules>;
  /** Loads them after the first screen, and retries until that succeeds. */
  loadWhenShown(): Promise<void>;
  /** Null until they are loaded. */
  current(): Modules | null;
  subscribe(listener: () => void): () => void;
};

export function createLazyModules(router: RegisteredRouter, token: SendingToken): LazyModules {
  const modules = createStore<Modules | null>(null);
  const loadOnce = once(async () => {
    const loaded = await load(router, token);
    modules.set(loaded);
    return loaded;
  });
  const lazyModules: LazyModules = {
    load: loadOnce,
    async loadWhenShown() {
      await whenShown(router);
      while (!modules.get()) {
        try {
          await lazyModules.load();
        } catch (error) {
          console.warn('The rest of the app cannot be loaded yet:', error);
          await sleep(retryAfterMs);
        }
      }
    },
    current: modules.get,
    subscribe: modules.subscribe,
  };
  return lazyModules;
}

export const LazyModulesContext = createContext<LazyModules | null>(null);

/** Returns the lazy modules; null until they are loaded. */
export function useLazyModules(): Modules | null {
  const lazyModules = use(LazyModulesContext);
  return useSyncExternalStore(
    lazyModules?.subscribe ?? (() => () => undefined),
    () => lazyModules?.current() ?? null,
  );
}
