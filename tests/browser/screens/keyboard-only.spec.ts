import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { Keyboard } from '../support/keyboard.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

test.setTimeout(300_000);

async function signsIn(person: Person, email: string): Promise<Keyboard> {
  const keyboard = new Keyboard(person.page);
  await person.goTo('/auth/signin');
  await person.sees('Sign in');
  await keyboard.fill('Email', email);
  await keyboard.fill('Password', seedPassword);
  await keyboard.press('Enter');
  await person.sees('Jobs');
  return keyboard;
}

test('a client creates a job with a file and chats about it with the keyboard alone', async ({ newPerson }, {
  project,
}) => {
  test.skip(project.name === 'phone', 'Phones have no keyboard to go through with.');
  const person = await newPerson('client');
  const { page } = person;
  const keyboard = await signsIn(person, 'client@ev.test');
  const jobName = 'Job without a mouse';

  await test.step('the first stop skips the navigation', async () => {
    await page.reload();
    await person.sees('Jobs');
    await keyboard.activate('link', 'Skip to main content');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  await test.step('a new job is filled in and sent', async () => {
    await keyboard.goTo('n', 'New job');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.fill('Project name', jobName);
    await keyboard.fill('Street address', '5 Keyboard Way', 'combobox');
    await keyboard.fill('City', 'Boston');
    await keyboard.fill('State', 'MA', 'combobox');
    await keyboard.fill('Zip code', '02110');
    await keyboard.choose('Residential');
    await keyboard.choose('Stamp');
    await keyboard.tabTo('checkbox', 'Structural Review');
    await keyboard.press('Space');
    await keyboard.choose('Digital copy');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      (async () => {
        await keyboard.tabTo('button', /^(Choose )?[Ff]iles/);
        await keyboard.press('Enter');
      })(),
    ]);
    await chooser.setFiles({
      name: samples.pdf.name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(samples.pdf.bytes),
    });
    await expect(page.getByText(samples.pdf.name).first()).toBeVisible();
    await keyboard.activate('button', 'Submit job');
    await person.sees('Jobs');
    await expect(page.getByRole('button', { name: 'View job' })).toBeVisible();
    await keyboard.activate('button', 'View job');
    await person.sees(jobName);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a message is sent in its chat, and Escape returns to the page', async () => {
    await keyboard.press('c');
    const composer = page.getByPlaceholder('Type your message…');
    await expect(composer).toBeVisible();
    if (!(await composer.evaluate((element) => element === document.activeElement))) {
      await keyboard.tabTo('textbox', /message/i);
    }
    await page.keyboard.type('Sent without a mouse.');
    await keyboard.press('Control+Enter');
    await expect(person.bubble('Sent without a mouse.')).toContainText('From Brightline Solar to EV');
    await keyboard.press('Escape');
    await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(0);
  });
});

beforeRelease('an admin approves a user', async ({ newPerson }, { project }) => {
  test.skip(project.name === 'phone', 'Phones have no keyboard to go through with.');
  const person = await newPerson('admin');
  const { page } = person;
  const keyboard = await signsIn(person, 'admin@ev.test');
  await keyboard.goTo('gu', 'Users');
  await keyboard.moveTo('link', /^All/, 'ArrowRight', /^Pending/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/listing\/pending/);
  await keyboard.activate('button', 'Approve Priya Raman');
  await expect(page.getByText('Priya Raman approved.')).toBeVisible();
  await test.step('the approval is undone from the notice', async () => {
    await keyboard.activate('button', 'Undo');
    await expect(page.getByText('Undone. Priya Raman’s access and role are restored.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve Priya Raman' })).toBeVisible();
  });
});

beforeRelease('shortcuts are listed, and can be turned off', async ({ newPerson }, { project }) => {
  test.skip(project.name === 'phone', 'Phones have no keyboard to go through with.');
  const person = await newPerson('client');
  const { page } = person;
  const keyboard = await signsIn(person, 'client@ev.test');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await keyboard.press('?');
  await expect(sheet).toBeVisible();
  await test.step('no other shortcut works behind the list', async () => {
    await keyboard.press('n');
    await expect(page).toHaveURL(/\/jobs\/listing/);
  });
  await keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await keyboard.press('/');
  expect((await keyboard.focused()).role).toBe('searchbox');
  await keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await keyboard.press('Control+n');
  await keyboard.press('Alt+n');
  await expect(page).toHaveURL(/\/jobs\/listing/);
  await keyboard.goTo('gm', 'Messages');

  await keyboard.goTo('ga', 'Account');
  await keyboard.tabTo('radio', 'On');
  await keyboard.press('ArrowRight');
  expect(await keyboard.focused()).toEqual({ role: 'radio', name: 'Off' });
  await page.reload();
  await person.sees('Account');
  await keyboard.press('n');
  await keyboard.press('?');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/account/);
});
