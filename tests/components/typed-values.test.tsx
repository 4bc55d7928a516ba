import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../src/api/queries.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, openApp } from './support/openApp.ts';

const since = () => page.getByLabelText('Submitted on or after');
const until = () => page.getByLabelText('Submitted on or before');
const day = (name: string) => new URLSearchParams(location.search).get(name);

let asked: string[];
let stop: () => void;

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  asked = [];
  stop = answering(/\/evjobs/, async (request, send) => {
    asked.push(await request.clone().text());
    return send();
  });
  await goTo('/jobs/listing/all', 'Jobs');
  if (!since().query()) await page.getByText('Filters', { exact: true }).click();
  await expect.element(since()).toBeVisible();
  await expect.element(since()).toHaveValue('');
  // A list of several pages reads them one after the other.
  await expect.poll(() => queryClient.isFetching({ queryKey: ['jobs'] })).toBe(0);
  asked = [];
});
afterEach(() => stop());

/** Focuses the first part of a date and presses keys, and returns every address that it had meanwhile. */
async function type(field: ReturnType<typeof since>, keys: string): Promise<string[]> {
  const input = field.element() as HTMLInputElement;
  // Begins at the first part.
  input.blur();
  input.focus();
  const seen: string[] = [];
  for (const key of keys) {
    await userEvent.keyboard(key);
    seen.push(location.search);
  }
  return seen;
}

test('a date that is typed key by key stays, and the list is asked for once, when it is whole', async () => {
  const seen = await type(since(), '11092026');
  expect(seen.slice(0, -1).every((search) => search === '')).toBe(true);
  await expect.element(since()).toHaveValue('2026-11-09');
  await expect.poll(() => day('since')).toBe('2026-11-09');
  // The list itself may be refetched meanwhile.
  await expect.poll(() => asked.filter((body) => body.includes('createdFrom')).length).toBe(1);
  await expect.element(since()).toHaveFocus();
});

test('a whole date that is typed over filters by days of this century only, at the latest as the field is left', async () => {
  await goTo('/jobs/listing/all?until=2026-03-05');
  await expect.element(until()).toHaveValue('2026-03-05');
  await type(until(), '12242027');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.poll(() => day('until')).toBe('2027-12-24');
  // The counts, which may be read beside the list, are asked for without a body.
  const whole = () => asked.filter((body) => body !== '');
  const ends = () => whole().flatMap((body) => JSON.parse(body).createdBefore ?? []);
  await expect.poll(() => Math.max(...ends())).toBeGreaterThan(Date.parse('2027-12-24') / 1000);
  expect(Math.min(...ends())).toBeGreaterThan(Date.parse('2026-01-01') / 1000);
});

test('Enter takes a date at once, and two digits are a year of this century', async () => {
  await type(since(), '070426');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => day('since')).toBe('2026-07-04');
  await expect.element(since()).toHaveValue('2026-07-04');
});

test('a year with a digit too many stays in the field, which says what is wrong', async () => {
  await type(since(), '110920267');
  await expect.element(page.getByText('Enter a year from 2000 to 2099.')).toBeVisible();
  await expect.element(since()).toHaveValue('20267-11-09');
  await findsNoBarrier();
  expect(location.search).not.toContain('20267');
  await type(since(), '11092025');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => day('since')).toBe('2025-11-09');
  await expect.element(page.getByText('Enter a year from 2000 to 2099.')).not.toBeInTheDocument();
});

test('a date that lacks its year is kept and asked for, and filters nothing', async () => {
  await type(since(), '1109');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByText('Enter a whole date, like 07/04/26.')).toBeVisible();
  expect((since().element() as HTMLInputElement).validity.badInput).toBe(true);
  expect(location.search).toBe('');
  expect(asked).toEqual([]);
});

test('a date of no calendar in an address is no filter', async () => {
  await goTo('/jobs/listing/all?since=0002-07-04&until=2026-02-30');
  await expect.element(since()).toHaveValue('');
  await expect.element(until()).toHaveValue('');
});

test('an emptied date is no filter any more', async () => {
  await goTo('/jobs/listing/all?since=2026-03-05');
  await expect.element(since()).toHaveValue('2026-03-05');
  await userEvent.fill(since(), '');
  await expect.poll(() => location.search).toBe('');
});

test('a number stays as it was typed while the wheel turns over it, and one that is none is asked for', async () => {
  await goTo('/jobs/update/job-28', 'Project 28');
  await page.getByRole('button', { name: 'Add deliverable' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
  await dialog.getByRole('radio', { name: 'Wet stamps' }).click();
  const copies = dialog.getByLabelText(/^Number of copies/);
  await userEvent.fill(copies, '7');
  await userEvent.wheel(copies, { delta: { y: 240 } });
  const value = () => (copies.element() as HTMLInputElement).value;
  expect(value()).toBe('7');
  await expect.element(copies).toHaveFocus();
  for (const [typed, said] of [
    ['2.5', /^Number of copies must be a whole number from 1 to 99$/],
    ['two', /^Number of copies must be a whole number from 1 to 99$/],
    ['', /^Number of copies is a required field$/],
  ] as const) {
    await userEvent.fill(copies, typed);
    await dialog.getByRole('button', { name: 'Add deliverable' }).click();
    await expect.element(dialog.getByText(said).first()).toBeVisible();
    expect(value()).toBe(typed);
  }
  await userEvent.fill(copies, ' \u0663 ');
  await userEvent.fill(dialog.getByLabelText(/^Tracking number/), '1Z999AA10123456784');
  await expect.element(dialog.getByText(/^Number of copies (is|must)/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
});
