import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { amount } from '../../support/amount.ts';
import { bearerOf, pictureMessage, signInWithWorker, timesArrived } from '../support/onBadLine.ts';
import type { Person } from '../support/person.ts';
import { acceptUpdate, findUpdate, testWith, versionOf } from '../support/updates.ts';
import type { Releases } from '../support/versions.ts';

const updates = amount('UPDATES', 2, 20);

const test = testWith({ old: [], new: [] });

test('a new build sends the messages that an old one queued', async ({
  newPerson,
  versions,
  line,
  product,
}) => {
  versions.deploy('old');
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, 'client@ev.test', seedPassword);
  const { jobId } = await pictureMessage(person);
  const idToken = await bearerOf(person);
  const content = 'Written in the old version.';
  await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
  expect(await versionOf(page)).toBe('old');
  line.plan = ({ method, path }) =>
    method === 'POST' && path === '/api/jobs/update' ? { kind: 'cut before the body' } : null;
  await page.getByPlaceholder('Type your message…').fill(content);
  await page.getByRole('button', { name: /^Send(?! and mark)/ }).click();
  await expect(person.bubble(content)).toBeVisible();

  versions.deploy('new');
  await findUpdate(page);
  // Keeps the old worker, and so the new one, waiting for longer than a user would.
  const cut = line.plan;
  line.plan = (asked) => (asked.path === `/api/jobs/${jobId}` ? { kind: 'stall', ms: 20_000 } : cut(asked));
  await page.evaluate(
    ([url, authorization]) => void fetch(url, { headers: { authorization } }).catch(() => undefined),
    [`/api/jobs/${jobId}`, `Bearer ${idToken}`] as const,
  );
  await acceptUpdate(page, 'new');
  line.plan = cut;
  expect(await timesArrived(product.url, idToken, jobId, content)).toBe(0);
  line.plan = () => null;
  await page.reload();
  expect(await versionOf(page)).toBe('new');
  await expect.poll(() => timesArrived(product.url, idToken, jobId, content), { timeout: 180_000 }).toBe(1);
});

test('a waiting version takes over by choice only, and other windows lose nothing', async ({
  newPerson,
  versions,
}) => {
  versions.deploy('old');
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, 'client@ev.test', seedPassword);
  const other = await page.context().newPage();
  await other.goto(`${person.url}/jobs/listing/all`);
  await expect(other.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await person.goTo('/jobs/create');
  await person.fill('Project name', 'Typed before the update');
  versions.deploy('new');
  await findUpdate(page);

  await test.step('until then the old version runs, also after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeVisible({
      timeout: 180_000,
    });
    expect(await versionOf(page)).toBe('old');
    await page.getByRole('link', { name: 'Account' }).first().click();
    await person.sees('Account');
    expect(await versionOf(page)).toBe('old');
  });
  await test.step('the accepted version restores the typed text', async () => {
    await page.getByRole('link', { name: 'New job' }).first().click();
    await expect(person.field('Project name')).toHaveValue('Typed before the update');
    await person.fill('Project name', 'Typed right before the update');
    await acceptUpdate(page, 'new');
    await expect(person.field('Project name')).toHaveValue('Typed right before the update');
  });
  await test.step('the other window is notified, and gets a page with a missing chunk by reloading', async () => {
    await expect(
      other
        .getByText('EV Jobs was updated in another window.')
        .or(other.locator('script[src*="/assets/new-"]')),
    ).toHaveCount(1);
    await other.getByRole('link', { name: 'Messages' }).first().click();
    await expect(other.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible({
      timeout: 180_000,
    });
  });
});

test('no chunk of the app is missing after many updates in a row', async ({ newPerson, versions }) => {
  versions.deploy('old');
  const person = await newPerson('client');
  const { page } = person;
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 404 && response.url().includes('/assets/')) missing.push(response.url());
  });
  await signInWithWorker(person, 'client@ev.test', seedPassword);
  for (let update = 1; update <= updates; update += 1) {
    const to = update % 2 === 1 ? 'new' : 'old';
    versions.deploy(to);
    await findUpdate(page);
    await page.getByRole('link', { name: 'Account' }).first().click();
    await person.sees('Account');
    await acceptUpdate(page, to);
    await page.getByRole('link', { name: 'New job' }).first().click();
    await person.sees('New job');
    await page.getByRole('link', { name: 'Messages' }).first().click();
    await person.sees('Messages');
  }
  expect(missing).toEqual([]);
});

test('what is typed into the sign-in of the old version is sent by the new one, where the old one can’t be loaded any more', async ({
  newPerson,
  versions,
  line,
}) => {
  versions.deploy('old');
  const person = await newPerson('client');
  const { page } = person;
  let isCut = true;
  line.plan = ({ path }) => (isCut && /SignInPage-/.test(path) ? { kind: 'cut before the body' } : null);
  await person.goTo('/auth/signin');
  await person.fill('Email', 'client@ev.test');
  await person.fill('Password', seedPassword);
  await page.evaluate(() => document.body.setAttribute('data-typed-in', ''));
  await expect(page.getByText('EV Jobs couldn’t be loaded. What you typed is still here.')).toBeVisible();
  versions.deploy('new');
  isCut = false;
  await person.press('Sign in');
  await expect(page.locator('main [data-index]').first()).toBeVisible();
  expect(await page.locator('body[data-typed-in]').count()).toBe(1);
  const isOld = (path: string) => /\/assets\/old-/.test(path);
  expect(versions.releases.asked().filter(isOld)).toEqual([]);
});

/** Lets the page run the old version, and installs the new one. */
async function installNew(
  person: Person,
  versions: { deploy(name: 'old' | 'new'): void; releases: Releases },
): Promise<string[]> {
  versions.deploy('old');
  await signInWithWorker(person, 'client@ev.test', seedPassword);
  versions.deploy('new');
  await findUpdate(person.page);
  const asked = versions.releases.asked().filter((path) => !path.startsWith('/api/'));
  await acceptUpdate(person.page, 'new');
  await person.sees('Jobs');
  return asked;
}

test('an update comes as the difference to what the device has', async ({ newPerson, versions }) => {
  const sizes: number[] = [];
  versions.releases.change = (difference) => {
    sizes.push(difference.length);
    return difference;
  };
  const asked = await installNew(await newPerson('client'), versions);
  const [worker] = asked.filter((path) => path.startsWith('/assets/'));
  expect(worker ?? '/assets/worker-').toMatch(/^\/assets\/worker-/);
  expect(asked).toEqual(expect.arrayContaining(['/sw.js', '/index.html']));
  expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual(worker ? [worker] : []);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThan(200_000);
});

const faults: Readonly<Record<string, (difference: Buffer) => Buffer>> = {
  cut: (difference) => difference.subarray(0, difference.length - 100),
  'wrong in its last byte': (difference) =>
    Buffer.concat([difference.subarray(0, -1), Buffer.from([(difference.at(-1) ?? 0) ^ 1])]),
};

for (const [what, change] of Object.entries(faults)) {
  test(`where the difference is ${what}, the update comes as whole files`, async ({
    newPerson,
    versions,
  }) => {
    versions.releases.change = change;
    const asked = await installNew(await newPerson('client'), versions);
    expect(asked.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(50);
  });
}
