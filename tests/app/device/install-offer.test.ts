import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installMethod, isStorageShortLived } from '../../../src/device/installMethod.ts';
import { clearingText, shortLivedText } from '../../../src/device/storagePersistence.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { memoryStorage } from '../../support/app/memoryStorage.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let local: Map<string, string>;
let installed: boolean;
let persist: ReturnType<typeof vi.fn>;
let app: typeof import('../../../src/device/install.ts');

/** Opens a page in a browser with what the device stored. */
async function open(userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile'): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: installed && query.includes('standalone') }));
  vi.stubGlobal('localStorage', memoryStorage(local));
  vi.stubGlobal('navigator', {
    userAgent,
    maxTouchPoints: 5,
    storage: { persist, persisted: async () => false },
    permissions: { query: async () => ({ state: 'prompt' }) },
  });
  app = await import('../../../src/device/install.ts');
  (await import('../../../src/device/installPrompt.ts')).catchInstallPrompt();
  app.watchInstall();
}

beforeEach(() => {
  local = new Map();
  installed = false;
  persist = vi.fn(async () => true);
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 9), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Fires the event by which Chromium says that the app can be installed. */
function askable(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return { event, prompt };
}

const ready = {
  visits: 2,
  quietUntil: 0,
  never: false,
  installed: false,
  isApp: false,
  canOffer: true,
  byHand: false,
  waiting: 0,
  now: 1_000_000,
};

test.each([
  ['the second visit with an empty outbox', {}, 'install'],
  ['a later visit', { visits: 9 }, 'install'],
  ['the first visit', { visits: 1 }, null],
  ['a filled outbox', { waiting: 1 }, null],
  ['the installed app', { isApp: true }, null],
  ['an app installed by this browser', { installed: true }, null],
  ['an offer declined recently', { quietUntil: 1_000_001 }, null],
  ['an offer declined long ago', { quietUntil: 1_000_000 }, 'install'],
  ['an offer declined for good', { never: true }, null],
  ['a browser without install prompts', { canOffer: false }, null],
  ['an iPhone', { canOffer: false, byHand: true }, 'steps'],
  ['an iPhone on the first visit', { canOffer: false, byHand: true, visits: 1 }, null],
  ['an iPhone with a filled outbox', { canOffer: false, byHand: true, waiting: 2 }, null],
  [
    'an iPhone that opened the app from the home screen',
    { canOffer: false, byHand: true, isApp: true },
    null,
  ],
] as const)('%s: with %o the offer is %s', async (_, change, offer) => {
  await open();
  expect(app.offerIn({ ...ready, ...change })).toBe(offer);
});

test('opening the app again within half an hour is the same visit', async () => {
  await open();
  askable();
  later(29 * minuteMs);
  await open();
  askable();
  expect(app.offerNow(0)).toBeNull();
  later(30 * minuteMs);
  await open();
  askable();
  expect(app.offerNow(0)).toBe('install');
});

test('a window that is shown again hours later counts as a visit', async () => {
  await open();
  askable();
  later(5 * 60 * minuteMs);
  expect(app.offerNow(0)).toBeNull();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(app.offerNow(0)).toBe('install');
});

async function onSecondVisit(userAgent?: string): Promise<void> {
  await open();
  later(dayMs);
  await open(userAgent);
}

test('the browser’s install bar is suppressed and shown once when asked for', async () => {
  await onSecondVisit();
  const { event, prompt } = askable();
  expect(event.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  await app.install();
  await app.install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(app.canInstall()).toBe(false);
});

test('“Not now” lasts 90 days, and “Don’t ask again” forever', async () => {
  await onSecondVisit();
  askable();
  app.declineInstall(false);
  later(89 * dayMs);
  await open();
  askable();
  expect(app.offerNow(0)).toBeNull();
  later(2 * dayMs);
  expect(app.offerNow(0)).toBe('install');
  app.declineInstall(true);
  later(4000 * dayMs);
  await open();
  askable();
  expect(app.offerNow(0)).toBeNull();
  expect(app.canInstall()).toBe(true);
});

test('dismissing the browser’s prompt pauses the offer', async () => {
  await onSecondVisit();
  askable('dismissed');
  await app.install();
  askable();
  expect(app.offerNow(0)).toBeNull();
});

test('after the installation nothing is offered, and the browser is asked to persist the data', async () => {
  await onSecondVisit();
  askable();
  window.dispatchEvent(new Event('appinstalled'));
  await inTheEnd(() => expect(persist).toHaveBeenCalledOnce());
  expect(app.wasInstalled()).toBe(true);
  expect(app.canInstall()).toBe(false);
  later(dayMs);
  await open();
  expect(app.wasInstalled()).toBe(true);
});

test('a browser that offers the installation again has it no longer', async () => {
  await onSecondVisit();
  window.dispatchEvent(new Event('appinstalled'));
  await open();
  askable();
  expect(app.wasInstalled()).toBe(false);
  expect(app.offerNow(0)).toBe('install');
});

test('the steps are shown where no prompt can be called', async () => {
  await onSecondVisit('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1');
  expect(app.offerNow(0)).toBe('steps');
  installed = true;
  expect(app.offerNow(0)).toBeNull();
});

test('a WebKit tab, but no installed app or other browser, warns that seven days without a visit delete its data', async () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1';
  await open(iPhone);
  expect(isStorageShortLived()).toBe(true);
  expect(clearingText({ persisted: false, askable: true })).toContain('after 7 days');
  expect(clearingText({ persisted: true, askable: true })).toBe('Yes');
  expect(shortLivedText(0)).toBeNull();
  expect(shortLivedText(2)).toContain('after 7 days');
  installed = true;
  expect(isStorageShortLived()).toBe(false);
  expect(clearingText({ persisted: false, askable: true })).toContain('if storage runs low');
  expect(shortLivedText(2)).toBeNull();
  installed = false;
  await open();
  expect(isStorageShortLived()).toBe(false);
  expect(shortLivedText(2)).toBeNull();
});

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64;';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

test.each([
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari',
    5,
    'share-sheet',
  ],
  ['Chrome on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) CriOS/140.0 Safari', 5, 'share-sheet'],
  ['an iPad, which says it is a Mac', `${mac} Version/18.5 Safari/605.1.15`, 5, 'share-sheet'],
  ['Safari on a Mac', `${mac} Version/18.5 Safari/605.1.15`, 0, 'dock'],
  ['Firefox on a desk', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'none'],
  ['Firefox on Windows', `${windows} rv:145.0) Gecko/20100101 Firefox/145.0`, 0, 'taskbar'],
  ['Firefox on Windows before web apps', `${windows} rv:142.0) Gecko/20100101 Firefox/142.0`, 0, 'none'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0', 5, 'firefox-menu'],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36',
    5,
    'browser-menu',
  ],
  ['Chrome on a Mac', `${mac} Chrome/140.0 Safari/537.36`, 0, 'browser-menu'],
  ['something else', 'Lynx/2.9', 0, 'none'],
] as const)('%s installs by its own way', (_, userAgent, maxTouchPoints, way) => {
  expect(installMethod({ userAgent, maxTouchPoints })).toBe(way);
});
