import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { pastLimitMs } from '../../support/network/faults.ts';
import {
  bearerOf,
  cachedResponses,
  pictureMessage,
  signInWithWorker,
  test,
  timesArrived,
} from '../support/onBadLine.ts';
import { Office } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

test.skip(({ isMobile }) => isMobile, 'The worker is the same on every screen.');

const me = 'client@ev.test';

async function firstProject(person: Person): Promise<string> {
  await person.goTo('/jobs/listing/all');
  const project = (await person.page.locator('main a[href^="/jobs/update/"]').first().innerText()).trim();
  await expect.poll(async () => JSON.stringify(await cachedResponses(person))).toContain(project);
  return project;
}

/** Sends a message from the open chat and waits until it is on the screen, whatever the connection does. */
async function send(person: Person, content: string, file?: Buffer): Promise<void> {
  const { page } = person;
  await page.getByPlaceholder('Type your message…').fill(content);
  if (file) {
    const chosen = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: file };
    await page.locator('input[type=file]').last().setInputFiles(chosen);
  }
  await page.getByRole('button', { name: /^Send(?! and mark)/ }).click();
  await expect(person.bubble(content).first()).toBeVisible();
}

const plan = Buffer.concat([
  Buffer.from('%PDF-1.4\n'),
  Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251)),
  Buffer.from('\n%%EOF\n'),
]);

beforeRelease(
  'a list, a job, its conversation and a photo that were opened are there while offline',
  async ({ newPerson, line }) => {
    const person = await newPerson('client');
    const { page } = person;
    await signInWithWorker(person, me, seedPassword);
    const { communicationId, jobId, content } = await pictureMessage(person);
    const photo = page.locator('main img').first();
    const isDrawn = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
    const project = await firstProject(person);
    await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
    await expect(person.bubble(content).first()).toBeVisible();
    const title = await page.getByRole('heading', { level: 1 }).first().innerText();
    await person.goTo(`/attachments/${communicationId}?job=${jobId}`);
    await expect.poll(isDrawn).toBe(true);
    await expect.poll(async () => JSON.stringify(await cachedResponses(person))).toContain('/attachments/');

    await line.line('dead');
    await test.step('the photo is shown', async () => {
      await page.reload();
      await expect.poll(isDrawn, { timeout: 90_000 }).toBe(true);
    });
    await test.step('the job and its conversation are shown', async () => {
      await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
      await page.reload();
      await person.sees(title);
      await expect(person.bubble(content).first()).toBeVisible();
    });
    await test.step('the list is shown', async () => {
      await person.goTo('/jobs/listing/all');
      await page.reload();
      await person.sees('Jobs');
      await expect(page.getByRole('link', { name: project }).first()).toBeVisible();
    });
  },
);

beforeRelease(
  'a signed-out user leaves no cached responses, and the next sees none of theirs',
  async ({ newPerson, line }) => {
    const person = await newPerson('client');
    const { page } = person;
    await signInWithWorker(person, me, seedPassword);
    const theirs = await firstProject(person);
    await person.goTo('/account');
    await page.getByRole('region', { name: 'Sign out', exact: true }).getByRole('button').click();
    await person.sees('Sign in');
    await expect.poll(() => cachedResponses(person)).toEqual([]);

    await person.goTo('/auth/signin');
    await person.fill('Email', 'office@summitroof.test');
    await person.fill('Password', seedPassword);
    await person.press('Sign in');
    await person.sees('Jobs');
    await expect.poll(async () => (await cachedResponses(person)).length).toBeGreaterThan(0);
    expect(JSON.stringify(await cachedResponses(person))).not.toContain(me);
    await line.line('dead');
    await page.reload();
    await person.sees('Jobs');
    expect(await page.locator('body').innerText()).not.toContain(theirs);
  },
);

beforeRelease(
  'a foreign response never replaces a cached one, which is shown instead',
  async ({ newPerson, line }) => {
    const person = await newPerson('client');
    const { page } = person;
    await signInWithWorker(person, me, seedPassword);
    const project = await firstProject(person);
    await person.waitsUntilStill();
    const before = (await cachedResponses(person)).map(({ url }) => url).sort();
    for (const fault of [
      { kind: 'portal page' },
      { kind: 'portal redirect' },
      { kind: '502 after commit' },
      { kind: 'stall', ms: pastLimitMs },
      { kind: 'late answer', ms: 3 * pastLimitMs },
    ] as const) {
      await test.step(fault.kind, async () => {
        line.plan = ({ path }) => (path.startsWith('/api/') ? fault : null);
        await page.reload();
        await expect(page.getByRole('link', { name: project }).first()).toBeVisible({ timeout: 90_000 });
        const copies = await cachedResponses(person);
        expect(copies.map(({ url }) => url).sort()).toEqual(before);
        for (const { text } of copies) expect(JSON.parse(text)).toHaveProperty('body');
      });
    }
  },
);

beforeRelease('an upload bypasses the worker and arrives whole', async ({ newPerson, product }) => {
  const person = await newPerson('client');
  const { page } = person;
  await signInWithWorker(person, me, seedPassword);
  const { jobId } = await pictureMessage(person);
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/jobs/update'));
  await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
  await send(person, 'Here is the whole plan.', plan);
  const answer = await sent;
  expect(answer.fromServiceWorker()).toBe(false);
  const headers = { authorization: `Bearer ${await bearerOf(person)}` };
  const conversation = await fetch(`${product.url}/api/jobs/${jobId}/communication`, { headers });
  const { body } = (await conversation.json()) as {
    body: { content: string; fileAttachmentsInfo: Record<string, { fileName: string }> }[];
  };
  const message = body.find(({ content }) => content === 'Here is the whole plan.');
  const [[key, { fileName }]] = Object.entries(message?.fileAttachmentsInfo ?? {}) as [
    [string, { fileName: string }],
  ];
  const path = [key, fileName].map(encodeURIComponent).join('/');
  const stored = await fetch(`${product.url}/api/attachments/${path}`, { headers });
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hashOf(Buffer.from(await stored.arrayBuffer()))).toBe(hashOf(plan));
});

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
  // Anew, as browsers do later: a window that is being closed may still look open to the first one, and is left to send.
  const sync = () =>
    cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId: registrations.at(-1) ?? '',
      tag: 'ev-outbox',
      lastChance: false,
    });
  const arrived = () => timesArrived(product.url, idToken, jobId, content);
  await expect.poll(() => sync().then(arrived), { timeout: 180_000 }).toBe(1);
});

test('a change is made although its window is closed or left before it can no longer be undone', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const person = await newPerson('employee');
  await signInWithWorker(person, 'employee@ev.test', seedPassword);
  const context = person.page.context();
  // Keeps the browser open; the app is in no other window.
  await context.newPage();
  await person.page.close();
  const leaving: [string, (page: Page) => Promise<unknown>][] = [
    ['closed at once', (page) => page.close()],
    ['left for another site', (page) => page.goto('about:blank')],
    ['closed after six seconds', (page) => page.waitForTimeout(6000).then(() => page.close())],
  ];
  for (const [how, leave] of leaving) {
    await test.step(how, async () => {
      const { jobId } = await office.newJob(`Window ${how}`, 0);
      const page = await context.newPage();
      await page.goto(`${person.url}/jobs/update/${jobId}`);
      await page.getByRole('button', { name: 'Mark as completed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mark this job as completed?' });
      await dialog.getByRole('button', { name: 'Mark as completed' }).click();
      await expect(page.getByText('Job moved to Completed.')).toBeVisible();
      await leave(page);
      await expect.poll(() => office.statusOf(jobId), { timeout: 90_000 }).toBe('COMPLETED');
    });
  }
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
    await person.goTo('/jobs/create', 'New job');
    await person.goTo('/account', 'Account');
  },
);
