import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { type Line, startLine } from '../../bench/start/line.ts';
import { isInstalled } from '../support/device.ts';
import { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const scripts = '**/assets/*.js';
const failure = 'EV Jobs couldn’t be loaded. What you typed is still here.';

/** Lets no script of the app arrive until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const early = (page: Page) => page.locator('#early');

/** Waits until the app has taken over. */
async function isTakenOver(page: Page): Promise<void> {
  await expect(early(page)).toHaveCount(0);
  await expect(page.locator('#app h1')).toBeVisible();
}

test('what is typed early stays where it is, with the focus, the selection, and the page that was asked for', async ({
  newPerson,
}) => {
  const person = await newPerson('Eve');
  const { page } = person;
  const release = await holdScripts(page);
  await person.goTo('/auth/signin?next=%2Faccount');
  await person.findsNoBarrier();
  await person.fill('Email', 'eve@roofers.test');
  const link = early(page).getByRole('link', { name: 'Create account' });
  await expect(link).toHaveAttribute('href', /\/auth\/signup\?next=%2Faccount$/);
  await person.fill('Password', 'not her password');
  await page
    .getByLabel('Password', { exact: true })
    .evaluate((field: HTMLInputElement) => field.setSelectionRange(4, 7));
  release();
  await isTakenOver(page);
  await expect(person.field('Email')).toHaveValue('eve@roofers.test');
  await expect(person.field('Password')).toBeFocused();
  await page.keyboard.type('HER');
  await expect(person.field('Password')).toHaveValue('not HER password');
  await page.unroute(scripts);

  await test.step('typing goes on at the end of an address', async () => {
    const again = await holdScripts(page);
    await page.reload();
    await person.fill('Email', 'eve@roofers.');
    again();
    await isTakenOver(page);
    await page.keyboard.type('test');
    await expect(person.field('Email')).toHaveValue('eve@roofers.test');
  });
});

test('a script that does not arrive is said, and Try again goes on with what was typed and pressed', async ({
  browser,
  contextOptions,
  product,
}) => {
  const context = await browser.newContext(contextOptions);
  const person = new Person(await context.newPage(), product.url);
  const { page } = person;
  let isBroken = true;
  await page.route('**/assets/firebase-*.js', (route) => (isBroken ? route.abort() : route.continue()));
  await person.goTo('/auth/signin');
  await person.fill('Email', 'client@ev.test');
  await person.fill('Password', seedPassword);
  await person.press('Sign in');
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await expect(early(page).getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy');
  await person.findsNoBarrier();
  await person.press('Try again');
  await expect(page.getByText(failure)).toBeVisible();
  isBroken = false;
  await person.press('Try again');
  await expect(page.locator('main [data-index]').first()).toBeVisible();
  await expect(page.getByText(failure)).toHaveCount(0);
  await context.close();
});

/** Tests on a connection that can be slow, and lose single files. */
const testOnLine = test.extend<{ line: Line; personOnLine: Person }>({
  line: async ({ product }, use) => {
    const line = await startLine(product.url);
    await use(line);
    await line.close();
  },
  personOnLine: async ({ browser, contextOptions, line }, use) => {
    const context = await browser.newContext(contextOptions);
    await use(new Person(await context.newPage(), line.url));
    await context.close();
  },
});

/** Types into the early sign-in behind Slow 4G, and presses Enter. @returns whether the page is still the one that was typed in */
async function signInEarly(person: Person): Promise<() => Promise<boolean>> {
  const { page, url } = person;
  await page.goto(`${url}/auth/signin?next=%2Faccount`, { waitUntil: 'commit' });
  await person.fill('Email', 'client@ev.test');
  await person.fill('Password', seedPassword);
  await page.keyboard.press('Enter');
  await page.evaluate(() => document.body.setAttribute('data-typed-in', ''));
  return () => page.evaluate(() => document.body.hasAttribute('data-typed-in'));
}

testOnLine(
  'on Slow 4G, files that a connection loses on their way cost a second, and nothing that is typed',
  async ({ line, personOnLine: person }) => {
    const lost = new Map<string, number>();
    line.proxy.plan = ({ path }) => {
      const times = lost.get(path) ?? 0;
      // Chromium itself asks once more.
      if (!/(SignInPage|takeOver|firebase)-/.test(path) || times === 2) return null;
      lost.set(path, times + 1);
      return { kind: 'cut before the body' };
    };
    line.become('Slow 4G');
    const isSame = await signInEarly(person);
    await expect(person.page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    expect([...lost.values()]).toEqual([2, 2, 2]);
    expect(await isSame()).toBe(true);
  },
);

testOnLine(
  'on Slow 4G, a connection that is cut once the app runs and lacks its sign-in leaves what is typed, and Try again goes on with it',
  async ({ line, personOnLine: person }) => {
    const { page } = person;
    // A browser that stores nothing asks for a file once more as it is imported.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const own = /SignInPage-[\w-]+\.js$/;
    let isCut = false;
    line.proxy.plan = ({ path }) => (isCut && own.test(path) ? { kind: 'cut before the body' } : null);
    page.on('requestfinished', (request) => {
      isCut ||= own.test(request.url()) && request.resourceType() === 'fetch';
    });
    line.become('Slow 4G');
    const isSame = await signInEarly(person);
    const says = page.getByRole('alert').filter({ hasText: failure });
    await expect(says).toBeVisible();
    await person.press('Try again');
    await expect(says).toBeHidden();
    await expect(says).toBeVisible();
    await expect(person.field('Email')).toHaveValue('client@ev.test');
    await expect(person.field('Password')).toHaveValue(seedPassword);
    isCut = false;
    await person.press('Try again');
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    expect(await isSame()).toBe(true);
  },
);

test('somebody who is signed in never sees the early form', async ({ newPerson }) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await isInstalled(person);
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const release = await holdScripts(page);
  await page.goto(`${person.url}/auth/signin`, { waitUntil: 'commit' });
  await expect(page.locator('.start')).toBeVisible();
  await expect(early(page).getByLabel('Email')).toHaveCount(1);
  await expect(early(page).getByLabel('Email')).toBeHidden();
  release();
  await expect(page.locator('main [data-index]').first()).toBeVisible();
  await expect(early(page)).toHaveCount(0);
});

test('the sign-up by an invitation, and the reset of a password, are typed early too', async ({
  newPerson,
}) => {
  const person = await newPerson('Iris');
  const { page } = person;
  for (const path of ['/auth/signup?invitation=nothing', '/auth/signup', '/auth/forgot-password']) {
    await test.step(path, async () => {
      const release = await holdScripts(page);
      await person.goTo(path);
      await person.findsNoBarrier();
      const title = await page.getByRole('heading', { level: 1 }).innerText();
      const isSignUp = path.includes('signup');
      await person.fill('Email', 'iris@roofers.test');
      if (isSignUp) {
        await person.fill('First name', 'Iris');
        await person.fill('State', 'new york');
        await person.fill('City', 'Albany');
      }
      release();
      await isTakenOver(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(person.field('Email')).toHaveValue('iris@roofers.test');
      if (isSignUp) {
        await expect(person.field('First name')).toHaveValue('Iris');
        // A field that was left has its code.
        await expect(person.field('State')).toHaveValue('NY');
        await expect(person.field('City')).toBeFocused();
      }
      await page.unroute(scripts);
      await page.evaluate(() => sessionStorage.clear());
    });
  }
});

test('without script the sign-in says what is needed, and shows no form that does nothing', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.url}/auth/signin`);
  expect(await page.locator('noscript').textContent()).toContain('EV Jobs needs JavaScript.');
  await expect(early(page)).toBeHidden();
  await context.close();
});
