import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { jobsWithDeliverables } from './support/data.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/jobs/listing/all'));

const dialog = () => page.getByRole('dialog');
const field = (label: string) => dialog().getByLabelText(new RegExp(`^${label}`));
const noConnection = (path: RegExp) =>
  answering(path, () => Promise.reject(new TypeError('Failed to fetch')));

test('a license whose response is lost keeps what was typed, closed and opened again, and is saved once', async () => {
  await goTo('/users/update/emil@ev.test', /Emil/);
  await page.getByRole('button', { name: 'Add license' }).click();
  await dialog().getByRole('button', { name: 'Save license' }).click();
  await expect.element(field('State')).toHaveAttribute('aria-invalid', 'true');
  await field('State').fill('OR');
  await field('License number').fill('PE 4711');
  await field('Discipline').fill('Structural');
  await field('Valid until').fill('2040-05-31');
  await findsNoBarrier();
  const restore = answering(/\/api\/licenses\/save$/, async (_, send) => {
    await send();
    throw new TypeError('Failed to fetch');
  });
  await dialog().getByRole('button', { name: 'Save license' }).click();
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  restore();
  await page.getByRole('button', { name: 'Add license' }).click();
  await expect.element(field('License number')).toHaveValue('PE 4711');
  await dialog().getByRole('button', { name: 'Save license' }).click();
  await expect.element(page.getByText('License saved.')).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'OR PE 4711' })).toBeVisible();
  await page.getByRole('button', { name: 'Add license' }).click();
  await expect.element(field('License number')).toHaveValue('');
  await dialog().getByRole('button', { name: 'Close' }).last().click();
});

test('whoever takes or assigns jobs reads before that the license is missing', async () => {
  await goTo('/jobs/update/job-52', 'Project 52');
  await expect.element(page.getByText(/^You aren’t licensed in [A-Z]{2}\.$/)).toBeVisible();
  expect(document.querySelector('main header')?.textContent).toMatch(/You aren’t licensed in [A-Z]{2}\./);
  await goTo('/jobs/listing/all', 'Jobs');
  const boxes = () => [...document.querySelectorAll<HTMLElement>('[data-index] input[type=checkbox]')];
  await expect.poll(() => boxes().length).toBeGreaterThan(2);
  for (const box of boxes().slice(0, 2)) box.click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const assignee = dialog().getByLabelText('Assignee');
  await expect.poll(() => assignee.getByRole('option').elements().length).toBeGreaterThan(2);
  await expect.element(dialog().getByRole('note')).not.toBeInTheDocument();
  await assignee.selectOptions('ada@ev.test');
  await expect
    .element(
      dialog()
        .getByText(/^You aren’t licensed in [A-Z]{2}\. \([12] jobs?\)$/)
        .first(),
    )
    .toBeVisible();
  await findsNoBarrier();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('a signature report that cannot be sent keeps what was typed, and is made in the end', async () => {
  const id = jobsWithDeliverables[0];
  let job: unknown;
  answering(new RegExp(`/api/jobs/${id}$`), async (_, send) => {
    const { body } = await (await send()).json();
    const { createdTimestamp, addedBy, addedByName } = body.deliverables[0];
    const by = { communicationId: null, uploadedBy: addedBy, uploadedByName: addedByName, createdTimestamp };
    const name = { key: 'set', link: '', fileName: 'set.pdf', contentType: 'application/pdf', size: 9 };
    body.deliverables[0].file = { ...name, ...by };
    body.address.state = 'WA';
    job = body;
    return marked({ body });
  });
  const made: unknown[] = [];
  answering(/\/api\/signature-report$/, async (request) => {
    made.push(await request.json());
    return marked({ body: job });
  });
  await goTo(`/jobs/update/${id}`);
  const make = page.getByRole('button', { name: /^Signature report/ }).first();
  await make.click();
  await expect.poll(() => field('License').getByRole('option').elements().length).toBeGreaterThan(1);
  await field('Sheets').fill('S-1, '.repeat(21));
  await dialog().getByRole('button', { name: 'Make report' }).click();
  await expect.poll(() => dialog().getByText('This is a required field').elements().length).toBe(4);
  await expect
    .element(
      dialog()
        .getByText(/100 characters/)
        .first(),
    )
    .toBeVisible();
  const options = field('License').getByRole('option').elements() as HTMLOptionElement[];
  await field('License').selectOptions(options.find(({ text }) => text.includes('PE 4711'))?.value ?? '');
  // What is said is of the license that was chosen, not of whoever is assigned.
  await expect
    .element(dialog().getByText('This license is for OR, and the job is in WA.', { exact: true }))
    .toBeVisible();
  await expect.element(dialog().getByText(/licensed in/)).not.toBeInTheDocument();
  await field('Description').fill('Roof framing plan');
  await field('Sheets').fill('S-1 to S-6');
  await findsNoBarrier();
  const restore = noConnection(/\/api\/signature-report$/);
  await dialog().getByRole('button', { name: 'Make report' }).click();
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  restore();
  await make.click();
  await expect.element(field('Description')).toHaveValue('Roof framing plan');
  await expect.element(field('Sheets')).toHaveValue('S-1 to S-6');
  await dialog().getByRole('button', { name: 'Make report' }).click();
  await expect.element(page.getByText('Signature report added.')).toBeVisible();
  expect(made).toMatchObject([{ jobId: id, description: 'Roof framing plan', sheets: 'S-1 to S-6' }]);
});

test('on a narrow phone the email address of a user is below both lines of a long name', async () => {
  await page.viewport(320, 640);
  await goTo('/users/listing/employees', 'Users');
  const name = page.getByRole('link', { name: 'Emil Employee' });
  await expect.element(name).toBeVisible();
  const link = name.element();
  link.textContent = 'Maximilian Featherstonehaugh';
  const words = document.createRange();
  words.selectNodeContents(link);
  const lines = [...words.getClientRects()];
  expect(lines.length).toBeGreaterThan(1);
  const email = link.parentElement?.nextElementSibling?.getBoundingClientRect();
  expect(email?.top).toBeGreaterThanOrEqual((lines.at(-1)?.bottom ?? 0) - 2);
});
