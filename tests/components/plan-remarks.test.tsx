import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { annotatedSheet, refOf } from '../support/files/annotatedSheet.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';
import { seesAgain } from './support/seesAgain.ts';

let stop: () => void = () => undefined;

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => stop());

const reviewed = annotatedSheet([
  "/Subtype /Text /Rect [40 300 60 320] /T (County) /M (D:20250304091500-05'00') /Contents (Show the 60 A fused disconnect.)",
  `/Subtype /Text /Rect [40 300 60 320] /T (Mia) /M (D:20250305) /IRT ${refOf(0)} /Contents (Added on PV-4.)`,
  `/Subtype /Text /Rect [40 300 60 320] /T (County) /M (D:20250306) /IRT ${refOf(1)} /State (Accepted) /StateModel (Review)`,
  '/Subtype /Square /Rect [100 100 200 200] /C [1 0 0] /BS << /W 2 >> /T (County)',
  '/Subtype /Square /Rect [10 10 60 20] /CA 0 /BS << /W 0 >> /T (AutoCAD SHX Text) /Contents (MAIN SERVICE PANEL)',
  '/Subtype /Text /F 2 /Rect [200 300 220 320] /T (Ghost) /Contents (Hidden)',
]);

test('remarks are listed with author, answer and state, and a tap marks the place', async () => {
  stop = await openPlanOf(reviewed);
  await page.getByRole('button', { name: 'Show panel' }).click();
  const list = page.getByRole('region', { name: 'Remarks' });
  await expect.element(list.getByRole('button', { name: 'Remarks 2' })).toBeVisible();
  const first = list.getByRole('button', { name: /Show the 60 A fused disconnect/ });
  await expect
    .poll(() => first.element().textContent)
    .toMatch(/^County.*Page 1Show the 60 A fused disconnect\.Mia.*Added on PV-4\.Accepted$/);
  await expect.element(list.getByRole('button', { name: /^County.*Rectangle$/ })).toBeVisible();
  expect(list.element().textContent).not.toMatch(/MAIN SERVICE|Ghost/);
  await findsNoBarrier();
  await first.click();
  await expect.element(first).toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Show panel' })).toHaveFocus();
});

test('of the thousands of remarks of a takeoff the first are listed, and more on request', async () => {
  const counts = Array.from(
    { length: 301 },
    (_, at) =>
      `/Subtype /Circle /Rect [${at} 100 ${at + 9} 109] /C [1 0 0] /T (Mia) /Contents (Outlet ${at + 1})`,
  );
  stop = await openPlanOf(annotatedSheet(counts));
  await page.getByRole('button', { name: 'Show panel' }).click();
  const list = page.getByRole('region', { name: 'Remarks' });
  await expect.element(list.getByRole('button', { name: 'Remarks 301' })).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(300);
  await list.getByRole('button', { name: 'Show 1 more' }).click();
  await expect.element(list.getByRole('button', { name: /Outlet 301$/ })).toHaveFocus();
  await expect.element(list.getByRole('button', { name: 'Show 1 more' })).not.toBeInTheDocument();
});

test('the remarks are one stop of the Tab key, and arrow keys go through them', async () => {
  stop = await openPlanOf(reviewed);
  await page.getByRole('button', { name: 'Show panel' }).click();
  const list = page.getByRole('region', { name: 'Remarks' });
  await expect.element(list.getByRole('button', { name: 'Remarks 2' })).toBeVisible();
  const [first, ask, second] = list.getByRole('list').getByRole('button').elements() as HTMLElement[];
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(ask);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{Tab}');
  expect(list.element().contains(document.activeElement)).toBe(false);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(second);
});

test('the view leaves a remark for a match that is chosen after it', async () => {
  stop = await openPlanOf(reviewed);
  await page.getByRole('button', { name: 'Show panel' }).click();
  const remark = page.getByRole('button', { name: /Show the 60 A fused disconnect/ });
  await remark.click();
  await expect.element(remark).toHaveAttribute('aria-current', 'true');
  /** The places that are marked as the one to look at, in hundredths of the page from the left and the top. */
  const places = () =>
    Array.from(document.querySelectorAll<HTMLElement>('[role="application"] [data-current]'), ({ style }) =>
      [style.left, style.top].map(Number.parseFloat),
    );
  await expect.poll(places).toEqual([[10, 20]]);
  await page.getByRole('button', { name: 'Search this plan' }).click();
  await page.getByRole('searchbox').fill('main service');
  await expect.poll(places).toEqual([[2.5, 95]]);
});

test('a remark comes into view again when it is chosen again, however far the sheet was moved', async () => {
  stop = await openPlanOf(reviewed);
  await page.getByRole('button', { name: 'Show panel' }).click();
  const remark = page.getByRole('button', { name: /Show the 60 A fused disconnect/ });
  await remark.click();
  await seesAgain('[data-current]', remark);
});

test('a remark is quoted in the chat with its author and the picture of its place', async () => {
  stop = await openPlanOf(reviewed);
  await page.getByRole('button', { name: 'Show panel' }).click();
  await page.getByRole('button', { name: 'Ask about this remark' }).first().click();
  const composer = page.getByPlaceholder('Type your message…');
  await expect
    .element(composer)
    .toHaveValue(
      expect.stringMatching(
        /^plan\.pdf, page 1\nhttp.*\n> County: Show the 60 A fused disconnect\.\n> Mia: Added on PV-4\.\n$/,
      ),
    );
  await expect
    .element(page.getByRole('list', { name: 'Attached files' }).getByText('plan page 1.png'))
    .toBeVisible();
});
