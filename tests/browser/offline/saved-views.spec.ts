import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import type { Person } from '../support/person.ts';

const chips = (page: Page) => page.getByRole('navigation', { name: 'Jobs by status' });
const pressed = (page: Page) => chips(page).locator('[aria-current]').filter({ visible: true }).first();
const rows = (page: Page) => page.locator('main [data-index]');

/** Names the list that is shown. */
async function namesView(person: Person, name: string): Promise<void> {
  await person.press('Save as view');
  const dialog = person.page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Share with all staff').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(pressed(person.page)).toHaveText(new RegExp(`^${name}`));
}

/** Presses the chip of a view, or where the line has no room for it its place in the menu at its end. */
async function choosesView({ page }: Person, name: string): Promise<void> {
  const view = chips(page)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .filter({ visible: true });
  await expect(async () => {
    if ((await view.count()) === 0)
      await page.getByRole('button', { name: 'More', exact: true }).click({ timeout: 3000 });
    await view.first().click({ timeout: 3000 });
  }).toPass();
  await expect(pressed(page)).toHaveText(new RegExp(`^${name}`));
}

test('a list that is named and shared is a chip for others, and without a connection too', async ({
  deviceAt,
  newPerson,
  product,
}) => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  let emil = await device.open();
  await emil.signIn('employee@ev.test', seedPassword);

  await test.step('an employee names a list, and shares it', async () => {
    await emil.goTo('/jobs/listing/all?priority=HIGH');
    await namesView(emil, 'Do first');
    await expect(emil.page.getByText('View “Do first” saved.')).toBeVisible();
    await expect(emil.page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
  });
  await expect(rows(emil.page).first()).toBeVisible();
  const listed = await rows(emil.page).locator('a').first().innerText();

  const ines = await newPerson('another employee');
  await test.step('another employee chooses it, sees whose it is, and cannot change it', async () => {
    await ines.signIn('ines@ev.test', seedPassword);
    await ines.goTo('/jobs/listing/all');
    await choosesView(ines, 'Do first');
    await expect(ines.page.getByText('Shared by Emil N. · Priority: High')).toBeVisible();
    await expect(rows(ines.page).first()).toContainText(listed);
    await ines.press('More actions');
    await expect(ines.page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible();
    await expect(ines.page.getByRole('button', { name: 'Edit view', exact: true })).toHaveCount(0);
  });

  await test.step('it is there, with its jobs, when the app starts without a connection', async () => {
    await isInstalled(emil);
    await emil.goTo('/jobs/listing/all');
    await choosesView(emil, 'Do first');
    await expect(rows(emil.page).first()).toContainText(listed);
    await emil.waitsUntilStill();
    await device.close();
    proxy.cut();
    emil = await device.open();
    await emil.goTo('/jobs/listing/all');
    await choosesView(emil, 'Do first');
    await expect(rows(emil.page).first()).toContainText(listed);
  });

  await test.step('one that is named without a connection is a chip at once, and others get it with the connection', async () => {
    await emil.goTo('/jobs/listing/all?assignee=nobody');
    await namesView(emil, 'Free work');
    await device.close();
    emil = await device.open();
    await emil.goTo('/jobs/listing/all');
    await choosesView(emil, 'Free work');
    proxy.restore();
    await expect(emil.page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
    await ines.goTo('/jobs/listing/all');
    await choosesView(ines, 'Free work');
    await expect(ines.page.getByText('Shared by Emil N. · Assignee: Unassigned')).toBeVisible();
  });
  await proxy.close();
});
