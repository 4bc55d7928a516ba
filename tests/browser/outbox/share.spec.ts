import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { isInstalled } from '../support/device.ts';
import { layoutShift, watchLayoutShift } from '../support/layout.ts';
import { test } from '../support/line.ts';
import { bearerOf } from '../support/onBadLine.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

type Shared = { text?: string; files?: { name: string; type: string; bytes: Buffer }[] };

/** Shares as the system does: with a form that is posted by a navigation. */
async function share(page: Page, { text = '', files = [] }: Shared): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.toString('base64') }));
  await page.evaluate(
    async ({ words, chosen }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'POST',
        action: '/share-target',
        enctype: 'multipart/form-data',
      });
      const input = Object.assign(document.createElement('input'), {
        name: 'files',
        type: 'file',
        multiple: true,
      });
      const transfer = new DataTransfer();
      for (const { name, type, bytes } of chosen) {
        const raw = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([raw], name, { type }));
      }
      input.files = transfer.files;
      form.append(Object.assign(document.createElement('textarea'), { name: 'text', value: words }), input);
      document.body.append(form);
      form.submit();
    },
    { words: text, chosen: sent },
  );
  await page.waitForURL(/(\/|%2F)share$/);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const plan = {
  name: 'roof plan.pdf',
  type: 'application/pdf',
  bytes: Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251)),
    Buffer.from('\n%%EOF\n'),
  ]),
};
const shot = { name: 'IMG_0042.png', type: 'image/png', bytes: Buffer.from(samples.png.bytes) };
const notes = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('nothing for a job') };

/** Opens a file with the app as a file manager of a desk does. */
async function openWithApp(person: Person, { name, type, bytes }: typeof plan): Promise<void> {
  await person.page.addInitScript(
    (file) => {
      if (location.pathname !== '/share' || sessionStorage.getItem('opened')) return;
      const raw = Uint8Array.from(atob(file.bytes), (letter) => letter.charCodeAt(0));
      const getFile = async () => new File([raw], file.name, { type: file.type });
      const setConsumer = (consumer: (launch: object) => void) => {
        sessionStorage.setItem('opened', 'yes');
        consumer({ targetURL: location.href, files: [{ getFile }] });
      };
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    },
    { name, type, bytes: bytes.toString('base64') },
  );
  await person.goTo('/share');
}

/** Returns hashes of the files that the server has of a message; requested without the proxy. */
async function hashesAt(url: string, person: Person, jobId: string, content: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${await bearerOf(person)}` };
  const answer = await fetch(`${url}/api/jobs/${jobId}/communication`, { headers });
  const { body } = (await answer.json()) as {
    body: { content: string; fileAttachmentsInfo: Record<string, { fileName: string }> }[];
  };
  const message = body.find((one) => one.content === content);
  const files = Object.entries(message?.fileAttachmentsInfo ?? {});
  return Promise.all(
    files.map(async ([key, { fileName }]) => {
      const path = [key, fileName].map(encodeURIComponent).join('/');
      const stored = await fetch(`${url}/api/attachments/${path}`, { headers });
      return hashOf(Buffer.from(await stored.arrayBuffer()));
    }),
  );
}

test('a PDF that is opened with the app asks for its job', async ({ personOnLine }) => {
  const person = await personOnLine('client@ev.test');
  const { page } = person;
  await isInstalled(person);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await openWithApp(person, plan);
  await person.sees('Which job is this for?');
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('roof plan.pdf');
});

test('shared files go to the job that the user picks, also while offline', async ({
  personOnLine,
  line,
  product,
}) => {
  const person = await personOnLine('client@ev.test');
  const { page } = person;
  await isInstalled(person);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('button').filter({ hasText: ' · ' });
  const composer = page.getByPlaceholder('Type your message…');

  /** Picks the first job of the list. @returns its id */
  async function pickFirst(): Promise<string> {
    await jobs.first().click();
    await expect(composer).toBeVisible();
    return new URL(page.url()).searchParams.get('chat') ?? '';
  }

  await test.step('a PDF with a text is shared, and nothing is sent before Send is pressed', async () => {
    await watchLayoutShift(page);
    await share(page, { text: 'The plan of the roof', files: [plan] });
    await person.sees('Which job is this for?');
    await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('roof plan.pdf');
    await expect(jobs.first()).toBeVisible();
    await person.waitsUntilStill();
    expect((await layoutShift(page)).total).toBeLessThan(0.02);
    await person.findsNoBarrier();
    const jobId = await pickFirst();
    await expect(composer).toHaveValue('The plan of the roof');
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('roof plan.pdf');
    expect(await hashesAt(product.url, person, jobId, 'The plan of the roof')).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect
      .poll(() => hashesAt(product.url, person, jobId, 'The plan of the roof'), { timeout: 90_000 })
      .toEqual([hashOf(plan.bytes)]);
  });

  line.cut();
  await test.step('two shares while offline are listed separately, and files that cannot be sent are named', async () => {
    await share(page, { files: [plan] });
    await person.sees('Which job is this for?');
    await share(page, { text: 'Seen on site', files: [shot, notes] });
    await expect(page.getByText('1 more shared item')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Shared files' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('alert').filter({ hasText: 'notes.txt wasn’t added' })).toBeVisible();
    await person.findsNoBarrier();
  });

  let jobId = '';
  await test.step('a share goes into a waiting message', async () => {
    await expect(jobs.first()).toBeVisible();
    jobId = await pickFirst();
    await expect(composer).toHaveValue('Seen on site');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(person.bubble('Seen on site')).toBeVisible();
    await expect(composer).toHaveValue('');
  });

  await test.step('the other share goes into a new job', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Choose job' }).click();
    await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('roof plan.pdf');
    await person.press('New job');
    await person.sees('New job');
    await expect(page.getByRole('button', { name: 'Remove roof plan.pdf' })).toBeVisible();
    await person.goTo('/share', 'No shared items');
  });

  await test.step('the message arrives when back online, with the whole picture', async () => {
    line.restore();
    await person.goTo('/jobs/listing/all');
    await expect
      .poll(() => hashesAt(product.url, person, jobId, 'Seen on site'), { timeout: 180_000 })
      .toEqual([hashOf(shot.bytes)]);
  });
});

beforeRelease('a share while nobody is signed in waits for the next user', async ({ personOnLine }) => {
  const person = await personOnLine('client@ev.test');
  const { page } = person;
  await isInstalled(person);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await person.goTo('/account');
  await page.getByRole('region', { name: 'Sign out', exact: true }).getByRole('button').click();
  await person.sees('Sign in');
  await share(page, { files: [shot] });
  await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fshare/);
  await person.fill('Email', 'client@ev.test');
  await person.fill('Password', 'stamped-2026');
  await person.press('Sign in');
  await person.sees('Which job is this for?');
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText(shot.name);
  await person.press('Discard');
  await person.sees('No shared items');
  await person.press('Undo');
  await person.sees('Which job is this for?');
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText(shot.name);
});
