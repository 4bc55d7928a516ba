import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

let close = () => {};

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => close());

async function shows(number: number): Promise<void> {
  const stage = page.getByRole('application', { name: `plan.pdf, page ${number} of 6` });
  await expect.element(stage).toBeVisible();
  await expect.element(stage).not.toHaveAttribute('aria-busy');
}

/** Presses Tab until something has the focus. */
async function tabTo(name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  for (let presses = 0; document.activeElement !== wanted.query(); presses += 1) {
    if (presses > 60) throw new Error(`Tab does not reach ${name}.`);
    await userEvent.keyboard('{Tab}');
  }
}

test('a set is reviewed by keys alone: turned, searched, enlarged, and asked about', async () => {
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await userEvent.keyboard('{PageDown}');
  await shows(2);
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('inv-005');
  await shows(5);
  await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible();
  // From the sheet back to the search, whose words are typed over.
  (page.getByRole('application').element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}f{/Control}inv-003');
  await shows(3);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Home}');
  await shows(1);
  await tabTo('Ask about this page');
  await userEvent.keyboard('{Enter}');
  await tabTo('Select area');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('application')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{Enter}');
  const composer = page.getByPlaceholder('Type your message…');
  await expect.element(composer).toHaveValue(expect.stringMatching(/^plan\.pdf, page 1\n/));
  await expect.element(composer).toHaveFocus();
  await userEvent.keyboard('Is this the main?');
  await expect.element(composer).toHaveValue(expect.stringMatching(/Is this the main\?$/));
  // The chat is beside the sheets, which are turned and searched as before it.
  await userEvent.keyboard('{PageDown}');
  await shows(1);
  (page.getByRole('application').element() as HTMLElement).focus();
  await userEvent.keyboard('{PageDown}');
  await shows(2);
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(page.getByRole('searchbox', { name: 'Search this plan' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  await expect.element(composer).toBeVisible();
});

test('an area is no longer selected once keys have opened another bar', async () => {
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  await page.getByRole('button', { name: 'Select area' }).click();
  await expect.element(page.getByRole('application')).toHaveAttribute('data-selecting');
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(page.getByRole('searchbox', { name: 'Search this plan' })).toHaveFocus();
  await expect.element(page.getByRole('application')).not.toHaveAttribute('data-selecting');
  await userEvent.keyboard('{Escape}');
});

test.each([
  ['Search this plan', 'Close search'],
  ['Print', 'Close'],
])('the focus goes back to “%s” as what it has opened closes', async (name, closes) => {
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  const opener = page.getByRole('button', { name, exact: true });
  for (const key of ['{Enter}', '{Escape}']) {
    (opener.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const button = page.getByRole('button', { name: closes, exact: true });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});

test('Escape takes back what was typed for the page, and leaves the bar that is open', async () => {
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  const field = page.getByRole('textbox', { name: 'Page, of 6' });
  await field.fill('4');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('1');
  await expect.element(page.getByRole('button', { name: 'Select area' })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Next page' })).toHaveFocus();
  await shows(1);
  await field.fill('5');
  await userEvent.keyboard('{Tab}');
  await shows(5);
});
