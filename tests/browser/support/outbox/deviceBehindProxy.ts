import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { FaultProxy } from '../../../support/network/faultProxy.ts';
import { Person } from '../person.ts';
import { inTime, NoAnswer } from './inTime.ts';
import { clientEmail, password } from './office.ts';

/** A record of the outbox, reduced to what tests read. */
export type Waiting = {
  seq: number;
  kind: string;
  jobId: string;
  state: string;
  misses: number;
  error: string;
};

/** How long a wait may take on a busy machine. */
const patienceMs = 240_000;
const lookEveryMs = 250;
/** How long the device sleeps: longer than a claim of a small message lasts. */
const minuteMs = 90_000;

/** One device of the client: a browser of its own behind a connection of its own, signed in once. */
export class DeviceBehindProxy {
  readonly proxy: FaultProxy;
  /** The address for the browser: the proxy's origin, or that of the server in front of it. */
  readonly url: string;
  readonly context: BrowserContext;
  /** The app's unhandled errors. */
  readonly problems: string[] = [];
  tabs: Page[] = [];
  /** How far the clock of tabs opened from now on is ahead; the worker's time is the real one. */
  clockAheadMs = 0;
  /** A page without the app: it keeps the browser open and reaches its worker. */
  readonly #keeper: Page;
  readonly #session: CDPSession;
  readonly #registrations = new Map<string, string>();

  private constructor(
    proxy: FaultProxy,
    url: string,
    context: BrowserContext,
    keeper: Page,
    session: CDPSession,
  ) {
    this.proxy = proxy;
    this.url = url;
    this.context = context;
    this.#keeper = keeper;
    this.#session = session;
  }

  /** Signs in on a good connection and waits until the worker can open the app without one. */
  static async open(
    browser: Browser,
    proxy: FaultProxy,
    options: object,
    url = proxy.url,
  ): Promise<DeviceBehindProxy> {
    // The front server's certificate is self-signed.
    const context = await browser.newContext({ ...options, ignoreHTTPSErrors: true });
    const keeper = await context.newPage();
    const session = await context.newCDPSession(keeper);
    const device = new DeviceBehindProxy(proxy, url, context, keeper, session);
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL, isDeleted } of registrations) {
        if (isDeleted) device.#registrations.delete(registrationId);
        else device.#registrations.set(registrationId, new URL(scopeURL).origin);
      }
    });
    await session.send('ServiceWorker.enable');
    const page = await device.openTab('/');
    const person = new Person(page, url);
    await person.signIn(clientEmail, password);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await person.sees('Jobs');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return device;
  }

  async openTab(path: string): Promise<Page> {
    const page = await this.context.newPage();
    this.#watch(page);
    if (this.clockAheadMs !== 0) await page.addInitScript(shiftClock, this.clockAheadMs);
    this.tabs.push(page);
    // On a bad connection this may take longer than the schedule has time for; a user would have the same.
    await page.goto(this.url + path, { waitUntil: 'commit', timeout: 20_000 }).catch(() => undefined);
    return page;
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('close', () => {
      this.tabs = this.tabs.filter((tab) => tab !== page);
    });
  }

  async closeTabs(): Promise<void> {
    await Promise.all(this.tabs.map((tab) => tab.close()));
  }

  /** Closes everything and moves the clock: windows opened from now on are opened a minute later. */
  async sleepAMinute(): Promise<void> {
    await this.closeTabs();
    await this.killWorker();
    this.clockAheadMs += minuteMs;
  }

  async killWorker(): Promise<void> {
    await this.#session.send('ServiceWorker.stopAllWorkers');
  }

  /** Fires the background sync that a browser fires some time after it is back online. Returns false while no worker is installed. */
  async backgroundSync(): Promise<boolean> {
    const origin = new URL(this.url).origin;
    const [registrationId] = [...this.#registrations].find(([, registered]) => registered === origin) ?? [];
    if (registrationId === undefined) return false;
    await this.#session.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'ev-outbox',
      lastChance: false,
    });
    return true;
  }

  /** Fires `online` in every page, as a phone does when its signal returns. */
  async hearsOnline(): Promise<void> {
    await this.context.setOffline(true);
    await this.context.setOffline(false);
  }

  /** Returns the records that have not arrived, from the database itself. */
  async waiting(): Promise<Waiting[]> {
    const [tab] = this.tabs;
    return tab ? tab.evaluate(readOutbox) : [];
  }

  /**
   * Leaves the app open until the outbox is empty.
   *
   * @param onRefused called for a refused record, which stays until it is handled
   * @returns how long it took, in milliseconds
   */
  async isEmpty(onRefused?: (refused: Waiting) => Promise<void>): Promise<number> {
    const began = performance.now();
    let waiting: Waiting[] = [];
    while (performance.now() - began < patienceMs) {
      waiting = await inTime(this.waiting(), 'looks at what waits').catch((error) => {
        if (error instanceof NoAnswer) throw error;
        return waiting;
      });
      if (waiting.length === 0) return performance.now() - began;
      const refused = waiting.find(({ state }) => state === 'failed');
      if (refused) await onRefused?.(refused);
      await sleep(lookEveryMs);
    }
    throw new Error(`Still waiting after ${patienceMs / 1000} s: ${JSON.stringify(waiting)}`);
  }

  async close(): Promise<void> {
    await this.#keeper.close();
    await this.context.close();
  }
}

function shiftClock(ms: number): void {
  const RealDate = Date;
  class LaterDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + ms);
      else super(...(given as [number]));
    }
    static override now(): number {
      return RealDate.now() + ms;
    }
  }
  globalThis.Date = LaterDate as DateConstructor;
}

async function readOutbox(): Promise<
  { seq: number; kind: string; jobId: string; state: string; misses: number; error: string }[]
> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'ev-outbox')) return [];
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await answer(indexedDB.open('ev-outbox'));
  try {
    const rows = await answer(db.transaction('outbox').objectStore('outbox').getAll());
    return rows
      .filter(({ state }) => state !== 'acked')
      .map(({ seq, kind, jobId, state, misses, error }) => ({
        seq,
        kind,
        jobId,
        state,
        misses,
        error: error ? `${error.status} ${error.code} ${error.text}` : '',
      }));
  } finally {
    db.close();
  }
}
