import { beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, openApp } from './support/openApp.ts';

beforeAll(() => openApp('client', '/jobs/listing/all'));

/** Opens the account page in a browser that calls itself this. */
async function open(userAgent: string): Promise<void> {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/account', 'Account');
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox';

test.each([
  [
    'Safari on an iPhone',
    iPhone,
    ['Share', 'Add to Home Screen', 'Open as Web App', 'Open EV Jobs from your home'],
  ],
  ['Safari on a Mac', `${mac} Version/26.0 Safari/605.1.15`, ['File', 'Add to Dock']],
  ['Firefox on Windows', `${windows}/145.0`, ['Add tab to taskbar', 'Open EV Jobs from the taskbar']],
  [
    'Firefox on Android',
    'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Firefox/145.0',
    ['menu', 'Add app to Home'],
  ],
  ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 15) Chrome/145.0 Mobile', ['browser menu', 'Install']],
])('the account page tells how %s installs the app', async (_, userAgent, steps) => {
  await open(userAgent);
  const list = page.getByRole('region', { name: 'Install the app' }).getByRole('listitem');
  await expect
    .poll(() => list.elements().map(({ textContent }) => textContent))
    .toEqual(expect.arrayContaining(steps.map((step) => expect.stringContaining(step))));
});

test('a browser that cannot install the app is told so, and which can', async () => {
  await open('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0');
  const section = page.getByRole('region', { name: 'Install the app' });
  await expect
    .poll(() => section.element().textContent)
    .toContain('You can’t install EV Jobs from this browser');
});
