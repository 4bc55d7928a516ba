import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { largePdf } from '../support/files/hostilePdfs.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

const inch = 72;
let close = () => {};

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(() => vi.spyOn(window, 'print').mockImplementation(() => undefined));
afterEach(() => {
  close();
  vi.restoreAllMocks();
});

const stage = () => page.getByRole('application');
const frame = () => {
  const element = stage().element().lastElementChild as HTMLElement;
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.hidden ? null : { x, y, width, height };
};

async function opens() {
  close = await openPlanOf(largePdf(36 * inch, 24 * inch));
  await expect.element(stage()).not.toHaveAttribute('aria-busy');
}

/** Records what stands on paper as the print dialog is called: it is gone afterwards. */
function paper() {
  const seen = { pages: [] as { width: number; height: number; pixels: number }[], rules: '' };
  vi.mocked(window.print).mockImplementation(() => {
    seen.rules = document.adoptedStyleSheets
      .flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText))
      .join();
    seen.pages = [...document.querySelectorAll<HTMLElement>('[data-paper-sheet] > section')].map(
      ({ style, firstElementChild }) => ({
        width: Number.parseFloat(style.inlineSize),
        height: Number.parseFloat(style.blockSize),
        pixels: [...(firstElementChild?.querySelectorAll('img') ?? [])].reduce(
          (sum, one) => sum + one.naturalWidth * one.naturalHeight,
          0,
        ),
      }),
    );
  });
  return seen;
}

test('an area is selected by keys alone: moved by arrows, sized with Shift, taken with Enter', async () => {
  await opens();
  const seen = paper();
  (page.getByRole('button', { name: 'Print', exact: true }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Which part do you want to print?')).toBeVisible();
  (page.getByRole('button', { name: 'Select area' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(stage()).toHaveFocus();
  const first = frame();
  expect(first).not.toBeNull();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  const moved = frame();
  expect([moved?.x, moved?.y]).toEqual([(first?.x ?? 0) + 16, (first?.y ?? 0) + 16]);
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowUp}{/Shift}');
  expect([frame()?.width, frame()?.height]).toEqual([(first?.width ?? 0) + 16, (first?.height ?? 0) - 16]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Print' })).toBeVisible();
  expect(frame()).toBeNull();
  await findsNoBarrier();
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => seen.pages.length).toBe(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a frame stays in the view, however long an arrow is pressed', async () => {
  await opens();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.getByRole('button', { name: 'Select area' }).click();
  await expect.element(stage()).toHaveFocus();
  for (let times = 0; times < 60; times += 1) await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
  const view = stage().element().getBoundingClientRect();
  expect([frame()?.x, frame()?.y]).toEqual([view.x, view.y]);
  await userEvent.keyboard('{Escape}');
  expect(frame()).toBeNull();
});

test('a whole sheet of 24 × 36 in. is printed as it is on 8 pages of Tabloid, and on one of its own size', async () => {
  await opens();
  const seen = paper();
  await userEvent.keyboard('{Control>}p{/Control}');
  await page.getByRole('button', { name: 'Whole page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByRole('radio', { name: '11 × 17 in.' }).click();
  await dialog.getByRole('radio', { name: 'Actual size' }).click();
  await expect
    .element(dialog.getByText('8 pages (4 across, 2 down), at 100% of the plan’s own size.'))
    .toBeVisible();
  await dialog.getByRole('radio', { name: 'Cut to size (plotter)' }).click();
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => seen.pages.length).toBe(1);
  expect(seen.pages[0]).toMatchObject({ width: 36 * inch, height: 24 * inch - 1 });
  expect(seen.pages[0]?.pixels).toBeGreaterThan(36 * 24 * 150 ** 2);
  expect(seen.rules).toMatch(/@page \{[^}]*size: 2592pt 1728pt/);
});

test('what is being drawn is printed as it was asked for, although another paper is chosen meanwhile', async () => {
  await opens();
  const seen = paper();
  await userEvent.keyboard('{Control>}p{/Control}');
  await page.getByRole('button', { name: 'Whole page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByRole('radio', { name: '11 × 17 in.' }).click();
  await dialog.getByRole('radio', { name: 'Actual size' }).click();
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Cut to size (plotter)' }).click();
  await expect.poll(() => seen.pages.length).toBeGreaterThan(0);
  expect(seen.pages.map(({ width, height }) => [width, height])).toEqual(
    Array.from({ length: 8 }, () => [11 * inch, 17 * inch - 1]),
  );
});

test('on a phone, which goes on while it prints, what is printed stays until the dialog is closed', async () => {
  await opens();
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia.call(window, query === '(pointer: coarse)' ? 'all' : query),
  );
  await userEvent.keyboard('{Control>}p{/Control}');
  await page.getByRole('button', { name: 'Whole page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => vi.mocked(window.print).mock.calls.length).toBe(1);
  // Two frames, in which it would be gone.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.querySelectorAll('[data-paper-sheet] img')).not.toHaveLength(0);
  await dialog.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.querySelectorAll('[data-paper-sheet] img')).toHaveLength(0);
});
