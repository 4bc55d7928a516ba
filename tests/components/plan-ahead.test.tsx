import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/ApiError.ts';
import { openPlan, Plan } from '../../src/features/plans/open/openPlan.ts';
import { bytesSource } from '../support/files/bytesSource.ts';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

let stop: (() => void)[] = [];

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => {
  for (const one of stop) one();
  stop = [];
});

const whole = { box: { x: 0, y: 0, width: 2384, height: 1684 }, scale: 0.25 };

/** Opens a set without a screen, shows its first page, and draws the second one ahead. */
async function aheadOf(): Promise<Plan> {
  const plan = await openPlan(bytesSource(() => Uint8Array.from(planSetPdf(3, 20))));
  stop.push(() => plan.close());
  plan.show(1);
  await plan.draw(1, { ...whole, priority: 'page' });
  plan.drawAhead(2, whole);
  // Whatever is read comes after what is drawn.
  await plan.read(1, async () => 0, new AbortController().signal);
  return plan;
}

/** Returns which of two pages is there first, where the other one is asked for before it. */
async function firstOf(plan: Plan, asked: number, then: number, drawn = whole): Promise<number> {
  const drawing = (number: number) =>
    plan.draw(number, { ...drawn, priority: 'page' }).then((canvas) => ({ number, canvas }));
  const both = [drawing(asked), drawing(then)];
  const { number } = await Promise.race(both);
  await Promise.all(both);
  return number;
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height).getContext('2d');
  copy?.drawImage(canvas, 0, 0);
  return copy?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
}

test('a page that was drawn ahead is there before one that is still to be drawn, once', async () => {
  const plan = await aheadOf();
  expect(await firstOf(plan, 3, 2)).toBe(2);
  expect(await firstOf(plan, 3, 2)).toBe(3);
});

test('it looks as one that is drawn when it is asked for', async () => {
  const plan = await aheadOf();
  const [ahead, again] = [
    await plan.draw(2, { ...whole, priority: 'page' }),
    await plan.draw(2, { ...whole, priority: 'page' }),
  ];
  expect(pixelsOf(ahead)).toEqual(pixelsOf(again));
  expect(pixelsOf(ahead).some((value) => value < 128)).toBe(true);
});

test('it is drawn anew in another size, and after a layer was switched', async () => {
  expect(await firstOf(await aheadOf(), 3, 2, { ...whole, scale: 0.3 })).toBe(3);
  const plan = await aheadOf();
  plan.setLayer('1R', true);
  expect(await firstOf(plan, 3, 2)).toBe(3);
});

test('the words of a page that was drawn ahead are those of that page', async () => {
  const plan = await aheadOf();
  plan.show(2);
  await plan.draw(2, { ...whole, priority: 'page' });
  expect(await plan.words(2, new AbortController().signal)).toContain('Sheet 2 of 3');
});

test('the page that is next in the direction of turning is drawn while one is looked at', async () => {
  const drawAhead = vi.spyOn(Plan.prototype, 'drawAhead');
  stop.push(() => drawAhead.mockRestore());
  const ahead = () => drawAhead.mock.calls.map(([number]) => number);
  stop.push(await openPlanOf(Uint8Array.from(planSetPdf(4, 20))));
  await expect.poll(ahead).toEqual([2]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(ahead).toEqual([2, 3]);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 4' }).click();
  await expect
    .element(page.getByRole('application', { name: 'plan.pdf, page 4 of 4' }))
    .not.toHaveAttribute('aria-busy');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect.poll(ahead).toEqual([2, 3, 2]);
});

test('a page that is still being drawn when the view changes its size is drawn for the new one', async () => {
  const { draw } = Plan.prototype;
  const held = Promise.withResolvers<void>();
  let draws = 0;
  const drawing = vi.spyOn(Plan.prototype, 'draw').mockImplementation(async function (this: Plan, ...asked) {
    draws += 1;
    if (draws === 1) await held.promise;
    return draw.apply(this, asked);
  });
  stop.push(
    held.resolve,
    () => drawing.mockRestore(),
    () => void page.viewport(1280, 800),
  );
  stop.push(await openPlanOf(Uint8Array.from(planSetPdf(1, 20))));
  await expect.poll(() => draws).toBeGreaterThan(0);
  await page.viewport(500, 800);
  await expect.poll(() => draws).toBeGreaterThan(1);
  held.resolve();
  const view = page.getByRole('application', { name: 'plan.pdf, page 1 of 1' });
  await expect.element(view).not.toHaveAttribute('aria-busy');
  const rightOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
  expect(rightOf(view.element().firstElementChild)).toBeLessThanOrEqual(rightOf(view.element()));
});

test('a page that could not be drawn, and is when the view changes its size, is no longer called a failure', async () => {
  const { draw } = Plan.prototype;
  let isLost = true;
  const drawing = vi.spyOn(Plan.prototype, 'draw').mockImplementation(async function (this: Plan, ...asked) {
    if (isLost) throw new ApiError('offline');
    return draw.apply(this, asked);
  });
  stop.push(
    () => drawing.mockRestore(),
    () => void page.viewport(1280, 800),
  );
  stop.push(await openPlanOf(Uint8Array.from(planSetPdf(1, 20))));
  const failure = page.getByRole('article', { name: 'plan.pdf' }).getByRole('alert');
  await expect.element(failure).toBeVisible();
  isLost = false;
  await page.viewport(500, 800);
  const view = page.getByRole('application', { name: 'plan.pdf, page 1 of 1' });
  await expect.element(view).not.toHaveAttribute('aria-busy');
  await expect.poll(() => view.element().querySelector('canvas')).not.toBeNull();
  await expect.element(failure).not.toBeInTheDocument();
});
