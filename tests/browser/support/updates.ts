import { expect, type Page } from '@playwright/test';
import { type FaultProxy, startFaultProxy } from '../../support/network/faultProxy.ts';
import type { Change } from '../../support/run/plant.ts';
import { test as base } from './onBadLine.ts';
import { buildVersion, type Releases, startReleases } from './versions.ts';

type Fixtures<Name> = {
  versions: { url: string; deploy(name: Name): void; releases: Releases };
  line: FaultProxy;
};

async function buildAll(versions: Readonly<Record<string, readonly Change[]>>): Promise<Map<string, string>> {
  const dirs = new Map<string, string>();
  for (const [name, changes] of Object.entries(versions)) dirs.set(name, await buildVersion(name, changes));
  return dirs;
}

/**
 * Tests of the product with several builds of the app, behind one address and a connection that can be cut.
 *
 * @param versions by name, a word: how the sources of each differ from the present ones. Each is built once.
 */
export function testWith<Name extends string>(versions: Readonly<Record<Name, readonly Change[]>>) {
  let builds: Promise<Map<string, string>> | undefined;
  return base.extend<Fixtures<Name>>({
    versions: [
      async ({ product }, use) => {
        builds ??= buildAll(versions);
        const dirs = await builds;
        const releases = await startReleases(product.url);
        await use({
          url: releases.url,
          deploy: (name) => releases.deploy(dirs.get(name) ?? ''),
          releases,
        });
        await releases.close();
      },
      { timeout: 600_000 },
    ],
    line: async ({ versions: { url } }, use) => {
      const line = await startFaultProxy(url);
      await use(line);
      await line.close();
    },
  });
}

/** Returns the name of the version that the page runs. */
export function versionOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]');
    return /assets\/(\w+)-/.exec(script?.src ?? '')?.[1];
  });
}

/** Lets the page look for a new version, and waits until it offers one. */
export async function findUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible({ timeout: 180_000 });
}

/** Accepts the offered version, and waits until the page runs it. */
export async function acceptUpdate(page: Page, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  // Chromium lets the old worker end what it began, a background sync too, for up to five minutes.
  await expect.poll(() => versionOf(page).catch(() => undefined), { timeout: 400_000 }).toBe(to);
}
