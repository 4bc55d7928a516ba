import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderEarlyPages } from '../../src/app/early/earlyPages.tsx';
import { startEarlyForm } from '../../src/app/early/earlyScript.ts';
import { type EarlyForm, prepareTakeOver } from '../../src/app/early/takeOver.ts';
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

const takeOver = '/src/app/early/takeOver.ts';
const theFile = async () => new Response('a file of the app');

test('a file that is missing is said without losing a press, and requested again from the page of the server', async () => {
  startEarlyForm('early-test');
  const form = openEarly('/auth/signin', `/assets/missing.js ${takeOver}`);
  expect(document.documentElement.dataset.known).toBeUndefined();
  const password = await types('Password', 'stamped');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const button = form.querySelector('[type="submit"]');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async (file) =>
      file === takeOver ? theFile() : new Response('Not found', { status: 404 }),
    );
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await expect.element(failure()).toBeVisible();
  // What has arrived is not requested again.
  expect(asked.mock.calls.map(([file]) => file)).toEqual([
    '/assets/missing.js',
    takeOver,
    '/assets/missing.js',
    '/assets/missing.js',
  ]);
  // Nothing works while nothing is loaded.
  expect(button?.hasAttribute('aria-busy')).toBe(false);

  asked.mockReset().mockResolvedValueOnce(new Response('Welcome to the free WLAN.'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(failure()).toBeVisible();

  // A press tries again too. A later version has other files; one that has arrived is not waited for.
  const entry = `data:text/javascript,document.documentElement.dataset.entered=''`;
  asked.mockImplementation(theFile);
  asked.mockResolvedValueOnce(
    new Response(`<meta name="app" content="${entry} ${takeOver} | /src/timing.ts" />`),
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => document.documentElement.dataset.entered).toBe('');
  expect(asked.mock.calls.slice(2).map(([file]) => file)).toEqual([entry, '/src/timing.ts']);
  await expect.element(failure()).not.toBeVisible();
  expect(button?.getAttribute('aria-busy')).toBe('true');
  expect(password.value).toBe('stamped');
});

test('a file that a connection lost on the way is requested again without a word', async () => {
  const asked = vi.spyOn(window, 'fetch').mockImplementation(theFile);
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  startEarlyForm('early-test');
  openEarly(
    '/auth/signin',
    `data:text/javascript,document.documentElement.dataset.entered='later' ${takeOver}`,
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await expect.poll(() => document.documentElement.dataset.entered).toBe('later');
  expect(asked).toHaveBeenCalledTimes(3);
  await expect.element(failure()).not.toBeVisible();
});

test('the form stays where a part of the app is missing once it runs, and nothing reloads the page until the app takes over', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(theFile);
  startEarlyForm('early-test');
  const form: EarlyForm = openEarly(
    '/auth/signin',
    `data:text/javascript,document.documentElement.dataset.entered='with-a-part-missing' ${takeOver}`,
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await expect.poll(() => document.documentElement.dataset.entered).toBe('with-a-part-missing');
  let isMissing = true;
  const component: { preload?: (() => Promise<void>) | undefined } = {
    async preload() {
      if (!isMissing) component.preload = undefined;
    },
  };
  const router = {
    state: { matches: [{ routeId: 'page' }], location: { pathname: '/auth/signin' } },
    routesById: { page: { options: { component } } },
  };
  const isPrepared = vi.fn<() => void>();
  void form.prepare?.(router as never).then(isPrepared);
  await expect.element(failure()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failure()).toBeVisible();
  expect(isPrepared).not.toHaveBeenCalled();
  const mayReload = () => document.dispatchEvent(new Event('before-reload', { cancelable: true }));
  expect(mayReload()).toBe(false);
  isMissing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => isPrepared.mock.calls.length).toBe(1);
  expect(form.isConnected).toBe(true);
  form.remove();
  expect(mayReload()).toBe(true);
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
  const form = early.closest<EarlyForm>('#early');
  if (!form) throw new Error('The early form is not there.');
  form.dataset.pressed = '';
  form.prepare = (router) => prepareTakeOver(form, router);
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
  // The app's form keeps it, as the early one did.
  expect(document.dispatchEvent(new Event('before-reload', { cancelable: true }))).toBe(false);
});
