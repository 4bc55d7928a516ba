import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderEarlyPages } from '../../src/app/early/earlyPages.tsx';
import { startEarlyForm } from '../../src/app/early/earlyScript.ts';
import { field, openApp } from './support/openApp.ts';

const failure = () => page.getByText('EV Jobs couldn’t be loaded. What you typed is still here.');

/** Puts the document of an early form into this page, as the build does. @param files of the app */
function openEarly(path: string, files: string): HTMLElement {
  const early = renderEarlyPages().find((one) => one.path === path);
  const meta = document.createElement('meta');
  meta.name = 'app';
  meta.content = files;
  document.head.append(meta);
  const form = document.createElement('div');
  form.id = 'early';
  form.dataset.path = path;
  form.innerHTML = `${early?.form}${early?.failure}`;
  document.body.append(form);
  return form;
}

/** Types into an early field as its user does. */
async function types(label: string, text: string): Promise<HTMLInputElement> {
  await field(label).fill(text);
  return field(label).element() as HTMLInputElement;
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.removeItem('early-test');
  for (const left of document.querySelectorAll('#early, meta[name="app"]')) left.remove();
  delete document.documentElement.dataset.known;
  delete document.documentElement.dataset.entered;
});

test('a file that is missing is said without losing a press, and requested again from the page of the server', async () => {
  startEarlyForm('early-test');
  const form = openEarly('/auth/signin', '/src/storage.ts /assets/missing.js');
  expect(document.documentElement.dataset.known).toBeUndefined();
  const password = await types('Password', 'stamped');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const button = form.querySelector('[type="submit"]');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  const asked = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await expect.element(failure()).toBeVisible();
  expect(asked.mock.calls).toEqual([['/assets/missing.js'], ['/assets/missing.js']]);
  // Nothing works while nothing is loaded.
  expect(button?.hasAttribute('aria-busy')).toBe(false);

  asked.mockReset().mockResolvedValueOnce(new Response('Welcome to the free WLAN.'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(failure()).toBeVisible();

  // A press tries again too. A later version has other files; one that has arrived is not waited for.
  const entry = `data:text/javascript,document.documentElement.dataset.entered=''`;
  asked.mockResolvedValueOnce(
    new Response(`<meta name="app" content="${entry} /src/storage.ts | /src/timing.ts" />`),
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => document.documentElement.dataset.entered).toBe('');
  await expect
    .poll(() => document.querySelector('link[rel="preload"][href="/src/timing.ts"]'))
    .not.toBeNull();
  await expect.element(failure()).not.toBeVisible();
  expect(button?.getAttribute('aria-busy')).toBe('true');
  expect(password.value).toBe('stamped');
});

test('a file that a connection lost on the way is requested again without a word', async () => {
  const asked = vi.spyOn(window, 'fetch').mockResolvedValueOnce(new Response('a file of the app'));
  startEarlyForm('early-test');
  openEarly(
    '/auth/signin',
    `data:text/javascript,document.documentElement.dataset.entered='later' /assets/lost.js`,
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await expect.poll(() => document.documentElement.dataset.entered).toBe('later');
  expect(asked).toHaveBeenCalledWith('/assets/lost.js');
  await expect.element(failure()).not.toBeVisible();
});

test('a device that remembers who is signed in is marked before anything is drawn', () => {
  localStorage.setItem('early-test', '{}');
  startEarlyForm('early-test');
  expect(document.documentElement.dataset.known).toBe('');
});

test('the app takes over what was typed, where the focus was, and makes the press', async () => {
  openEarly('/auth/signin', '');
  const early = await types('Password', 'not her password');
  early.setSelectionRange(4, 7);
  const form = early.closest<HTMLElement>('#early');
  if (form) form.dataset.pressed = '';
  await openApp(null, '/auth/signin');
  await expect.element(page.getByText('Email is a required field').first()).toBeVisible();
  const password = field('Password').element() as HTMLInputElement;
  expect(document.querySelector('#early')).toBeNull();
  expect([password.value, password.selectionStart, password.selectionEnd]).toEqual([
    'not her password',
    4,
    7,
  ]);
  await expect.element(field('Email')).toHaveFocus();
});
