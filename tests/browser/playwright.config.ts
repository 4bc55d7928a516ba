import { defineConfig } from '@playwright/test';
import { findBrowser } from '../support/findBrowser.ts';

/** Stories told in a real browser against the whole product, each on a phone and on a desk. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seedOnce.ts',
  outputDir: '../../node_modules/.cache/browser-results',
  fullyParallel: false,
  workers: 2,
  // A story that passes only the second time is told apart in the output.
  retries: 1,
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
      args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
    { name: 'desk', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
