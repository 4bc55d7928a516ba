import { expect } from '@playwright/test';
import { startSlowLine } from '../../support/network/slowLine.ts';
import { bigPdf } from '../support/bigPdf.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import { clientEmail, hashOf, Office, password } from '../support/outbox/office.ts';
import { test } from '../support/product.ts';

const bytes = 5 * 1024 * 1024;

test('the upload of a big file resumes after a cut and a reload, and the file arrives whole', async ({
  browser,
  contextOptions,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('Big file', 0);
  const line = await startSlowLine(product.url);
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const signedIn = async () => {
    await page.goto(line.url);
    await page.getByLabel('Email', { exact: true }).fill(clientEmail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  };
  await signedIn();
  await page.goto(line.url + ChatTab.pathOf(job));
  const chat = new ChatTab(page, job);
  await chat.show();
  const file = bigPdf('survey.pdf', bytes);
  await chat.type('The survey', [file]);
  line.bitsPerSecond = 4_000_000;
  const before = line.up();
  await chat.press();
  await chat.isTaken();
  const hasSent = (part: number) =>
    expect.poll(() => line.up() - before, { timeout: 180_000 }).toBeGreaterThan(part * bytes);

  const bar = page.getByRole('progressbar', { name: /^Sending/ });
  await hasSent(0.3);
  line.cut(500);
  await hasSent(0.6);
  await page.reload();
  await expect(bar).toBeVisible();
  // The server's offset shows at once, before another byte is sent.
  expect(
    await bar.evaluate((progress: HTMLProgressElement) => progress.value / progress.max),
  ).toBeGreaterThan(0.1);
  await expect
    .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
    .toEqual([{ content: 'The survey', sha256: [hashOf(file.buffer)] }]);
  // In one request it would have been sent three times; a cut and a reload cost a piece each, and the app's own reads little.
  expect(line.up() - before).toBeLessThan(1.5 * bytes);
  await context.close();
  await line.close();
});
