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
  await person.goTo('/auth/signin', 'Sign in');
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
    const view = page.getByRole('button', { name: 'View job' });
    await expect(view).toBeVisible();
    await keyboard.tabTo('button', `More actions for ${jobName}`);
    // By Tab it is behind every row of the list, and a notice ends after some seconds.
    await keyboard.press('F8');
    await expect(view).toBeFocused();
    await keyboard.press('Enter');
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

beforeRelease(
  'an engineer’s morning, from the list to signing out, needs the keyboard alone',
  async ({ newPerson }, { project }) => {
    test.skip(project.name === 'phone', 'Phones have no keyboard to go through with.');
    const person = await newPerson('engineer');
    const { page } = person;
    const keyboard = await signsIn(person, 'employee@ev.test');
    const dialog = page.getByRole('dialog');
    const rows = page.locator('main [data-index]');
    const inTwoWeeks = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000);
    const due = [inTwoWeeks.getMonth() + 1, inTwoWeeks.getDate(), inTwoWeeks.getFullYear()]
      .map((part) => String(part).padStart(2, '0'))
      .join('');
    /** Presses a key, which opens a dialog of the row that has the focus. */
    const opens = async (key: string, title: RegExp) => {
      await keyboard.press(key);
      await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    };
    /** Finds a job of the list by its name; its row gets the focus. */
    const finds = async (name: string) => {
      await expect(rows.first()).toBeVisible();
      await expect(async () => {
        await keyboard.press('/');
        await expect(page.getByRole('searchbox', { name: 'Search jobs' })).toBeFocused({ timeout: 1000 });
      }).toPass();
      await keyboard.type(name);
      await expect(rows).toHaveCount(1);
      await keyboard.press('ArrowDown');
      await expect.poll(async () => (await keyboard.focused()).name).toContain(name);
    };

    await test.step('a job is found, taken, handed on, due later and completed', async () => {
      await expect(rows.first()).toBeVisible();
      await keyboard.moveTo('link', /^(Mine|All)/, 'ArrowRight', /^All|^In progress/);
      await keyboard.press('Enter');
      await finds('Syracuse Glass');
      await opens('a', /^Assignee of Syracuse Glass/);
      await expect(dialog.getByRole('listitem').first()).toContainText('Assign to me');
      await expect(dialog.getByRole('listitem').nth(1)).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: 'Find a person' })).toBeFocused();
      await keyboard.press('Enter');
      await expect(page.getByText(/^1 job assigned to Emil/)).toBeVisible();
      await opens('a', /^Assignee of Syracuse Glass/);
      await page.keyboard.type('ines');
      await expect(dialog.getByRole('listitem')).toHaveCount(1);
      await keyboard.press('Enter');
      await expect(page.getByText(/^1 job assigned to Ines/)).toBeVisible();
      await opens('d', /due date/i);
      await keyboard.tabTo('Date', 'Due date');
      await page.keyboard.type(due);
      await keyboard.fill(/^Reason/, 'The client moved the installation.');
      await keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(rows.first()).toContainText(`${due.slice(0, 2)}/${due.slice(2, 4)}`);
      await opens('s', /^Status of Syracuse Glass/);
      await expect(dialog.getByRole('listitem').nth(1)).toContainText('Completed');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(page.getByText('1 job moved to Completed.')).toBeVisible();
    });

    await test.step('messages are answered, put off and marked, one after the other', async () => {
      await keyboard.goTo('gm', 'Messages');
      const list = page.getByRole('list', { name: 'Jobs: Needs your answer' }).getByRole('listitem');
      await expect(list.nth(3)).toBeVisible();
      const opened = () => new URL(page.url()).searchParams.get('chat');
      /** Waits until the chat after this one is open. */
      const goesOn = async (from: string | null) => {
        await expect.poll(opened).not.toBe(from);
        return opened();
      };
      await keyboard.press('j');
      const first = await goesOn(null);
      const composer = page.getByPlaceholder('Type your message…');
      await expect(composer).toBeVisible();
      await keyboard.press('c');
      await expect(composer).toBeFocused();
      await page.keyboard.type('On my desk today.');
      await keyboard.press('Control+Shift+Enter');
      const second = await goesOn(first);
      await keyboard.press('h');
      const snooze = page.getByRole('dialog', { name: 'Snooze until' });
      await expect(snooze).toBeVisible();
      await keyboard.activate('button', /^Tomorrow/);
      await expect(page.getByText(/^Snoozed until/)).toBeVisible();
      const third = await goesOn(second);
      await keyboard.press('e');
      await goesOn(third);
      await expect(page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
    });

    await test.step('a client calls, and their job is entered', async () => {
      await keyboard.goTo('n', 'New job');
      await keyboard.fill(/^Client’s email/, 'client@ev.test', 'combobox');
      await keyboard.tabTo('checkbox', 'The client will send them');
      await keyboard.press('Space');
      await keyboard.fill('Project name', 'Job of a call');
      await keyboard.fill('Street address', '6 Keyboard Way', 'combobox');
      await keyboard.fill('City', 'Boston');
      await keyboard.fill('State', 'MA', 'combobox');
      await keyboard.fill('Zip code', '02110');
      await keyboard.choose('Residential');
      await keyboard.choose('Stamp');
      await keyboard.tabTo('checkbox', 'Structural Review');
      await keyboard.press('Space');
      await keyboard.choose('Digital copy');
      await keyboard.activate('button', 'Submit job');
      await finds('Job of a call');
      await keyboard.press('Enter');
      await person.sees('Job of a call');
    });

    await test.step('the command menu goes where a name leads, and signs out', async () => {
      const seek = async (words: string) => {
        await keyboard.press('Control+k');
        await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('textbox')).toBeFocused();
        await page.keyboard.type(words);
        await expect(page.getByRole('dialog', { name: 'Commands' }).getByRole('listitem')).toHaveCount(1);
        await keyboard.press('Enter');
      };
      await seek('Go to reports');
      await person.sees('Reports');
      await seek('Sign out');
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    });
  },
);

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
