import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { type Device, isInstalled, test } from './support/device.ts';
import type { Person } from './support/person.ts';

const picture = (page: Page) => page.locator('#app > [inert]');
const rows = (page: Page) => page.locator('main [data-index]');

function isPictureKept({ page }: Person): Promise<boolean> {
  return page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('screen:')));
}

/** The rest of the app is not kept on the device, and has to come over the line. */
async function forgetApp({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/** Somebody whose last list is kept on a device that has nothing else of the app. */
async function whoSawTheList(device: Device): Promise<Person> {
  const person = await device.open();
  await person.signIn('client@ev.test', seedPassword);
  await expect(rows(person.page).first()).toBeVisible();
  await isInstalled(person);
  await expect.poll(() => isPictureKept(person)).toBe(true);
  await forgetApp(person);
  return person;
}

test('the last list is there before the app is, and the new one was asked for', async ({
  deviceAt,
  product,
}) => {
  const device = await deviceAt(product.url);
  let person = await whoSawTheList(device);
  const last = await rows(person.page).allInnerTexts();
  await device.close();

  person = await device.open();
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/packages-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${product.url}/jobs/listing/all`, { waitUntil: 'commit' });
  await test.step('while the rest is on its way', async () => {
    await expect(picture(page)).toHaveCount(1);
    const shown = await rows(page).allInnerTexts();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(last.slice(0, shown.length));
    await expect.poll(() => asked).toContain('POST /api/v2/evjobs');
  });
  await test.step('the app takes its place, and asks for nothing twice', async () => {
    held.resolve();
    await expect(picture(page)).toHaveCount(0);
    await page.locator('main a[href^="/jobs/update/"]').first().click();
    await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
    expect(asked.filter((one) => one === 'POST /api/v2/evjobs')).toHaveLength(1);
  });
  await test.step('it leaves the device with its person', async () => {
    await person.goTo('/account');
    await page.getByRole('region', { name: 'Sign out' }).getByRole('button').click();
    await person.sees('Sign in');
    expect(await isPictureKept(person)).toBe(false);
  });
});

test('a last list that comes later than the app stays away', async ({ deviceAt, product }) => {
  const device = await deviceAt(product.url);
  await whoSawTheList(device);
  await device.close();

  const { page } = await device.open();
  const held = Promise.withResolvers<void>();
  // The last list needs its styles, the app its part that draws it: until that is there, the app draws nothing.
  await page.route('**/assets/list-*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const begun = page.waitForResponse('**/api/v2/evjobs');
  await page.goto(`${product.url}/jobs/listing/all`, { waitUntil: 'commit' });
  await begun;
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('app') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
  await page.waitForTimeout(1500);
  held.resolve();
  await expect(rows(page).first()).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(1);
});
