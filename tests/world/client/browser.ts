import { IDBObjectStore } from 'fake-indexeddb';
import { memoryStorage } from '../../support/app/memoryStorage.ts';
import { commonGlobals } from '../run/globals.ts';
import type { Context, Event } from './Context.ts';
import { newProvider } from './provider.ts';
import { serviceWorkerOf, workerScope } from './serviceWorker.ts';
import { WholeFile } from './WholeFile.ts';
import { fetchByWorker } from './workerFetch.ts';

/** What a browser gives to a page or a worker, as far as the app uses it. */

/** Returns a class of web storage, which a page may patch as its own. */
function storageClass(isAlive: () => boolean) {
  return class OwnStorage {
    readonly #inner: ReturnType<typeof memoryStorage>;
    constructor(map: Map<string, string>) {
      this.#inner = memoryStorage(map);
    }
    get length() {
      return this.#inner.length;
    }
    key(at: number) {
      return this.#inner.key(at);
    }
    getItem(key: string) {
      return this.#inner.getItem(key);
    }
    setItem(key: string, value: string) {
      if (isAlive()) this.#inner.setItem(key, value);
    }
    removeItem(key: string) {
      if (isAlive()) this.#inner.removeItem(key);
    }
  };
}

function channelClass(context: Context) {
  return class Channel {
    readonly #name: string;
    readonly #stops = new Map<unknown, () => void>();
    constructor(name: string) {
      this.#name = name;
    }
    postMessage(data: unknown) {
      if (context.isAlive) context.device.post(context, this.#name, structuredClone(data));
    }
    addEventListener(_: string, run: (event: Event) => unknown) {
      this.#stops.set(run, context.tuneIn(this.#name, run));
    }
    removeEventListener(_: string, run: (event: Event) => unknown) {
      this.#stops.get(run)?.();
    }
    set onmessage(run: (event: Event) => unknown) {
      this.addEventListener('message', run);
    }
    close() {
      for (const stop of this.#stops.values()) stop();
    }
  };
}

function locksOf(context: Context) {
  const { device } = context;
  const { sim } = device.world;
  const isAlive = () => context.isAlive;
  type Options = { ifAvailable?: boolean; mode?: string; signal?: AbortSignal; steal?: boolean };
  return {
    async request(name: string, options: Options, work: (lock: object | null) => unknown) {
      await sim.pass(0, 2, isAlive);
      while (device.locks.has(name) && !options.steal) {
        if (options.ifAvailable) return work(null);
        options.signal?.throwIfAborted();
        await sim.pass(1, 200, isAlive);
      }
      if (options.mode === 'shared') return work({ name });
      const lost = Promise.withResolvers<never>();
      const mine = { context, lose: () => lost.reject(new DOMException('Stolen.', 'AbortError')) };
      device.locks.get(name)?.lose();
      device.locks.set(name, mine);
      try {
        return await Promise.race([work({ name }), lost.promise]);
      } finally {
        if (device.locks.get(name) === mine) device.locks.delete(name);
      }
    },
  };
}

/** Returns a class of channels between two contexts of a device. */
function messageChannel(later: (run: () => void) => void) {
  class Port {
    other: Port | null = null;
    onmessage: ((event: Event) => void) | null = null;
    postMessage(data: unknown) {
      later(() => this.other?.onmessage?.({ data }));
    }
    close() {
      this.onmessage = null;
    }
  }
  return class {
    port1 = new Port();
    port2 = new Port();
    constructor() {
      this.port1.other = this.port2;
      this.port2.other = this.port1;
    }
  };
}

/** Returns classes for a page to patch: the page's own, so that the others go on. */
function ownStorage(context: Context) {
  return {
    IDBObjectStore: class {
      static [Symbol.hasInstance](value: unknown): boolean {
        return value instanceof IDBObjectStore;
      }
      put(): void {}
      add(): void {}
    },
    IDBDatabase: context.Database,
  };
}

function navigatorOf(context: Context) {
  const { device } = context;
  const setBadge = async (count: number) => {
    if (context.kind === 'worker') device.world.checks.windows.badge(device);
    device.badge = count;
  };
  return {
    get onLine() {
      return device.isOnline;
    },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0',
    platform: 'Linux',
    language: 'en',
    locks: locksOf(context),
    serviceWorker: context.kind === 'page' ? serviceWorkerOf(device, context) : undefined,
    setAppBadge: setBadge,
    clearAppBadge: () => setBadge(0),
    permissions: { query: async () => ({ state: 'granted', addEventListener: () => undefined }) },
    storage: { persisted: async () => true, estimate: async () => ({ quota: 1e9, usage: 0 }) },
  };
}

function documentOf(context: Context, events: object) {
  return {
    get visibilityState() {
      return context.isVisible ? 'visible' : 'hidden';
    },
    hasFocus: () => context.isVisible,
    ...events,
    documentElement: { lang: 'en', classList: { add() {}, remove() {} }, dataset: {}, style: {} },
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
    body: null,
    head: null,
    title: '',
  };
}

/** Returns the globals of a page or a worker. */
export function browserGlobals(context: Context): Record<string, unknown> {
  const { device } = context;
  const { world } = device;
  const isAlive = () => context.isAlive;
  const clock = { wall: () => device.now(), monotonic: () => context.elapsed() };
  const Storage = storageClass(isAlive);
  const events = {
    addEventListener: (name: string, run: (event: Event) => unknown) => context.listen(name, run),
    removeEventListener: (name: string, run: (event: Event) => unknown) => context.ignore(name, run),
  };
  const left = () => context.left();
  const isPage = context.kind === 'page';
  const document = isPage ? documentOf(context, events) : undefined;
  return {
    ...commonGlobals(world.sim, clock, isAlive),
    ...events,
    provider: newProvider(context),
    indexedDB: context.indexedDB(),
    ...ownStorage(context),
    localStorage: new Storage(device.local),
    sessionStorage: new Storage(new Map()),
    Storage,
    caches: device.caches,
    File: WholeFile,
    BroadcastChannel: channelClass(context),
    MessageChannel: messageChannel((run) =>
      world.sim.after(world.sim.between(0, 3), () => isAlive() && run()),
    ),
    PerformanceObserver: class {
      observe() {}
    },
    fetch: (input: RequestInfo | URL, init?: RequestInit) =>
      isPage && device.isControlled
        ? fetchByWorker(context, new Request(input, init))
        : world.network.fetch(context, input, init),
    location: Object.assign(new URL(world.origin), { replace: left, reload: left, assign: left }),
    Notification: { permission: 'granted', requestPermission: async () => 'granted' },
    PushManager: class {},
    navigator: navigatorOf(context),
    ...(document && { document }),
    ...(!isPage && workerScope(device)),
  };
}
