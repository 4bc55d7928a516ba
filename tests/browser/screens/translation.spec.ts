import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { pagesPdf } from '../../support/files/pdfs.ts';
import { files, fillIn, submits } from '../support/newJob.ts';
import { test } from '../support/onTranslatedPage.ts';
import { Office } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';
import {
  adminScreens,
  clientScreens,
  publicScreens,
  setUpDueDates,
  staffScreens,
} from '../support/screens.ts';

const beforeRelease = isAll ? test : test.skip;

const pdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pagesPdf(1)) };

/** Opens a page from the navigation, without a reload: React goes on with the nodes of the page before. */
async function opens(person: Person, link: string, heading: string | RegExp): Promise<void> {
  await person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
  await person.sees(heading);
}

beforeRelease(
  'staff go on working on a page that the browser translates',
  async ({ person, line, product, current }) => {
    const { page } = person;
    const office = await Office.open(product.url);
    const job = await office.newJob('Translated roof', 1);

    await test.step('they sign in, refused at first', async () => {
      await person.goTo('/auth/signin');
      await person.press('Sign in');
      await expect(page.getByText('Email is a required field')).not.toHaveCount(0);
      await current();
      await person.fill('Email', 'admin@ev.test');
      await person.fill('Password', seedPassword);
      await person.press('Sign in');
      await person.sees('Jobs');
      await current();
    });

    await test.step('the list follows tabs, filters and a search that changes', async () => {
      for (const tab of ['On hold', 'Completed', 'Cancelled', 'All']) {
        await page
          .getByRole('link', { name: new RegExp(`^${tab}`) })
          .first()
          .click();
        await current();
      }
      const field = page.getByRole('searchbox').first();
      for (const text of ['roof', 'zzzz', 'carport', 'Translated']) {
        await field.fill(text);
        await person.waitsUntilStill();
        await current();
      }
      await page.locator('main summary', { hasText: 'Filters' }).click();
      await current();
      await page.getByLabel('Sort by').selectOption('project');
      await person.waitsUntilStill();
      await current();
      await person.chooseFromMenu('Refresh');
      await current();
    });

    await test.step('a job is opened, held, resumed, edited, assigned and completed', async () => {
      await page.getByRole('link', { name: job.project }).first().click();
      await person.sees(job.project);
      await current();
      await person.press('Assign to me');
      await expect(page.getByText('Assigned to you.')).toBeVisible();
      await current();
      await person.putsOnHold('Waiting for photos.');
      await expect(page.getByText('Job moved to On hold.')).toBeVisible();
      await current();
      await person.press('Resume');
      await expect(page.getByText('Job moved to In progress.')).toBeVisible();
      await current();
      await person.press('Edit job');
      await person.fill('Project name', '');
      await person.press('Save changes');
      await expect(page.getByText('Project name is a required field')).not.toHaveCount(0);
      await current();
      await person.fill('Project name', 'Translated ridge');
      await person.press('Save changes');
      await person.sees('Translated ridge');
      await current();
      await page.getByRole('link', { name: /^Staff notes/ }).click();
      await page.getByRole('textbox', { name: 'New note for staff' }).fill('The ladder is in the van.');
      await person.press('Add note');
      await expect(page.getByRole('listitem').filter({ hasText: 'The ladder is in the van.' })).toBeVisible();
      await current();
      await page.getByRole('link', { name: 'Job', exact: true }).click();
      await person.press('Add deliverable');
      const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
      await dialog.getByRole('radio', { name: 'Wet stamps' }).check();
      await current();
      await dialog.getByRole('radio', { name: 'Digital copy' }).check();
      await dialog.getByRole('button', { name: 'Add deliverable' }).click();
      await current();
      await dialog.locator('input[type=file]').first().setInputFiles(pdf);
      await current();
      await dialog.getByRole('button', { name: 'Add deliverable' }).click();
      await expect(page.getByText(/^Deliverable added\./)).toBeVisible();
      await current();
    });

    await test.step('in the chat they write, read a reply, mark it and look at a file', async () => {
      await page.getByRole('button', { name: 'Open chat' }).first().click();
      const input = page.getByPlaceholder('Type your message…');
      await expect(input).toBeVisible();
      await current();
      await page.getByLabel('Files to attach', { exact: true }).setInputFiles(files);
      await expect(page.getByRole('button', { name: '2 attached' })).toBeVisible();
      await current();
      await input.fill('The ridge holds.');
      await current();
      await person.press(/^Send/);
      await expect(person.bubble('The ridge holds.')).toContainText('EV to');
      await current();
      await office.ask(job.jobId, 'Is the eave strong, too?');
      const reply = person.bubble('Is the eave strong, too?');
      await expect(reply).toBeVisible();
      await current();
      await reply.getByRole('button', { name: 'Mark as addressed' }).click();
      await expect(reply.getByRole('button', { name: 'Mark as new' })).toBeVisible();
      await current();
      await person.press('Find in chat');
      for (const text of ['ea', 'ridge', 'zzz', 'the']) {
        await page.getByRole('searchbox', { name: 'Find in chat' }).fill(text);
        await current();
      }
      await page.keyboard.press('Escape');
      await person.bubble('The ridge holds.').getByRole('button', { name: /\.png/ }).first().click();
      await expect(page.getByRole('button', { name: 'Close viewer' })).toBeVisible();
      await current();
      await person.press('Close viewer');
      await person.press('Close chat');
      await current();
      await person.press('Mark as completed');
      await expect(page.getByText('Job moved to Completed.')).toBeVisible();
      await current();
    });

    await test.step('every page is opened and changed', async () => {
      await opens(person, 'Messages', 'Messages');
      await current();
      await page.getByRole('link', { name: /^All/ }).first().click();
      await person.waitsUntilStill();
      await current();
      await opens(person, 'Search', 'Search');
      for (const text of ['plan', 'ridge', 'zzzzzz', 'roof']) {
        await page.getByRole('searchbox', { name: 'Search everything' }).fill(text);
        await person.waitsUntilStill();
        await current();
      }
      await opens(person, 'Users', 'Users');
      await current();
      await page
        .getByRole('link', { name: /^Pending/ })
        .first()
        .click();
      await current();
      await page
        .getByRole('button', { name: /^Approve / })
        .first()
        .click();
      await expect(page.getByText(/ approved\./)).toBeVisible();
      await current();
      await person.press('Undo');
      await expect(page.getByText(/^Undone\./)).toBeVisible();
      await current();
      await page.getByRole('link', { name: 'Invite users' }).first().click();
      await person.sees('Invite users');
      await person.fill('First name', 'Only a name');
      await person.press('Send invitations');
      await current();
      await page.getByText('Paste a list from a spreadsheet').click();
      await page.getByLabel(/^People to invite/).fill('ada@x.test\tAda\tLovelace\nbob@x.test\tBob\tStone');
      await person.press('Add people');
      await current();
      await opens(person, 'Reports', 'Reports');
      await person.waitsUntilStill();
      await current();
      await opens(person, 'Settings', 'Settings');
      await current();
      await page.getByRole('link', { name: 'Due dates', exact: true }).click();
      await person.sees('Due dates');
      await setUpDueDates(person);
      await current();
      await page.getByLabel('Business days', { exact: true }).first().fill('999');
      await person.press('Save due dates');
      await current();
      await opens(person, 'Account', 'Account');
      await person.fill('City', '');
      await person.press('Save profile');
      await person.press('Change password');
      await current();
    });

    await test.step('the connection is lost and comes back', async () => {
      await opens(person, 'Jobs', 'Jobs');
      line.cut();
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await person.chooseFromMenu('Refresh');
      await expect(page.getByRole('button', { name: /^Offline/ })).toBeVisible();
      await current();
      await page.getByRole('button', { name: /\. Open outbox$/ }).click();
      await current();
      await page.keyboard.press('Escape');
      line.restore();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
      await current();
    });

    await test.step('they sign out, and in again', async () => {
      await opens(person, 'Account', 'Account');
      await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
      // Forms were left unsent.
      await expect(page.getByRole('dialog', { name: 'Sign out with unsent items?' })).toBeVisible();
      await current();
      await person.press('Discard and sign out');
      await person.sees('Sign in');
      await current();
      await person.fill('Email', 'client@ev.test');
      await person.fill('Password', seedPassword);
      await person.press('Sign in');
      await person.sees('Jobs');
      await current();
    });
  },
);

test('a client submits a job on a page that the browser translates', async ({ person, current }) => {
  const { page } = person;
  await person.signIn('client@ev.test', seedPassword);
  await person.goTo('/jobs/create', 'New job');
  await current();
  await person.press('Submit job');
  await expect(page.getByText('Project name is a required field')).not.toHaveCount(0);
  await current();
  await fillIn(person, { project: 'Translated carport', street: '9 Idioma Way', note: 'Revision B.' });
  await current();
  await page.getByRole('button', { name: `Remove ${files[0]?.name}` }).click();
  await current();
  await person
    .field('Files')
    .setInputFiles([
      pdf,
      { name: 'notes.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ]);
  await expect(page.getByRole('list', { name: 'Files that weren’t added' })).toBeVisible();
  await current();
  await person.press('Dismiss message about notes.exe');
  await current();
  await person.choose('Delivery method', 'Digital copy');
  await current();
  await submits(person, 'Translated carport');
  await current();
});

const everybody = [
  { type: 'nobody', email: '', screens: publicScreens },
  { type: 'client', email: 'client@ev.test', screens: clientScreens },
  { type: 'employee', email: 'employee@ev.test', screens: staffScreens },
  { type: 'administrator', email: 'admin@ev.test', screens: adminScreens },
];

for (const { type, email, screens } of everybody) {
  beforeRelease(`every screen of the ${type} is translated as it is`, async ({ person, current }) => {
    test.setTimeout(900_000);
    if (email) await person.signIn(email, seedPassword);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await screen.open(person);
        await current();
      });
    }
  });
}
