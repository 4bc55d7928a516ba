import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isStill } from '../app/isStill.ts';
import { startStack } from '../server/stack.ts';
import { findBrowser } from './findBrowser.ts';

/** `npm test -- pictures`: takes the README's and the manifest's screenshots from the running app with its demo data. */
const folder = 'public/screenshots';

const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function signedIn(browser: Browser, url: string, device: typeof desk, email: string): Promise<Page> {
  const page = await browser.newPage({ ...device, locale: 'en-US', reducedMotion: 'reduce' });
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/jobs\/listing\//);
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await isStill(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

await mkdir(folder, { recursive: true });
const stack = await startStack({ seed: true });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
try {
  const jobs = await signedIn(browser, stack.url, desk, 'employee@ev.test');
  await jobs.getByRole('table').or(jobs.getByRole('list')).first().waitFor();
  await take(jobs, 'jobs-desk');

  const chat = await signedIn(browser, stack.url, phone, 'client@ev.test');
  await chat
    .getByRole('button', { name: /^Open chat for .* new message/ })
    .first()
    .click();
  await chat.getByRole('log').getByRole('article').first().waitFor();
  await take(chat, 'chat-phone');
} finally {
  await browser.close();
  await stack.stop({ remove: true });
}
