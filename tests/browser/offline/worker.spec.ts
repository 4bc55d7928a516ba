import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { bearerOf, pictureMessage, signInWithWorker, test, timesArrived } from '../support/onBadLine.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

test.skip(({ isMobile }) => isMobile, 'The worker is the same on every screen.');

const me = 'client@ev.test';

/** Sends a message from the open chat and waits until it is on the screen, whatever the connection does. */
async function send(person: Person, content: string): Promise<void> {
  const { page } = person;
  await page.getByPlaceholder('Type your message…').fill(content);
  await page.getByRole('button', { name: /^Send(?! and mark)/ }).click();
  await expect(person.bubble(content).first()).toBeVisible();
}

test('with every window closed, background sync sends waiting messages once', async ({
  newPerson,
  line,
  product,
}) => {
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, me, seedPassword);
  const { jobId } = await pictureMessage(person);
  const idToken = await bearerOf(person);
  const content = 'Sent while nobody looked.';
  const origin = new URL(person.url).origin;
  const elsewhere = await page.context().newPage();
  const cdp = await page.context().newCDPSession(elsewhere);
  const registrations: string[] = [];
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    for (const { scopeURL, registrationId, isDeleted } of event.registrations) {
      if (scopeURL.startsWith(origin) && !isDeleted) registrations.push(registrationId);
    }
  });
  await cdp.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);

  await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
  await expect(page.getByPlaceholder('Type your message…')).toBeVisible();
  await line.line('dead');
  await send(person, content);
  await page.close();
  await line.line('up');
  expect(await timesArrived(product.url, idToken, jobId, content)).toBe(0);
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: registrations.at(-1) ?? '',
    tag: 'ev-outbox',
    lastChance: false,
  });
  await expect.poll(() => timesArrived(product.url, idToken, jobId, content), { timeout: 180_000 }).toBe(1);
});

beforeRelease(
  'a start on a good connection restores app files that the browser has deleted',
  async ({ newPerson, line }) => {
    const person = await newPerson('client');
    const { page } = person;
    await signInWithWorker(person, me, seedPassword);
    const filesOfApp = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes('precache'));
        const keys = names.map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => url),
        );
        return (await Promise.all(keys)).flat().sort();
      });
    const installed = await filesOfApp();
    expect(installed.length).toBeGreaterThan(10);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    expect(await filesOfApp()).toEqual([]);
    await page.reload();
    await person.sees('Jobs');
    await expect.poll(filesOfApp, { timeout: 90_000 }).toEqual(installed);

    await line.line('dead');
    await person.goTo('/jobs/create');
    await person.sees('New job');
    await person.goTo('/account');
    await person.sees('Account');
  },
);
