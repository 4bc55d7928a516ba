import { defineConfig } from '@playwright/test';
import { isAll } from '../support/amount.ts';
import { findBrowser } from '../support/run/findBrowser.ts';

/**
 * Run on the phone only, where they matter most: storage, connections, and thousands of rows (`npm run bench` scrolls them on both).
 */
const ofThePhone = [
  'at-hand',
  'basement',
  'drawing',
  'first-screen',
  'first-view',
  'hostile-text',
  'invitation',
  'jobs-without-signal',
  'lying-network',
  'offline-start',
  'one-real-job',
  'outbox-sheet',
  'photos',
  'prepare-for-site',
  'share',
];
const ofTheDesk = [
  'bad-input',
  'drafts',
  'big-file',
  'email-links',
  'inbox',
  'install',
  'live',
  'long-lists',
  'offline-reply',
  'old-browser',
  'plans',
  'outbox-bad-device',
  'policy',
  'print',
  'sessions',
  'push',
  'sign-out',
  'staff-notes',
  'deliverables',
  'text-size',
  'translation',
  'two-staff',
];
/** Before a release only: every screen in every scheme and size, thousands of rows, queues and schedules that take minutes. */
const beforeRelease = isAll ? [] : ['every-screen', 'long-lists', 'outbox-drain', 'outbox-faults'];
/** Daily, a story that is the same on both runs on one of them. */
if (!isAll) {
  ofThePhone.push('checklists', 'frame', 'job-list', 'open-jobs', 'search', 'two-versions', 'worker');
  ofTheDesk.push('keyboard-only');
}
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Stories in a real browser against the whole product, most of them on a phone and on a desk. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seedOnce.ts',
  outputDir: '../../node_modules/.cache/browser-results',
  fullyParallel: false,
  workers: 2,
  // A story that fails now and then is a defect, of the app or of the story.
  retries: 0,
  timeout: 600_000,
  // The machine may be slow: the time limits only end what hangs.
  expect: { timeout: 45_000 },
  use: {
    actionTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findBrowser(),
      // Without it, no worker is installed from a page with a self-signed certificate.
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
      testIgnore: specs([...ofTheDesk, ...beforeRelease]),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desk',
      testIgnore: specs([...ofThePhone, ...beforeRelease]),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
