import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from '../support/axe.ts';
import { answering, field, goTo, marked, openApp, sees, sendHeld } from '../support/openApp.ts';

const phone = { width: 390, height: 844 };
let restore = () => {};

beforeAll(async () => {
  await page.viewport(phone.width, phone.height);
  await openApp('employee', '/jobs/create');
});
afterEach(() => restore());

const form = () => page.getByRole('form', { name: 'Edit job' });
const section = (name: string) => form().getByRole('region', { name, exact: true });
const title = (name: string) => section(name).getByRole('button', { name, exact: true });
const briefOf = (name: string) => section(name).element().querySelector(':scope > p')?.textContent;
const save = () => page.getByRole('button', { name: 'Save changes' });

/** Returns the sections whose fields are shown. */
const shown = () =>
  [...form().element().querySelectorAll('section')]
    .filter((one) => !one.hasAttribute('data-folded'))
    .map((one) => one.querySelector('h2')?.textContent);

async function edits(jobId: string): Promise<void> {
  await goTo('/messages', 'Messages');
  await goTo(`/jobs/update/${jobId}`);
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect.element(form()).toBeVisible();
}

async function storedJob(jobId: string) {
  const { call } = await import('../../../src/api/client.ts');
  return call('job', { params: { jobId } });
}

test('the form of a new job is two screens of a phone for staff too', async () => {
  await sees('New job');
  await expect.element(field('Street address')).toBeVisible();
  await expect.element(field('Client’s email')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'The client will send them' })).toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2 * phone.height);
  const titles = [...document.querySelectorAll('main form h2')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['Client', 'Documents', 'Property', 'Services', 'Delivery', 'Contact', 'Note']);
  // What is missing is one line.
  const names = ['Client', 'Documents', 'Property', 'Services', 'Delivery'];
  const bar = page.getByRole('complementary', { name: 'Summary' });
  const tops = names.map((name) => bar.getByRole('button', { name }).element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  await findsNoBarrier();
});

test('the form of a job is folded on a phone and says what is in it', async () => {
  await edits('job-40');
  expect(shown()).toEqual([]);
  expect(briefOf('Property')).toBe('40 Main Street, Boston, MA 02101');
  expect(briefOf('Status and assignee')).toMatch(/^In progress · /);
  const button = save().element().getBoundingClientRect();
  expect(button.bottom).toBeLessThanOrEqual(
    page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect().top,
  );
  await findsNoBarrier();
});

test('every section of the form of a job is reached and opened by keys', async () => {
  await edits('job-40');
  const titles = ['Status and assignee', 'Property', 'Services', 'Delivery', 'Documents and links'];
  (title('Status and assignee').element() as HTMLElement).focus();
  for (const name of titles) {
    await expect.element(title(name)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(title(name)).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    const reached = document.activeElement;
    expect(section(name).element().contains(reached), `the first field of ${name}`).toBe(true);
    await userEvent.tab({ shift: true });
    await userEvent.keyboard(' ');
    await expect.element(title(name)).toHaveAttribute('aria-expanded', 'false');
    await userEvent.tab();
  }
  await expect.element(save()).toHaveFocus();
});

test('what was typed into a section that is folded again is sent', async () => {
  await edits('job-40');
  await title('Property').click();
  await field('Project name').fill('The folded barn');
  await title('Property').click();
  await expect.element(field('Project name')).not.toBeVisible();
  await save().click();
  await sees('The folded barn');
  await sendHeld();
  await expect.poll(async () => (await storedJob('job-40')).project).toBe('The folded barn');
});

test('a folded section opens for an error and stays open until it is mended', async () => {
  await edits('job-44');
  await title('Property').click();
  await field('City').fill('');
  await title('Property').click();
  await expect.element(field('City')).not.toBeVisible();
  await save().click();
  await expect.element(field('City')).toBeVisible();
  await expect.element(field('City')).toHaveFocus();
  expect(shown()).toEqual(['Property']);
  await expect.element(title('Property')).not.toBeInTheDocument();
  await field('City').fill('Boston');
  await title('Property').click();
  await expect.element(field('City')).not.toBeVisible();
});

test('a section with what the server refused is open', async () => {
  await edits('job-44');
  await title('Delivery').click();
  await page.getByRole('radiogroup', { name: 'Priority' }).getByRole('radio', { name: 'High' }).click();
  await title('Delivery').click();
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked(
      {
        errorMessage: 'Refused.',
        code: 'invalid',
        issues: [{ field: 'trackingNumber', message: 'is not a number of a carrier' }],
      },
      422,
    ),
  );
  await save().click();
  await sendHeld();
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await waiting.getByRole('button', { name: /^Edit / }).click();
  await expect.element(field('Tracking number')).toBeVisible();
  // What is changed is open too.
  expect(shown()).toEqual(['Status and assignee', 'Delivery']);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
});

test('a draft is shown with the sections that it changes open', async () => {
  await edits('job-48');
  await title('Services').click();
  await field('Description').fill('Only the north side.');
  await title('Services').click();
  expect(shown()).toEqual([]);
  await goTo('/messages', 'Messages');
  await goTo('/jobs/update/job-48');
  await expect.element(field('Description')).toHaveValue('Only the north side.');
  expect(shown()).toEqual(['Services']);
});
