import { defineConfig } from '@playwright/test';
import { isAll } from '../support/amount.ts';
import { findBrowser } from '../support/findBrowser.ts';

/** Told once, where they happen most: of storage, of the line, and of thousands of rows (`npm run bench` scrolls them on both). */
const ofThePhone = [
  'basement',
  'first-screen',
  'hostile-text',
  'invitation',
  'jobs-without-signal',
  'offline-start',
  'one-real-job',
  'outbox-sheet',
  'photos',
  'prepare-for-site',
  'share',
];
const ofTheDesk = [
  'bad-input',
  'big-file',
  'inbox',
  'install',
  'live',
  'long-conversation',
  'long-lists',
  'offline-reply',
  'outbox-bad-device',
  'policy',
  'sessions',
  'push',
  'sign-out',
  'stamped-result',
];
/** In the usual run every screen is looked at on the smallest one. */
if (!isAll) ofThePhone.push('every-screen', 'job-list');
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Stories told in a real browser against the whole product, most of them on a phone and on a desk. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seedOnce.ts',
  outputDir: '../../node_modules/.cache/browser-results',
  fullyParallel: false,
  workers: 2,
  // A story that passes only when tried again is told apart in the output.
  retries: 2,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: findBrowser(),
      // No worker is installed from a page with a certificate of our own making.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-gpu',
        '--ignore-certificate-errors',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: specs(ofTheDesk),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    { name: 'desk', testIgnore: specs(ofThePhone), use: { viewport: { width: 1280, height: 800 } } },
  ],
});
