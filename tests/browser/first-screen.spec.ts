import { expect, type Locator, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { type Device, isInstalled, test as onDevice } from './support/device.ts';
import { test } from './support/line.ts';
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

onDevice(
  'the last list is there before the app is, and the new one was asked for',
  async ({ deviceAt, product }) => {
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
  },
);

/** Opens the list again; the app itself is there once it is let in. */
async function lookAtPicture({ page }: Person, url: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/packages-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${url}/jobs/listing/all`, { waitUntil: 'commit' });
  await expect(picture(page)).toHaveCount(1);
  return async () => {
    held.resolve();
    await expect(picture(page)).toHaveCount(0);
    await page.unroute('**/assets/packages-*.js');
  };
}

/** Nothing of a picture can be pressed: a tap there is one on a place. */
async function tap(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
}

onDevice('what is tapped before the app is there is done once it is', async ({ deviceAt, product }) => {
  const device = await deviceAt(product.url);
  const person = await whoSawTheList(device);
  const { page } = person;
  await test.step('a button of a job, the last of two taps', async () => {
    const letIn = await lookAtPicture(person, product.url);
    const row = rows(page).first();
    const job = await row.locator('a').first().innerText();
    await tap(page, row.locator('a').first());
    await tap(page, row.locator('[aria-label^="Open chat"]'));
    await letIn();
    await expect(page.getByPlaceholder('Type your message…')).toBeVisible();
    await expect(page.getByRole('dialog').getByText(job).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/jobs/listing/all');
  });
  await test.step('a link of the frame', async () => {
    await person.goTo('/jobs/listing/all');
    await expect.poll(() => isPictureKept(person)).toBe(true);
    await forgetApp(person);
    const letIn = await lookAtPicture(person, product.url);
    await tap(page, picture(page).locator('a[href="/messages"]:visible').first());
    await letIn();
    await expect(page).toHaveURL(/\/messages$/);
  });
});

/** Notes in each page of this one how a last screen comes and goes. */
async function watchPicture(page: Page): Promise<() => Promise<string[]>> {
  type Watching = Window & { seen: string[] };
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as Watching).seen = seen;
    new MutationObserver((changes) => {
      const app = document.getElementById('app');
      for (const { addedNodes, removedNodes } of changes) {
        const isPicture = (node: Node) => node instanceof HTMLElement && node.inert && node.id === '';
        if (app?.firstChild && [...addedNodes].some(isPicture)) seen.push('shown');
        if ([...removedNodes].some(isPicture)) seen.push(app?.firstChild ? 'replaced' : 'withdrawn');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as Watching).seen);
}

test('a last list that knows nothing of what waits is not kept, and goes where it was', async ({
  line,
  personOnLine,
}, { project }) => {
  const client = await personOnLine('client@ev.test');
  const { page } = client;
  const list = '/jobs/listing/all';
  await client.goTo(list);
  await isInstalled(client);
  await expect.poll(() => isPictureKept(client)).toBe(true);
  const seen = await watchPicture(page);
  await test.step('it stands until the app is there', async () => {
    await client.goTo(list);
    await expect.poll(seen).toEqual(['shown', 'replaced']);
  });
  const before = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('screen:')) ?? '';
    return [key, localStorage.getItem(key) ?? ''] as const;
  });
  const words = `Nobody hears this yet (${project.name})`;
  await test.step('a message that waits takes it away', async () => {
    await page.locator('main').getByRole('button', { name: /chat/i }).first().click();
    line.cut();
    await page.getByPlaceholder('Type your message…').fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => isPictureKept(client)).toBe(false);
    await expect(client.bubble(words)).toContainText(/Waiting to send|Sending|Checking/);
  });
  await test.step('one that a crash has left goes, before the app is there', async () => {
    await page.addInitScript(([key, picture]) => localStorage.setItem(key, picture), before);
    await client.goTo(list);
    await expect.poll(seen).toEqual(['shown', 'withdrawn']);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(1);
  });
  await test.step('and it is kept again once nothing waits', async () => {
    await expect.poll(() => isPictureKept(client)).toBe(false);
    line.restore();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => isPictureKept(client)).toBe(true);
    await page.locator('main').getByRole('button', { name: /chat/i }).first().click();
    await expect(client.bubble(words)).toContainText(/From .* to EV/);
  });
});
