import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isInstalled, test } from '../support/device.ts';
import type { Person } from '../support/person.ts';

const rows = (page: Page) => page.locator('main [data-index]');

/** Removes the app's cached files and responses, so that each request goes to the server. */
async function removeWorker({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/**
 * Keeps the page from reading anything again by itself: request timeouts never fire, and no live events start, whose first ones may
 * have something read again.
 */
async function readsOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms: number) =>
      later(run, ms >= 5000 ? 86_400_000 : ms)) as typeof window.setTimeout;
  });
  await page.route('**/api/events/stream', () => new Promise(() => undefined));
}

/** The texts of the listed rows, without how long ago something was, which goes on. */
async function rowTexts(page: Page): Promise<string[]> {
  const texts = await rows(page).allInnerTexts();
  return texts.map((text) => text.replace(/[^·\n]+ ago|Just now/g, 'some time ago'));
}

test('a later start lists the jobs seen last before the server answers, and requests each response once', async ({
  deviceAt,
  product,
}) => {
  const device = await deviceAt(product.url);
  let person = await device.open();
  await person.signIn('client@ev.test', seedPassword);
  await isInstalled(person);
  const last = await rowTexts(person.page);
  expect(last.length).toBeGreaterThan(0);
  await expect
    .poll(() => person.page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('q:'))))
    .toBe(true);
  await removeWorker(person);
  await device.close();

  person = await device.open();
  const { page } = person;
  await readsOnce(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v2/evjobs', async (route) => {
    await held.promise;
    await route.continue();
  });
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/job-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`${product.url}/jobs/listing/all`, { waitUntil: 'commit' });
  await test.step('the list is shown while its request is pending', async () => {
    await expect(rows(page).first()).toBeVisible();
    // How many rows beyond the screen are drawn already depends on timing.
    await expect.poll(async () => (await rowTexts(page)).slice(0, last.length)).toEqual(last);
    await expect.poll(() => asked).toContain('POST /api/v2/evjobs');
  });
  await test.step('a tap shows the head of its job while the code of the rest is pending', async () => {
    const row = rows(page).first();
    const link = row.getByRole('link');
    const name = await link.innerText();
    const [code = '', address = ''] = (await row.locator('p').first().innerText()).split(' · ');
    expect([code, address]).not.toContain('');
    await link.click();
    const title = page.getByRole('heading', { level: 1, name, exact: true });
    await expect(title).toBeVisible();
    const head = page.locator('main header').filter({ has: title });
    for (const shown of [code, address, /In progress|On hold|Completed|Cancelled/, /Unassigned|Assigned to/])
      await expect(head).toContainText(shown);
    await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Details' })).toBeHidden();
  });
  await test.step('the rest follows, and no request was sent twice', async () => {
    code.resolve();
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
    held.resolve();
    await person.waitsUntilStill();
    expect(asked.filter((one) => one === 'POST /api/v2/evjobs')).toHaveLength(1);
  });
});

test('a start requests each list and count once, whether or not the device has read it before', async ({
  newPerson,
}) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('office@summitroof.test', seedPassword);
  await isInstalled(person);
  await person.waitsUntilStill();
  let asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/events')) return;
    asked.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`);
  });
  for (const way of ['nothing of it stored', 'all of it stored']) {
    await test.step(`with ${way}`, async () => {
      if (way === 'nothing of it stored') {
        await removeWorker(person);
        // A page that is left stores what it has read; what is no app has nothing to store.
        await person.goTo('/icon.svg');
        await page.evaluate(() => {
          for (const key of Object.keys(localStorage)) if (key.startsWith('q:')) localStorage.removeItem(key);
        });
      }
      asked = [];
      const stream = page.waitForResponse((response) => response.url().endsWith('/events/stream'));
      await person.goTo('/jobs/listing/all');
      await expect(rows(page).first()).toBeVisible();
      await stream;
      // What was read before the stream is read again within a second, by the clock of the page.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
      await person.waitsUntilStill();
      expect(asked.filter((one) => /evjobs /.test(one))).toHaveLength(1);
      expect(asked.filter((one) => one.includes('/stats '))).toHaveLength(1);
      expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([]);
    });
  }
});
