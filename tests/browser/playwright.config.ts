import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { isAll } from '../support/amount.ts';
import { browserArgs, browserEnv, findBrowser } from '../support/run/findBrowser.ts';

/**
 * Run on the phone only, where they matter most: storage, connections, and thousands of rows (`npm run bench` scrolls them on both).
 */
const ofThePhone = [
  'offline/at-hand',
  'offline/jobs-without-signal',
  'offline/lying-network',
  'offline/prepare-for-site',
  'offline/start',
  'outbox/basement',
  'outbox/drawing',
  'outbox/share',
  'outbox/sheet',
  'screens/first-screen',
  'screens/first-view',
  'screens/hostile-text',
  'work/invitation',
  'work/one-real-job',
  'work/photos',
];
const ofTheDesk = [
  'offline/install',
  'offline/live',
  'offline/logo',
  'offline/push',
  'offline/saved-views',
  'offline/two-versions',
  'offline/two-versions-data',
  'outbox/bad-device',
  'outbox/bad-input',
  'outbox/drafts',
  'outbox/sessions',
  'outbox/sign-out',
  'screens/long-lists',
  'screens/old-browser',
  'screens/policy',
  'screens/print',
  'screens/text-size',
  'screens/translation',
  'work/big-file',
  'work/deliverables',
  'work/email-links',
  'work/open-plan',
  'work/plans',
  'work/staff-notes',
  'work/two-staff',
];
/**
 * Before a release only: every screen in every scheme and size, thousands of rows, queues and schedules that take minutes; and stories
 * whose rules faster tests check daily, see tests/README.md.
 */
const beforeRelease = isAll
  ? []
  : [
      'offline/live',
      'offline/open-jobs',
      'offline/prepare-for-site',
      'offline/two-versions',
      'offline/two-versions-data',
      'outbox/drain',
      'outbox/drawing',
      'outbox/faults',
      'outbox/sheet',
      'screens/every-screen',
      'screens/long-lists',
      'work/big-file',
      'work/checklists',
      'work/invitation',
      'work/staff-notes',
      'work/two-staff',
    ];
/** Daily, a story that is the same on both runs on one of them. */
if (!isAll) {
  ofThePhone.push('screens/frame', 'screens/job-list');
  ofTheDesk.push('offline/worker', 'screens/keyboard-only');
}
/** @throws an Error for a story that is not there: a moved one would run everywhere, unnoticed */
function specs(names: string[]): string[] {
  const missing = names.find((name) => !existsSync(new URL(`${name}.spec.ts`, import.meta.url)));
  if (missing) throw new Error(`There is no story ${missing}.`);
  return names.map((name) => `**/${name}.spec.ts`);
}

/** Stories in a real browser against the whole product, most of them on a phone and on a desk. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seedOnce.ts',
  outputDir: '../../node_modules/.cache/browser-results',
  fullyParallel: false,
  // One for each screen: a worker that takes a test of the other one ends, and the next starts a product of its own.
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
      env: browserEnv,
      // Without it, no worker is installed from a page with a self-signed certificate.
      args: [...browserArgs, '--ignore-certificate-errors'],
    },
  },
  projects: [
    {
      name: 'phone',
      workers: 1,
      testIgnore: specs([...ofTheDesk, ...beforeRelease]),
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desk',
      workers: 1,
      testIgnore: specs([...ofThePhone, ...beforeRelease]),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
