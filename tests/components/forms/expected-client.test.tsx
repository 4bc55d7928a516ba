import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../../support/server/people.ts';
import { findsNoBarrier } from '../support/axe.ts';
import { field, goTo, openApp, sees, sendHeld } from '../support/openApp.ts';

const email = 'guest@roofers.test';
const submit = page.getByRole('button', { name: 'Submit job', exact: true });
const submitAndInvite = page.getByRole('button', { name: 'Submit job and invite' });

beforeAll(() => openApp('employee', '/jobs/create'));

test('a client who has an account is named, and no one is invited', async () => {
  await sees('New job');
  await field('Client’s email').fill(people.client.email);
  // The tests of another file may have given them another first name.
  await expect.element(field('Client’s email')).toHaveAccessibleDescription(/^\S+ C\., Solar Roofs$/);
  await expect.element(submit).toBeVisible();
  await field('Client’s email').fill(`Clara <${people.client.email}>`);
  await expect.element(field('Client’s email')).toHaveAccessibleDescription(/^\S+ C\., Solar Roofs$/);
  await expect.element(submit).toBeVisible();
});

test('an address without an account says that its client will be invited, once it is complete', async () => {
  await field('Client’s email').fill('guest@');
  const { keys, queryClient } = await import('../../../src/api/queries.ts');
  const found = () => queryClient.getQueryData(keys.profiles({ category: 'clients', text: 'guest@' }));
  await expect.poll(found).toBeDefined();
  await expect
    .element(field('Client’s email'))
    .toHaveAccessibleDescription('They’ll own the job and get its messages.');
  await expect.element(submit).toBeVisible();
  await field('Client’s email').fill(email);
  await expect
    .element(field('Client’s email'))
    .toHaveAccessibleDescription(
      /^No client with this email yet\. When you submit the job, we’ll invite them/,
    );
  await expect.element(submitAndInvite).toBeVisible();
  await findsNoBarrier();
});

test('the job and the invitation are sent together, and the job says that its client is awaited', async () => {
  for (const [label, value] of [
    ['Project name', 'A guest house'],
    ['Street address', '7 Guest Road'],
    ['City', 'Boston'],
    ['State', 'MA'],
    ['Zip code', '02101'],
    ['Document links', 'https://files.example/barn'],
  ] as const) {
    await field(label).fill(value);
  }
  for (const [group, choice] of [
    ['Property type', 'Residential'],
    ['Delivery method', 'Digital copy'],
  ] as const) {
    await page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: choice }).click();
  }
  await page
    .getByRole('group', { name: 'Stamp services', exact: true, includeHidden: true })
    .getByRole('checkbox', { name: 'Structural Review' })
    .click();
  await submitAndInvite.click();
  await sees('Jobs');
  await sendHeld();
  await expect
    .element(page.getByText(new RegExp(`submitted\\. ${email} is invited\\.`)).first())
    .toBeVisible();
  await page.getByRole('button', { name: 'View job' }).click();
  await sees('A guest house');
  await expect.element(page.getByText(/^Hasn’t signed up yet\./)).toBeVisible();
  expect(page.getByRole('link', { name: email }).elements()).toHaveLength(1);
  await findsNoBarrier();

  await page.getByRole('link', { name: 'View invitations' }).click();
  await sees('Invite users');
  const row = page
    .getByRole('list', { name: 'Sent invitations' })
    .getByRole('listitem')
    .filter({ hasText: email });
  await expect.element(row).toMatchTextContent(/guest@roofers\.test/);
  await expect.element(row).toMatchTextContent(/1 job waiting for this client/);
  await page.getByRole('button', { name: `Withdraw: ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: `Withdraw the invitation of ${email}?` });
  await expect.element(dialog).toMatchTextContent(/1 job entered for this address won’t change\./);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(row).toMatchTextContent(/Withdrawn (just now|\d+ seconds ago)/i);
  await goTo('/jobs/listing/all');
  await expect.element(page.getByRole('link', { name: /A guest house/ }).first()).toBeVisible();
});
