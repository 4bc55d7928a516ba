import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import type { Person } from './support/person.ts';
import { test } from './support/product.ts';

/** Everything this origin keeps in the browser, as text. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store);
        for (const ask of [() => reading.getAll(), () => reading.getAllKeys()]) {
          const rows = await new Promise((resolve, reject) => {
            const request = ask();
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
          kept.push(name, store, rows);
        }
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const isApp = /\.(js|css|html|svg|png|webmanifest)(\?|$)/.test(request.url);
        kept.push(name, request.url, isApp ? '' : await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(kept);
  });
}

/** Leaves words of theirs wherever the app keeps what a person types or reads. */
async function leaveTraces(person: Person): Promise<void> {
  const { page } = person;
  await person.goTo('/jobs/listing/in-progress');
  await page
    .getByRole('button', { name: /^Open chat of/ })
    .first()
    .click();
  await page.getByPlaceholder('Type your message…').fill('canary of a message');
  await person.goTo('/account');
  await person.fill('Street', 'Canary Street');
  await person.goTo('/jobs/create');
  await person.sees('New job');
  await person.fill('Project name', 'canary of a job');
  await expect.poll(() => everythingKept(page)).toContain('canary of a job');
}

/** Theirs: words they typed, their address, and what only they may read. */
const traces = ['canary', 'client@ev.test', 'Clara', 'Brightline'];

test('a second person finds nothing of the first', async ({ newPerson }, { project }) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await leaveTraces(person);
  const before = await everythingKept(page);
  expect(before).toContain('canary of a message');
  expect(before).toContain('Canary Street');
  expect(before).toContain('client@ev.test');

  await test.step('signing out takes all of it off the device', async () => {
    // From the page with the unsent job: it keeps its draft once more as it goes.
    if (project.name === 'phone') await person.press('More');
    await person.press('Sign out');
    await person.sees('Sign in');
    for (const trace of traces) {
      await expect.poll(() => everythingKept(page), { message: trace }).not.toContain(trace);
    }
  });

  await test.step('back shows none of it', async () => {
    await page.goBack();
    await person.sees('Sign in');
    expect(await page.locator('body').innerText()).not.toContain('canary');
  });

  await test.step('nor does the next person get it, on the very same pages', async () => {
    await person.goTo('/');
    await person.fill('Email', 'office@summitroof.test');
    await person.fill('Password', seedPassword);
    await person.press('Sign in');
    await person.sees('Jobs');
    await person.goTo('/jobs/create');
    await person.sees('New job');
    await expect(person.field('Project name')).toHaveValue('');
    await person.waitsUntilStill();
    const after = await everythingKept(page);
    for (const trace of traces) expect(after, trace).not.toContain(trace);
  });
});

test('a choice about the device outlives the sign-out', async ({ newPerson }) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await person.goTo('/account');
  await person.choose('Colours on this device', 'Dark');
  await page.getByRole('region', { name: 'Sign out' }).getByRole('button').click();
  await person.sees('Sign in');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await person.sees('Sign in');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('signing out in one window signs out in the other', async ({ newPerson }) => {
  const person = await newPerson('client');
  await person.signIn('client@ev.test', seedPassword);
  const other = await person.page.context().newPage();
  await other.goto(`${person.url}/jobs/create`);
  await other.getByLabel('Project name').fill('canary of the other window');
  await expect.poll(() => everythingKept(other)).toContain('canary of the other window');
  await person.goTo('/account');
  await person.page.getByRole('region', { name: 'Sign out' }).getByRole('button').click();
  await person.sees('Sign in');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect.poll(() => everythingKept(other)).not.toContain('canary');
});
