import type { BrowserContext, Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { emulatorSignIn } from '../../support/emulatorSignIn.ts';
import type { Stack } from '../../support/stack.ts';
import { type ServedApps, serveApps } from '../servedApps.ts';
import { buildFloors, floorNames, startsOffline } from './buildFloors.ts';
import { signInKey } from './floors/listing.ts';
import { type Line, startLine } from './line.ts';
import { rowsOfList } from './openBrowser.ts';
import { openPage, untilListed, usableMsOf } from './visit.ts';

export const product = 'EV Jobs';

/** One of those that are compared: the product, and the floors it is measured by. */
export type Subject = {
  name: string;
  /** Stands between the browser and the server, the same for all: it makes the line slow, or cuts it. */
  line: Line;
  startsOffline: boolean;
  /** A tap on a row opens its job. */
  opensJobs: boolean;
};

const staffEmail = 'employee@ev.test';
export const listing = '/jobs/listing/all';
/** Kept readings are written a little later than they come. */
const keptAfterMs = 2500;

export function listingOf({ line }: Subject): string {
  return line.url + listing;
}

/** The product, and beside it the floors, with the product's own server and database. */
export async function startSubjects(
  stack: Stack,
  databaseUrl: string,
): Promise<{ subjects: Subject[]; stop(): Promise<void> }> {
  const folders = await buildFloors();
  const apps: ServedApps = await serveApps(
    stack,
    floorNames.map((name) => ({ name, folder: folders[name], databaseUrl, isPlain: name === 'plain' })),
  );
  const subjects: Subject[] = [];
  for (const name of [product, ...floorNames]) {
    const line = await startLine(name === product ? stack.url : apps.url(name));
    subjects.push({
      name,
      line,
      startsOffline: name === product || startsOffline(name),
      opensJobs: name !== 'plain',
    });
  }
  return {
    subjects,
    async stop() {
      for (const { line } of subjects) await line.close();
      await apps.stop();
    },
  };
}

/** Signs the member of staff in at the product's own screen. */
export async function signInToProduct(context: BrowserContext, url: string): Promise<void> {
  const { page } = await openPage(context, 1);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(staffEmail);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator(rowsOfList).first().waitFor({ timeout: 120_000 });
  await page.close();
}

/** Signs the same member of staff in everywhere: the product by its own screen, the floors by their token. */
export async function signInAll(context: BrowserContext, subjects: readonly Subject[]): Promise<void> {
  const [{ line: first } = { line: { url: '' } }] = subjects;
  const { idToken: token } = await emulatorSignIn(first.url, staffEmail, seedPassword);
  for (const { name, line } of subjects) {
    if (name === product) {
      await signInToProduct(context, line.url);
      continue;
    }
    const cookies = { token, email: encodeURIComponent(staffEmail) };
    await context.addCookies(
      Object.entries(cookies).map(([cookie, value]) => ({ name: cookie, value, url: line.url })),
    );
    const { page } = await openPage(context, 1);
    await page.goto(`${line.url}/api/nothing`);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      signInKey,
      JSON.stringify({ token, email: staffEmail }),
    ] as const);
    await page.close();
  }
}

/** What was read before is not on the device any more. */
export async function forgetReadings(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/api/nothing`);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (/^(q|screen):/.test(key)) localStorage.removeItem(key);
    }
  });
}

/**
 * Takes from the device what a browser takes when it is short of room, and what a person has not read yet: files in the
 * browser's cache, compiled scripts, the worker with all it keeps, and the readings that the product keeps. The sign-in stays,
 * with what each remembers of who is signed in.
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

/** Starts until everything is kept that a next start may use: files, compiled scripts, worker, readings. */
export async function makeWarm(context: BrowserContext, subject: Subject): Promise<void> {
  // A worker is there from the second start on, and keeps what it sees then.
  for (let time = 0; time < (subject.startsOffline ? 3 : 2); time += 1) {
    const { page } = await openPage(context, 1);
    await untilListed(page, listingOf(subject));
    if (subject.startsOffline) await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForTimeout(keptAfterMs);
    await page.close();
  }
  // The job of the first row is read too, as a user has it who opened it before.
  if (subject.opensJobs) await usableMsOf(context, listingOf(subject), 1);
}
