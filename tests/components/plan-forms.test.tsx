import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formPdf, formWords } from '../support/files/formPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));
let close = () => {};
afterEach(() => close());

const stage = (number: number) => page.getByRole('application', { name: `plan.pdf, page ${number} of 2` });
const words = (number: number) => page.getByRole('region', { name: `Text of page ${number}` });
const sentence = page.getByText(/^This page is a form, shown here as far as it can be\./);

/** Waits for the form of a page, and returns what of it is on screen. */
async function formOn(number: number): Promise<HTMLElement> {
  await expect.element(stage(number)).not.toHaveAttribute('aria-busy');
  const form = () => stage(number).element().querySelector<HTMLElement>('.xfaLayer');
  await expect.poll(form).not.toBeNull();
  return form() as HTMLElement;
}

/** How far an element is from where it stands on its page, in pixels of the screen. */
function away(element: Element, { x, y }: { x: number; y: number }): number {
  const place = element.getBoundingClientRect();
  const sheet = element.closest('.xfaPage')?.getBoundingClientRect() ?? new DOMRect();
  const scale = sheet.width / 600;
  return Math.hypot(place.x - sheet.x - x * scale, place.y - sheet.y - y * scale);
}

test('a form that is laid out by a program shows what its fields are filled with, and is not filled in', async () => {
  close = await openPlanOf(formPdf());
  const form = await formOn(1);
  await expect.element(sentence).toBeVisible();
  await expect.element(page.getByText('only Adobe Acrobat')).not.toBeInTheDocument();
  const values = [...form.querySelectorAll<HTMLInputElement>('input[type=text], textarea, select')].map(
    ({ value }) => value,
  );
  expect(values).toEqual([formWords.owner.text, formWords.notes.text, formWords.utility.text]);
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
  expect(form.closest('[inert]')).not.toBeNull();
  const { title, owner, notes, utility } = formWords;
  const read = [title, 'Owner', owner, notes, utility, 'Agreed Denied'].map((one) =>
    typeof one === 'string' ? one : one.text,
  );
  await expect.element(words(1)).toHaveTextContent(read.join(' '));
  await findsNoBarrier();
});

test('a form lies on its sheet, at every zoom, and each page has its own', async () => {
  close = await openPlanOf(formPdf());
  const form = await formOn(1);
  const sheet = () => stage(1).element().querySelector('canvas')?.getBoundingClientRect() ?? new DOMRect();
  const notes = form.querySelector('textarea') as Element;
  for (const times of [0, 3]) {
    for (let at = 0; at < times; at += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => Math.abs(form.getBoundingClientRect().x - sheet().x)).toBeLessThan(1);
    const shown = form.querySelector('.xfaPage')?.getBoundingClientRect() ?? new DOMRect();
    expect(Math.abs(shown.width - sheet().width)).toBeLessThan(2);
    expect(away(notes, formWords.notes)).toBeLessThan(2);
  }
  await page.getByRole('button', { name: 'Next page' }).click();
  expect((await formOn(2)).textContent).toContain(formWords.second.text);
  expect((await formOn(2)).textContent).not.toContain(formWords.title.text);
});

test('Find marks words and values of a form where they stand', async () => {
  close = await openPlanOf(formPdf());
  const form = await formOn(1);
  await page.getByRole('button', { name: 'Search this plan' }).click();
  const field = page.getByRole('searchbox');
  for (const [wanted, selector] of [
    ['request', '.xfaDraw'],
    ['duarte', 'input[type=text]'],
    ['breaker derated', 'textarea'],
    ['riverbend', 'select'],
  ] as const) {
    await field.fill(wanted);
    const mark = () => stage(1).element().querySelector('[data-current]');
    await expect
      .poll(() => {
        const place = form.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const found = mark()?.getBoundingClientRect();
        return found && Math.hypot(found.x - place.x, found.y - place.y) < 12;
      })
      .toBe(true);
  }
  await field.fill('Lake Electric');
  await expect.element(page.getByText(/^No matches/)).toBeVisible();
});

test('no picture is made of a form', async () => {
  close = await openPlanOf(formPdf());
  await formOn(1);
  expect(document.querySelectorAll('nav[aria-label="Pages"] img')).toHaveLength(0);
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  await page.getByRole('button', { name: 'Whole page' }).click();
  await expect.element(page.getByText(/^A picture of this page would lack/)).toBeVisible();
});

test.each(['nothing', 'empty pages'] as const)(
  'a form of which %s can be laid out shows the page that it has, and says so',
  async (laidOut) => {
    close = await openPlanOf(formPdf(laidOut));
    await expect.element(page.getByText(/^This PDF is a form that only Adobe Acrobat shows\./)).toBeVisible();
    await expect.element(words(1)).toHaveTextContent('Please wait');
    await expect.element(sentence).not.toBeInTheDocument();
  },
);
