import { expect, type Locator, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { test } from '../support/badLine.ts';
import { cutTexts, layoutShift, watchLayoutShift } from '../support/layout.ts';
import type { Person } from '../support/person.ts';

/** Recovery waits for the next probe, and the machine may be slow. */
const healing = { timeout: 180_000 };

/** Returns the status in the frame, which is in one of two places. */
function sign(page: Page): Locator {
  return page.getByRole('button', { name: /\. Open outbox$/ });
}

function outbox(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Outbox' });
}

function entry(page: Page, words: string): Locator {
  return outbox(page).getByRole('listitem').filter({ hasText: words });
}

async function goTo(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
}

/** Waits until the app is installed: on a first visit its files still come from the server. */
async function installed(person: Person): Promise<void> {
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.page.reload();
  await person.sees('Jobs');
  await person.waitsUntilStill();
}

/** Opens the chat of the first job listed. @returns the job's name */
async function openChat(person: Person): Promise<string> {
  const open = person.page.getByRole('button', { name: /^Open chat for/ }).first();
  await open.click();
  await expect(person.page.getByRole('log', { name: 'Messages' })).toBeVisible();
  await person.waitsUntilStill();
  return (await person.page.getByRole('dialog').getByRole('heading').first().innerText()).trim();
}

async function write(person: Person, words: string): Promise<void> {
  await person.page.getByRole('textbox', { name: 'Message' }).fill(words);
  await person.press('Send');
}

test('a lost connection is shown and recovers by itself; messages written meanwhile are listed in the outbox, can be deleted, and are sent', async ({
  person,
  line,
}, { project }) => {
  const { page } = person;
  await watchLayoutShift(page);
  await person.signIn('client@ev.test', seedPassword);
  await expect(sign(page)).toHaveAccessibleName(/^Everything sent/);
  await installed(person);
  await expect(sign(page)).toHaveAccessibleName(/^Everything sent/);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
  // A status is announced once it has lasted a moment; the one before it must have lasted too.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));

  await test.step('the status names the lost connection and the age of the data on the screen', async () => {
    line.cut();
    await goTo(page, /^Messages/);
    await person.sees('Messages');
    await expect(sign(page)).toHaveAccessibleName(/^Offline/);
    await goTo(page, /^Jobs$/);
    await person.sees('Jobs');
    await expect(sign(page)).toHaveAccessibleName(/^Offline · jobs as of \d+:\d\d\s[AP]M/);
    await expect(page.getByText(/^As of \d+:\d\d\s[AP]M$/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^You’re offline\./ })).toHaveCount(1);
    await person.findsNoBarrier();

    const readAgain = page.waitForResponse((response) => response.url().endsWith('/v2/evjobs'), healing);
    line.restore();
    await expect(sign(page)).toHaveAccessibleName(/^Everything sent/, healing);
    expect((await readAgain).ok()).toBe(true);
    await expect(page.getByText(/^As of/)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Back online.' })).toHaveCount(1);
    expect((await layoutShift(page)).total).toBeLessThan(0.02);
  });

  const job = await openChat(person);
  line.cut();
  await write(person, `First word, ${project.name}`);
  await page
    .getByLabel('Files to attach')
    .setInputFiles([
      { name: 'roof plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf.bytes) },
    ]);
  await write(person, `Second word, ${project.name}`);
  await expect(person.bubble(`Second word, ${project.name}`)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(sign(page)).toHaveAccessibleName(/2 waiting to send/);

  await test.step('each message is listed with its state under its job', async () => {
    if (project.name === 'desk') await page.keyboard.press('o');
    else await sign(page).click();
    await expect(outbox(page).getByRole('heading', { name: job })).toBeVisible();
    await expect(entry(page, 'First word')).toContainText(/Waiting to send|Checking if it was sent/);
    await expect(entry(page, 'Second word')).toContainText('roof plan.pdf');
    await expect(outbox(page).getByRole('listitem').filter({ hasText: 'word' })).toContainText([
      'First word',
      'Second word',
    ]);
  });

  await test.step('the outbox is accessible, also on a small screen and with large text', async () => {
    await person.findsNoBarrier();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await cutTexts(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await cutTexts(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    if (size) await page.setViewportSize(size);
  });

  await test.step('a message’s files can be saved', async () => {
    const saved = await person.downloads(
      entry(page, 'Second word').getByRole('button', { name: 'Download file' }),
    );
    expect(saved.name).toBe('roof plan.pdf');
    expect(saved.bytes.equals(samples.pdf.bytes)).toBe(true);
  });

  await test.step('a message can be deleted and restored to its place', async () => {
    await entry(page, 'First word').getByRole('button', { name: 'Delete' }).click();
    await expect(entry(page, 'First word')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(outbox(page).getByRole('listitem').filter({ hasText: 'word' })).toContainText([
      'First word',
      'Second word',
    ]);
  });

  await test.step('the messages are sent in their order as soon as the connection is back', async () => {
    line.restore();
    await expect(outbox(page).getByText('Your outbox is empty')).toBeVisible(healing);
    await page.keyboard.press('Escape');
    await expect(outbox(page)).toBeHidden();
    await expect(sign(page)).toHaveAccessibleName(/^Everything sent/, healing);
    await openChat(person);
    const words = page.getByRole('log', { name: 'Messages' }).getByRole('article');
    await expect(words.filter({ hasText: `word, ${project.name}` })).toContainText([
      'First word',
      'Second word',
    ]);
  });
});
