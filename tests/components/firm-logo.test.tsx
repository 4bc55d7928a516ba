import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, field, goTo, openApp, sees } from './support/openApp.ts';

const firm = () => page.getByRole('region', { name: 'Your firm' });
const shown = () => firm().getByRole('img', { name: 'Logo of Harbor Engineers' });
const { dataset, style } = document.documentElement;

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 22"><path d="M4 19L12 3l8 16z"/><path d="M24 7h62v8H24z"/></svg>';
const file = (content: string, name: string, type: string) => new File([content], name, { type });

async function choose(chosen: File): Promise<void> {
  await userEvent.upload(firm().getByLabelText(/^Logo/), chosen);
}

beforeAll(() => openApp('admin', '/settings'));
afterAll(() => {
  localStorage.removeItem('firm');
  return caches.delete('firm');
});

test('the logo waits for the firm’s name, and then is chosen as a file', async () => {
  await sees('Settings');
  await expect.element(firm().getByText('Save the firm’s name first.')).toBeVisible();
  await expect.element(firm().getByLabelText(/^Logo/)).toBeDisabled();
  await field('Name').fill('Harbor Engineers');
  await firm().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(firm().getByLabelText(/^Logo/)).toBeEnabled();
  // What was saved stays in the form.
  await expect.element(page.getByText(/^Saved\. Others see it/).first()).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Harbor Engineers');
});

test('a file that is no picture is refused at the field, and the address that is typed stays', async () => {
  await field('Address').fill('12 Pier Road');
  await choose(file('no picture', 'logo.png', 'image/png'));
  const error = firm().getByText(
    /^Logo isn’t a picture that can be read\. Choose a PNG, JPEG, WebP, or SVG file\.$/,
  );
  await expect.element(error).toBeVisible();
  await expect.element(firm().getByLabelText(/^Logo/)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Address')).toHaveValue('12 Pier Road');
  await findsNoBarrier();
});

test('a drawing that could not be sent is tried again, arrives as pixels, and is shown on this page and in the frame', async () => {
  const sent: string[] = [];
  let fails = true;
  const stop = answering(/firm\/logo/, async (request, send) => {
    sent.push(((await request.clone().json()) as { picture: string }).picture);
    if (fails) throw new TypeError('Failed to fetch');
    return send();
  });
  await choose(file(svg, 'logo.svg', 'image/svg+xml'));
  await expect.element(firm().getByText(/Can’t connect to EV Jobs/)).toBeVisible();
  fails = false;
  await firm().getByRole('button', { name: 'Try again with logo.svg' }).click();
  await expect.element(shown()).toBeVisible();
  stop();
  // A PNG, as wide as pictures are sent.
  expect(atob(sent.at(-1)?.slice(0, 16) ?? '')).toMatch(/^\x89PNG/);
  await expect.poll(() => (shown().element() as HTMLImageElement).naturalWidth).toBeGreaterThan(300);
  expect(dataset.logo).toBe('wide');
  const [, address = ''] = /url\("(.+)"\)/.exec(style.getPropertyValue('--firm-logo')) ?? [];
  expect(address).toMatch(/^\/firm\/[0-9a-f]{16}\/logo\.png$/);
  await expect.element(page.getByRole('banner').getByText('Harbor Engineers')).toBeInTheDocument();
  await findsNoBarrier();
  // For a start without a connection.
  await expect
    .poll(async () => (await (await caches.open('firm')).keys()).map(({ url }) => new URL(url).pathname))
    .toContain(address);
});

test('printed pages have the logo, the name and the address above them', async () => {
  await field('Address').fill('12 Pier Road');
  await firm().getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => JSON.parse(localStorage.getItem('firm') ?? '{}').address).toBe('12 Pier Road');
  await goTo('/jobs/listing/all', 'Jobs');
  const head = () => document.querySelector<HTMLElement>('main [data-on-paper]');
  await expect.poll(() => head()?.textContent).toBe('Harbor Engineers12 Pier Road');
  expect(head()?.querySelector('img')?.getAttribute('src')).toMatch(/logo\.png$/);
  // On a screen it is the rail that says it.
  expect(head()?.checkVisibility()).toBe(false);
});

test('a logo that is removed is gone from the frame, and from this device', async () => {
  await goTo('/settings');
  await firm().getByRole('button', { name: 'Remove logo' }).click();
  await expect.element(page.getByText('Logo removed.')).toBeVisible();
  await expect.element(shown()).not.toBeInTheDocument();
  expect(dataset.logo).toBeUndefined();
  await expect.poll(async () => (await (await caches.open('firm')).keys()).length).toBe(0);
});
