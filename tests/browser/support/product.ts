import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import type { Database } from '../../../server/data/db/db.ts';
import { openPglite, openPostgres } from '../../../server/data/db/open.ts';
import { dataPaths } from '../../../server/start/dataDir.ts';
import { type Stack, type StackOptions, startStack } from '../../support/server/stack.ts';
import { newPlace, type Place, startTwoProcesses } from '../../support/server/twoProcesses.ts';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { seeded } from './seedOnce.ts';

export type Product = {
  url: string;
  /** Stops the whole product and starts it on the same data. */
  restart(): Promise<void>;
  /** Changes rows while nothing runs, and starts the product again on the same data. */
  whileStopped<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Returns whether it is stopped, so that failing polls of open pages are expected. */
  isStopped(): boolean;
};

type Fixtures = {
  /** Opens a browser of its own; errors on its console fail the test. */
  newPerson(name: string): Promise<Person>;
};

/** Copies the demo data; null if there are none yet, and the product creates its own. */
async function seededData(): Promise<{ dataDir: string; place: Place | null }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ev-jobs-'));
  const made = seeded();
  if (made) await cp(made.dataDir, dataDir, { recursive: true });
  return { dataDir, place: made?.stores ? await newPlace(made.stores, made.stores.place) : null };
}

/**
 * Starts the whole product: the app, the server, the database and the Auth emulator, with demo data. With `STORE=s3` two servers, on
 * PostgreSQL and a bucket.
 */
export async function withProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const { dataDir, place } = await seededData();
  const start = (options: Partial<StackOptions>): Promise<Stack> => {
    const all = { seed: true, dataDir, ...options };
    return place ? startTwoProcesses({ ...all, place }) : startStack(all);
  };
  const openRows = () =>
    place ? openPostgres(place.environment.DATABASE_URL ?? '') : openPglite(dataPaths(dataDir).database);

  let stack = await start({});
  const { url, emulatorUrl } = stack;
  const ports = { port: Number(new URL(url).port), emulatorPort: Number(new URL(emulatorUrl).port) };
  let stopped = false;
  async function whileStopped<T>(work: (db: Database) => Promise<T>): Promise<T> {
    stopped = true;
    await stack.stop();
    const db = await openRows();
    const result = await work(db).finally(() => db.close());
    stack = await start(ports);
    stopped = false;
    return result;
  }
  await use({
    url,
    whileStopped,
    restart: () => whileStopped(async () => undefined),
    isStopped: () => stopped,
  });
  await stack.stop({ remove: true });
}

/** Tests against the whole product. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => withProduct(use),
    { scope: 'worker', timeout: 600_000 },
  ],

  newPerson: async ({ browser, contextOptions, product }, use) => {
    const problems: string[] = [];
    await use(async (name) => {
      const context = await browser.newContext({ ...contextOptions, acceptDownloads: true });
      await watchPolicy(context, problems);
      const page = await context.newPage();
      listen(page, name, product, problems);
      return new Person(page, product.url);
    });
    if (problems.length > 0) throw new Error(`The console said:\n${problems.join('\n')}`);
  },
});

/** A refusal that the app expects and handles; browsers write every one of them to the console. */
const expectedRefusal = /Failed to load resource: the server responded with a status of 40[0-9]/;

/** What a browser writes while nobody is there, or somebody is leaving who still answers on the connections that are open. */
const nobodyThere = /net::ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|FAILED)|status of 503/;

function listen(page: Page, name: string, product: Product, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedRefusal.test(message.text())) return;
    if (product.isStopped() && nobodyThere.test(message.text())) return;
    problems.push(`${name}: ${message.text()}`);
  });
}
