import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { missingAnnotations } from '../support/files/annotationCounts.ts';
import { annotationCounts } from '../support/files/countAnnotations.ts';
import { bombPdf, brokenPagePdf, largePdf, lockedPdf, protectedPdf } from '../support/files/hostilePdfs.ts';
import { findsNoBarrier } from './support/axe.ts';
import { colorAt } from './support/colorAt.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';
import { paceOfIntervals } from './support/paceOfIntervals.ts';

const megabyte = 1024 * 1024;
const pointsPerMeter = 72 / 0.0254;
let stop: (() => void)[] = [];

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => {
  for (const one of stop) one();
  stop = [];
});

/** Opens a file as a plan until the test has ended. */
async function opens(bytes: Uint8Array<ArrayBuffer>, size?: number): Promise<void> {
  stop.push(await openPlanOf(bytes, size));
}

const text = (words: string) => new TextEncoder().encode(words);

test.each([
  ['an empty file', new Uint8Array(0), undefined, 'This file is empty.'],
  ['a file that is no PDF', text('Not a PDF at all.'), undefined, 'The file may be damaged.'],
  ['a PDF that breaks off', largePdf(600, 600).slice(0, 40), undefined, 'The file may be damaged.'],
  ['a PDF with a password', lockedPdf(), undefined, 'This PDF is password-protected.'],
  ['a PDF for the holders of certificates', protectedPdf('Adobe.PubSec'), undefined, 'for certain people.'],
  [
    'a PDF for those whom a server knows',
    protectedPdf('EBX_HANDLER'),
    undefined,
    'your certificate or account',
  ],
  [
    'a PDF with a password of an unknown kind',
    protectedPdf('Standard', '/V 3'),
    undefined,
    'with its password.',
  ],
  ['a file of 500 MB', text('%PDF-1.7'), 500 * megabyte, 'This file is too large to view here.'],
])('%s is explained, with the download', async (_, bytes, size, sentence) => {
  await opens(bytes, size);
  const alert = page.getByRole('alert').filter({ hasText: sentence });
  await expect.element(alert).toBeVisible();
  await expect.element(alert.getByRole('button', { name: /^Download/ })).toBeVisible();
  await expect.element(page.getByRole('application')).not.toBeInTheDocument();
  await findsNoBarrier();
});

test.each(['[0 0 600 )', '[0 0 600 600'])(
  'a page with the box %s is explained, with the download',
  async (box) => {
    await openPlanOf(brokenPagePdf(box));
    const alert = page.getByRole('alert').filter({ hasText: 'The file may be damaged.' });
    await expect.element(alert).toBeVisible();
    await expect.element(alert.getByRole('button', { name: /^Download/ })).toBeVisible();
  },
);

test('a page that would take forever to draw is explained, and the next one is shown', async () => {
  const pace = paceOfIntervals();
  stop.push(pace.stop);
  await opens(bombPdf());
  const alert = page.getByRole('alert').filter({ hasText: 'This page is too complex to show here.' });
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
  await expect.element(page.getByRole('application')).toHaveAttribute('aria-busy');
  // Its limit is a minute of a processor.
  pace.at(15);
  await expect.element(alert).toBeVisible();
  pace.at(1);
  await expect.element(alert.getByRole('button', { name: /^Download/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(page.getByRole('application')).not.toHaveAttribute('aria-busy');
  expect(colorAt(0.5, 0.5)).toEqual([0, 0, 255]);
});

test('a page of 20 m by 20 m is drawn, and enlarged no more than the screen needs', async () => {
  await opens(largePdf(20 * pointsPerMeter, 20 * pointsPerMeter));
  const stage = page.getByRole('application');
  await expect.element(stage).not.toHaveAttribute('aria-busy');
  expect(colorAt(0.5, 0.5)).toEqual([255, 0, 0]);
  expect(colorAt(0.1, 0.1)).toEqual([255, 255, 255]);
  for (let times = 0; times < 12; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => document.querySelectorAll('canvas').length).toBe(2);
  await expect.element(stage).not.toHaveAttribute('aria-busy');
  expect(colorAt(0.5, 0.5)).toEqual([255, 0, 0]);
  const canvases = [...document.querySelectorAll('canvas')];
  expect(Math.max(...canvases.map(({ width, height }) => width * height))).toBeLessThan(16_000_001);
});

test.each([1, 4])(
  'annotations of every kind are drawn on every part of a page, %i pixels per point',
  async (scale) => {
    const counted = await annotationCounts(scale);
    expect(counted.length).toBeGreaterThan(30);
    expect(missingAnnotations(counted, scale)).toEqual([]);
  },
);
