import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { isInstalled, test } from '../support/device.ts';
import { layoutShift, watchLayoutShift } from '../support/layout.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

const { shortcuts } = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as {
  shortcuts: { name: string; url: string }[];
};

/** Fires the event by which Chromium says that it can install the app; a browser without a screen never does. */
function sayInstallable({ page }: Person): Promise<void> {
  return page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Object.assign(window, { asked: true }),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    window.dispatchEvent(event);
  });
}

beforeRelease(
  'the app can be installed, and the installation is offered on the second visit',
  async ({ deviceAt, product }) => {
    // Nothing can be installed in a private window.
    const device = await deviceAt(product.url);
    const person = await device.open();
    const { page } = person;
    await person.signIn('client@ev.test', seedPassword);
    await isInstalled(person);
    const offer = page.getByRole('complementary', { name: 'Install EV Jobs' });

    await test.step('Chromium reports no error in the manifest', async () => {
      const devtools = await page.context().newCDPSession(page);
      const { url, errors, data } = await devtools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(url).toBe(`${product.url}/manifest.webmanifest`);
      expect(JSON.parse(data ?? '')).toEqual(JSON.parse(readFileSync('manifest.webmanifest', 'utf8')));
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);
    });

    await test.step('the manifest’s shortcuts open their pages', async () => {
      expect(shortcuts.map(({ name }) => name)).toEqual(['New job', 'Messages', 'Jobs']);
      for (const { name, url } of shortcuts) {
        await person.goTo(url, name);
      }
    });

    await test.step('the first visit offers nothing', async () => {
      await sayInstallable(person);
      await page.getByRole('link', { name: 'Messages' }).first().click();
      await person.sees('Messages');
      await expect(offer).toHaveCount(0);
    });

    await test.step('the second visit offers the installation with the next page, and moves nothing', async () => {
      await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('install') ?? '{}') as object;
        localStorage.setItem('install', JSON.stringify({ ...kept, seenAt: Date.now() - 31 * 60_000 }));
      });
      await watchLayoutShift(page);
      await page.reload();
      await person.sees('Messages');
      await sayInstallable(person);
      await expect(offer).toHaveCount(0);
      // The code of the offer is loaded after the page.
      await expect(async () => {
        for (const name of ['Messages', 'Jobs']) {
          await page.getByRole('link', { name }).first().click();
          await person.sees(name);
        }
        await expect(offer).toBeVisible({ timeout: 3000 });
      }).toPass();
      await person.waitsUntilStill();
      expect((await layoutShift(page)).total).toBeLessThan(0.02);
      await person.findsNoBarrier();
    });

    await test.step('a declined offer stays away, and the installation is still in Account', async () => {
      await offer.getByRole('button', { name: 'Not now' }).click();
      await expect(offer).toHaveCount(0);
      await page.getByRole('link', { name: 'Messages' }).first().click();
      await person.sees('Messages');
      await expect(offer).toHaveCount(0);
      await page.getByRole('link', { name: 'Account' }).first().click();
      const section = page.getByRole('region', { name: 'Install the app' });
      await section.getByRole('button', { name: 'Install' }).click();
      expect(await page.evaluate(() => 'asked' in window)).toBe(true);
      await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
      await expect(section).toContainText('is installed on this device');
      await person.findsNoBarrier();
    });
  },
);
