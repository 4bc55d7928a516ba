import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from './support/openApp.ts';

const shared: string[] = [];
let failure: DOMException | null = null;

beforeAll(() => {
  Object.assign(navigator, {
    standalone: true,
    canShare: ({ files }: ShareData) => files?.every(({ name }) => !name.endsWith('.json')),
    share: async ({ files }: ShareData) => {
      if (failure) throw failure;
      shared.push(...(files ?? []).map(({ name, type }) => `${name} ${type}`));
    },
  });
  // That of an iPhone; a Mac has none, and downloads.
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true });
  return openApp('client', '/jobs/listing/all');
});
afterAll(() => {
  for (const key of ['standalone', 'canShare', 'share', 'maxTouchPoints'])
    Reflect.deleteProperty(navigator, key);
});

/** Keeps links from downloading, and returns the names that they would save. */
function keptLinks(): string[] {
  const names: string[] = [];
  const keep = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[download]');
    if (!link) return;
    event.preventDefault();
    names.push(link.getAttribute('download') ?? '');
  };
  document.addEventListener('click', keep);
  onTestFinished(() => document.removeEventListener('click', keep));
  return names;
}

test('a downloaded file is handed to the device, and by a link only where it cannot be', async () => {
  const links = keptLinks();
  const { saveBlob } = await import('../../src/api/downloads.ts');
  const pdf = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
  await expect.poll(() => saveBlob(pdf, 'plan.pdf')).toBe(false);
  links.length = 0;
  expect(shared).toEqual(['plan.pdf application/pdf']);
  failure = new DOMException('late', 'NotAllowedError');
  saveBlob(pdf, 'late.pdf');
  await expect.element(page.getByText('late.pdf is ready to share.')).toBeVisible();
  failure = null;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => shared.at(-1)).toBe('late.pdf application/pdf');
  expect(links).toEqual([]);
  saveBlob(new Blob(['{}']), 'copy.json');
  expect(links).toEqual(['copy.json']);
});
