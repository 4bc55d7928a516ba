import type { BrowserContext, Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { appDir } from '../../../server/start/appBuild.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import type { Stack } from '../../support/server/stack.ts';
import { type ServedApps, serveApps } from '../servedApps.ts';
import { buildFloor } from './buildFloor.ts';
import { buildLateHead } from './buildLateHead.ts';
import { signInKey } from './floor/listing.ts';
import { type Line, startLine } from './line.ts';
import { rowsOfList } from './openBrowser.ts';
import { type Peer, peers, servePeer } from './peers.ts';
import { openPage, startAndTap, untilListed } from './visit.ts';

export const product = 'EV Jobs';
/** The product with a planted delay, which the measurement has to notice. */
export const lateProduct = 'EV Jobs, late head';
/** The smallest list on the product's packages. */
export const floor = 'packages';

/** A compared subject: the product, the floor, or what is put beside them. */
export type Subject = {
  name: string;
  /** The list of jobs, or what a peer starts with. */
  url: string;
  /** A built app without our server, which has no job to open. */
  peer?: Peer;
  /** The proxy between the browser and the server, the same for all: it slows or cuts the connection. */
  line: Line;
};

const staffEmail = 'employee@ev.test';
export const listing = '/jobs/listing/all';
/** Queries are persisted a little after they are read. */
const persistedAfterMs = 2500;

/**
 * Starts the product, and beside it the floor and the late product, all in one process of the product's own server, which does nothing
 * else; and the peers with a server of files each.
 */
export async function startSubjects(
  stack: Stack,
  databaseUrl: string,
): Promise<{ subjects: Subject[]; stop(): Promise<void> }> {
  const folders = new Map([
    [product, appDir],
    [floor, await buildFloor()],
  ]);
  if (process.env.LATE_HEAD) folders.set(lateProduct, await buildLateHead());
  const apps: ServedApps = await serveApps(
    stack,
    [...folders].map(([name, folder]) => ({ name, folder, databaseUrl })),
  );
  const subjects: Subject[] = [];
  for (const name of folders.keys()) {
    const line = await startLine(apps.url(name));
    subjects.push({ name, line, url: line.url + listing });
  }
  const servers: { close(): Promise<void> }[] = [];
  for (const peer of peers) {
    const served = await servePeer(peer);
    servers.push(served);
    const line = await startLine(served.url);
    subjects.push({ name: peer.name, line, url: line.url + peer.path, peer });
  }
  return {
    subjects,
    async stop() {
      for (const { line } of subjects) await line.close();
      await apps.stop();
      for (const server of servers) await server.close();
    },
  };
}

/** Signs the member of staff in on the product's own screen. */
export async function signInToProduct(context: BrowserContext, url: string): Promise<void> {
  const { page } = await openPage(context, 1);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(staffEmail);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator(rowsOfList).first().waitFor({ timeout: 120_000 });
  await page.close();
}

/** Signs the same member of staff in everywhere: the product on its own screen, the floor by its token. */
export async function signInAll(context: BrowserContext, subjects: readonly Subject[]): Promise<void> {
  const [{ line: first } = { line: { url: '' } }] = subjects;
  const { idToken: token } = await emulatorSignIn(first.url, staffEmail, seedPassword);
  for (const { name, line, peer } of subjects) {
    if (peer) continue;
    if (name !== floor) {
      await signInToProduct(context, line.url);
      continue;
    }
    const { page } = await openPage(context, 1);
    await page.goto(`${line.url}/api/nothing`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      signInKey,
      JSON.stringify({ token, email: staffEmail }),
    ] as const);
    await page.close();
  }
}

/** Removes the persisted queries from the device. */
export async function forgetReadings(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/api/nothing`);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (/^(q|screen):/.test(key)) localStorage.removeItem(key);
    }
  });
}

/**
 * Removes from the device what a browser deletes when it is short of storage: files in the
 * browser's cache, compiled scripts, the worker with its caches, and the product's persisted queries. The sign-in stays,
 * with each subject's stored user.
 */
export async function makeCold(context: BrowserContext, { line }: Subject): Promise<void> {
  const { page, session } = await openPage(context, 1);
  await forgetReadings(page, line.url);
  await session.send('Storage.clearDataForOrigin', {
    origin: line.url,
    storageTypes: 'service_workers,cache_storage',
  });
  await session.send('Network.clearBrowserCache');
  await page.close();
}

/** Starts until everything is cached that a later start may use: files, compiled scripts, worker, queries. */
export async function makeWarm(context: BrowserContext, subject: Subject): Promise<void> {
  // A worker is there from the second start on, and caches what it sees then.
  for (let time = 0; time < 3; time += 1) {
    const { page } = await openPage(context, 1);
    await untilListed(page, subject.url);
    if (!subject.peer || subject.peer.offline)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForTimeout(persistedAfterMs);
    await page.close();
  }
  // The job of the first row is read too, as for a user who has opened it before.
  if (!subject.peer) await startAndTap(context, subject.url, 1);
}
