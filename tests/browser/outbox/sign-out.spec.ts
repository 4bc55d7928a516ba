import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import { everythingKept } from '../support/everythingKept.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

/** Longer than anything waits before it writes. */
const settledMs = isAll ? 5000 : 2000;

/** Writes the user's texts into every place where the app stores something. */
async function leaveTraces(person: Person): Promise<void> {
  const { page } = person;
  await person.goTo('/jobs/listing/in-progress');
  await openFirstChat(page);
  await page.getByPlaceholder('Type your message…').fill('canary of a message');
  await expect.poll(() => everythingKept(page)).toContain('canary of a message');
  await person.goTo('/account');
  await person.fill('Street address', 'Canary Street');
  await expect.poll(() => everythingKept(page)).toContain('Canary Street');
  await person.goTo('/jobs/create', 'New job');
  await person.fill('Project name', 'canary of a job');
  await expect.poll(() => everythingKept(page)).toContain('canary of a job');
}

/** Texts of the user: typed ones, their address, those only they may read, and the token. */
const traces = ['canary', 'client@ev.test', 'Clara', 'Brightline'];

/** Returns the token that the worker sends. */
async function tokenOf(page: Page): Promise<string> {
  const isToken = /"idToken":"([^"]+)"/;
  await expect.poll(() => everythingKept(page)).toMatch(isToken);
  return isToken.exec(await everythingKept(page))?.[1] ?? '';
}

async function leave(person: Person, isPhone: boolean): Promise<void> {
  if (isPhone) await person.press('More');
  await person.press('Sign out');
}

/** Leaves unsent drafts, about which the sign-out asks. */
async function leaveDrafts(person: Person, isPhone: boolean): Promise<void> {
  await leave(person, isPhone);
  await person.press('Discard and sign out');
}

async function findsNothing(page: Page, strings: readonly string[], when: string): Promise<void> {
  const kept = await everythingKept(page);
  for (const trace of strings) expect(kept, `${trace} ${when}`).not.toContain(trace);
}

test('a second user finds nothing of the first', async ({ newPerson }, { project }) => {
  const person = await newPerson('client');
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await leaveTraces(person);
  const before = await everythingKept(page);
  expect(before).toContain('canary of a message');
  expect(before).toContain('Canary Street');
  expect(before).toContain('client@ev.test');

  const all = [...traces, await tokenOf(page)];

  await test.step('signing out removes all their data from the device, and it stays removed', async () => {
    // From the page with the unsent job, which saves its draft once more as it closes.
    await leaveDrafts(person, project.name === 'phone');
    await person.sees('Sign in');
    await findsNothing(page, all, 'at once');
    await page.waitForTimeout(settledMs);
    await findsNothing(page, all, 'some seconds later');
    await page.reload();
    await person.sees('Sign in');
    await findsNothing(page, all, 'after a reload');
  });

  await test.step('going back shows none of it', async () => {
    await page.goBack();
    await person.sees('Sign in');
    expect(await page.locator('body').innerText()).not.toContain('canary');
  });

  await test.step('the next user does not see it either, on the very same pages', async () => {
    await person.goTo('/');
    await person.fill('Email', 'office@summitroof.test');
    await person.fill('Password', seedPassword);
    await person.press('Sign in');
    await person.sees('Jobs');
    await person.goTo('/jobs/create', 'New job');
    await expect(person.field('Project name')).toHaveValue('');
    await person.waitsUntilStill();
    await findsNothing(page, all, 'for the second person');
  });
});

/** Returns the keys of local storage that belong to a user, not to the device. */
function personalKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => !['install', 'push-offer', 'shortcuts', 'theme'].includes(key)),
  );
}

const hangs: Record<string, (() => void) | null> = {
  'while its databases are emptied': () => {
    indexedDB.databases = () => new Promise(() => undefined);
  },
  'while its caches are deleted': () => {
    caches.keys = () => new Promise(() => undefined);
  },
  'just after': null,
};

for (const [moment, hang] of Object.entries(hangs)) {
  beforeRelease(
    `a browser that is killed ${moment} restores nothing`,
    async ({ deviceAt, product }, { project }) => {
      const device = await deviceAt(product.url);
      let person = await device.open();
      await person.signIn('client@ev.test', seedPassword);
      await leaveTraces(person);
      // By now the browser has written its local storage to the disk.
      await person.page.waitForTimeout(8000);
      const all = [...traces, await tokenOf(person.page)];
      if (hang) await person.page.evaluate(hang);
      await leaveDrafts(person, project.name === 'phone');
      if (hang) await expect.poll(() => personalKeys(person.page).catch(() => ['leaving'])).toEqual([]);
      else await person.sees('Sign in');
      await device.kill();

      person = await device.open();
      await person.goTo('/', 'Sign in');
      await findsNothing(person.page, all, 'after the next start');
      await person.page.waitForTimeout(settledMs);
      await findsNothing(person.page, all, 'some seconds later');
      await person.page.reload();
      await person.sees('Sign in');
      await findsNothing(person.page, all, 'after a reload');
    },
  );
}

/** Collects every text drawn on this page from its next navigation on, however briefly. */
async function watchText(page: Page): Promise<() => string> {
  const drawn: string[] = [];
  await page.exposeFunction('noteDrawn', (text: string) => drawn.push(text));
  await page.addInitScript(() => {
    const { noteDrawn } = window as unknown as { noteDrawn(text: string): void };
    new MutationObserver(() => noteDrawn(document.body?.textContent ?? '')).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  return () => drawn.join('\n');
}

for (const seconds of [0.3, 2.5]) {
  beforeRelease(
    `a browser that is killed ${seconds} s after a sign-out shows nothing of the former user at its next start`,
    async ({ deviceAt, product }, { project }) => {
      const device = await deviceAt(product.url);
      let person = await device.open();
      await person.signIn('client@ev.test', seedPassword);
      await isInstalled(person);
      const jobs = await person.page.locator('main a[href^="/jobs/update/"]').allInnerTexts();
      expect(jobs.length).toBeGreaterThan(0);
      await expect.poll(() => personalKeys(person.page)).toContainEqual(expect.stringMatching(/^q:/));
      const before = await personalKeys(person.page);
      const bringBack = await device.copyLocalStorage(before);
      await leave(person, project.name === 'phone');
      await expect.poll(() => personalKeys(person.page).catch(() => ['auth'])).not.toContain('auth');
      await person.page.waitForTimeout(seconds * 1000);
      await device.kill();
      await bringBack();

      person = await device.open();
      const drawn = await watchText(person.page);
      const isBack = new Promise<string[]>((resolve) => {
        person.page.exposeFunction('noteKeys', (keys: string[]) => resolve(keys));
      });
      await person.page.addInitScript(() => {
        (window as unknown as { noteKeys(keys: string[]): void }).noteKeys(Object.keys(localStorage));
      });
      await person.goTo('/', 'Sign in');
      expect(await isBack).toEqual(expect.arrayContaining(before));
      const personal = [...jobs, 'Clara', 'Brightline', 'client@ev.test'];
      expect(personal.filter((text) => drawn().includes(text))).toEqual([]);
      await findsNothing(person.page, personal, 'after that start');
    },
  );
}

async function openFirstChat(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Open chat for/ })
    .first()
    .click();
}

async function sendToFirstJob(person: Person, text: string): Promise<void> {
  const { page } = person;
  await openFirstChat(page);
  await page.getByPlaceholder('Type your message…').fill(text);
  await person.press('Send');
  await expect(person.bubble(text)).toBeVisible();
  await expect(page.getByPlaceholder('Type your message…')).toHaveValue('');
}

test('unsent messages stay after the sign-out if their author says so', async ({ deviceAt, product }, {
  project,
}) => {
  const isPhone = project.name === 'phone';
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  const person = await device.open();
  const { page } = person;
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await person.signIn('client@ev.test', seedPassword);
  await isInstalled(person);
  await person.goTo('/jobs/listing/in-progress');
  await person.waitsUntilStill();
  proxy.cut();
  await sendToFirstJob(person, 'kept for later');
  await page.getByRole('button', { name: 'Close chat' }).click();

  await test.step('the sign-out asks, however it is started', async () => {
    await leave(person, isPhone);
    await expect(question).toContainText('1 message hasn’t been sent yet.');
    await person.findsNoBarrier();
    await person.press('Send and sign out');
    await expect(question).toContainText('Some items couldn’t be sent.');
    await person.press('Cancel');
    await expect(question).toBeHidden();
    await person.goTo('/account');
    await page.getByRole('region', { name: 'Sign out', exact: true }).getByRole('button').click();
    await expect(question).toContainText('1 message hasn’t been sent yet.');
  });

  await test.step('the unsent messages are the only data of theirs on the device', async () => {
    await person.press('Keep here and sign out');
    await person.sees('Sign in');
    expect(await everythingKept(page)).toContain('kept for later');
    const others = await everythingKept(page, ['ev-outbox/outbox']);
    for (const trace of [...traces, 'kept for later']) expect(others, trace).not.toContain(trace);
  });

  await test.step('they are neither sent nor shown to the next user', async () => {
    proxy.restore();
    await person.goTo('/');
    await person.fill('Email', 'office@summitroof.test');
    await person.fill('Password', seedPassword);
    await person.press('Sign in');
    await person.sees('Jobs');
    await person.waitsUntilStill();
    await expect(page.locator('body')).not.toContainText('kept for later');
    await leave(person, isPhone);
    await person.sees('Sign in');
    expect(await everythingKept(page)).toContain('kept for later');
  });

  await test.step('their author sees them after signing in again, and they arrive', async () => {
    await person.fill('Email', 'client@ev.test');
    await person.fill('Password', seedPassword);
    await person.press('Sign in');
    await expect(page.getByText('Sending 1 message from earlier.')).toBeVisible();
    await person.goTo('/jobs/listing/in-progress');
    await openFirstChat(page);
    const sent = person.bubble('kept for later');
    await expect(sent).toHaveCount(1);
    await expect(sent).not.toContainText(/Waiting|Sending|Checking/, { timeout: 180_000 });
  });
  await proxy.close();
});

beforeRelease(
  'the sign-out also asks about drafts, which come back to their author alone',
  async ({ newPerson }, { project }) => {
    const person = await newPerson('client');
    const { page } = person;
    const isPhone = project.name === 'phone';
    await person.signIn('client@ev.test', seedPassword);
    await person.goTo('/jobs/create');
    await person.fill('Project name', 'canary of a job');
    await leave(person, isPhone);
    const question = page.getByRole('dialog', { name: 'Sign out' });
    await expect(question).toContainText('1 draft hasn’t been sent yet.');
    await expect(question.getByRole('button', { name: 'Send and sign out' })).toHaveCount(0);
    await person.findsNoBarrier();
    await person.press('Keep here and sign out');
    await person.sees('Sign in');
    const others = await everythingKept(page, ['ev-outbox/drafts']);
    for (const trace of traces) expect(others, trace).not.toContain(trace);

    await test.step('the next user does not see the draft, and is told that there is one', async () => {
      await person.fill('Email', 'office@summitroof.test');
      await person.fill('Password', seedPassword);
      await person.press('Sign in');
      await expect(page.getByText('Someone else has unsent items on this device')).toBeVisible();
      await person.goTo('/jobs/create', 'New job');
      await expect(person.field('Project name')).toHaveValue('');
      await leave(person, isPhone);
      await person.sees('Sign in');
    });

    await test.step('its author finds it in its place', async () => {
      await person.fill('Email', 'client@ev.test');
      await person.fill('Password', seedPassword);
      await person.press('Sign in');
      await expect(page.getByText('1 draft from earlier is still here.')).toBeVisible();
      await person.goTo('/jobs/create');
      await expect(person.field('Project name')).toHaveValue('canary of a job');
    });
  },
);
