import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { fillIn, submits } from '../support/newJob.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';
import { setUpDueDates } from '../support/screens.ts';

const stamped = { name: 'stamped.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf.bytes) };
const client = 'client@ev.test';
/** Emails gather notices for ten minutes. */
const tenMinutesLater = `
  update tasks set run_after = run_after - 600, items = (
      select jsonb_agg(jsonb_set(item, '{created}', to_jsonb((item->>'created')::bigint - 600)))
        from jsonb_array_elements(items) item)
    where kind = 'email' and done is null and items <> '[]'`;
const lists = [
  ['/messages', 'Needs your answer'],
  ['/messages?list=waiting', 'Waiting for the other side'],
] as const;

/** Checks that no list of a person's inbox has the job. */
async function hasNothingOf(person: Person, project: string): Promise<void> {
  for (const [path, name] of lists) {
    await person.goTo(path, 'Messages');
    const list = person.page.getByRole('region', { name });
    await expect(list.or(person.page.getByText('You’re all caught up.')).first()).toBeAttached();
    await person.waitsUntilStill();
    await expect(list.getByText(project), name).toHaveCount(0);
  }
}

test('two members of staff finish a job: assigned, answered by email, handed over, promised, held and completed', async ({
  newPerson,
  product,
}) => {
  const project = 'Harvest Lane carport';
  const clara = await newPerson('client');
  const emil = await newPerson('employee');
  const ines = await newPerson('other employee');
  let path = '';

  await test.step('a client submits a job, and the first member of staff takes it', async () => {
    await clara.signIn(client, seedPassword);
    await clara.goTo('/jobs/create', 'New job');
    await fillIn(clara, { project, street: '31 Harvest Lane', note: 'Is the ridge beam strong enough?' });
    await submits(clara, project);
    path = new URL(clara.page.url()).pathname;
    await emil.signIn('employee@ev.test', seedPassword);
    await emil.goTo(path);
    await emil.press('Assign to me');
    await expect(emil.page.getByText('Assigned to you.')).toBeVisible();
  });

  await test.step('they answer and mark the question by one tap', async () => {
    await emil.page.getByRole('button', { name: 'Open chat' }).first().click();
    await emil.page.getByPlaceholder('Type your message…').fill('Which snow load applies?');
    await emil.press('More ways to send');
    await emil.press('Send and mark 1 addressed');
    await expect(emil.bubble('Which snow load applies?')).toContainText('EV to');
    await expect(
      emil.bubble('Is the ridge beam strong enough?').getByText('Addressed', { exact: true }),
    ).toBeVisible();
  });

  await test.step('the client replies by email', async () => {
    for (const person of [clara, emil]) {
      // A worker that is still being installed says that it cannot fetch its files.
      await person.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    }
    await product.whileStopped(async (db) => {
      await db.query(tenMinutesLater);
      await db.query('update events set created = created - 600 where to_notify');
    });
    const mailbox = await newPerson('mailbox');
    const entry = mailbox.page
      .getByRole('listitem')
      .filter({ hasText: project })
      .filter({ hasText: `To ${client}` })
      .first();
    await expect(async () => {
      await mailbox.goTo('/dev/mail');
      await expect(entry).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await entry.getByText('View email').click();
    await entry
      .getByRole('textbox')
      .fill('Forty pounds per square foot.\n\n> --- Reply above this line ---\n> Which snow load applies?');
    await entry.getByRole('button', { name: 'Send reply' }).click();
    await expect(mailbox.page.getByText('Your reply was posted to the job.')).toBeVisible();
    const reply = emil.bubble('Forty pounds per square foot.');
    await expect(reply).toContainText('to EV');
    await expect(reply).not.toContainText('Which snow load applies?');
  });

  await test.step('the job is handed over, and its open question with it', async () => {
    await emil.goTo(path);
    await emil.page.getByLabel('Assignee').selectOption('ines@ev.test');
    await emil.page.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(emil.page.getByText(/^Assigned to Ines/)).toBeVisible();
    await ines.signIn('ines@ev.test', seedPassword);
    await ines.goTo('/messages');
    const needed = ines.page.getByRole('region', { name: /^Needs your answer/ });
    await needed
      .getByRole('button', { name: /Forty pounds per square foot\./ })
      .first()
      .click();
    await ines.page.getByPlaceholder('Type your message…').fill('Thank you, that is enough.');
    await ines.press('More ways to send');
    await ines.press('Send and mark 1 addressed');
    // The inbox goes on to the next conversation.
    await expect(ines.page).not.toHaveURL(new RegExp(path.split('/').at(-1) ?? ''));
    await ines.goTo(`/messages?chat=${path.split('/').at(-1)}`);
    await expect(ines.bubble('Thank you, that is enough.')).toContainText('EV to');
  });

  const ada = await newPerson('admin');
  await test.step('an admin sets the rules of due dates, and another date is promised', async () => {
    await ada.signIn('admin@ev.test', seedPassword);
    await ada.goTo('/due-dates');
    await setUpDueDates(ada);
    await ada.press('Save due dates');
    await expect(ada.page.getByText(/^Due dates saved\./)).toBeVisible();
    await ines.goTo(path);
    await ines.press(/^(Set|Change) due date$/);
    const dialog = ines.page.getByRole('dialog', { name: /^(Set|Change) due date$/ });
    await dialog.getByLabel('Due date').fill('2099-05-29');
    await dialog.getByLabel('Reason').fill('Agreed on the phone');
    await dialog.getByRole('button', { name: 'Save due date' }).click();
    // It is over a year ahead.
    await ines.page
      .getByRole('dialog', { name: 'Set this due date?' })
      .getByRole('button', { name: 'Set due date' })
      .click();
    await expect(ines.page.getByText(/^Due 05\/29\/2099/).first()).toBeVisible();
  });

  await test.step('the job is held with a reason, which the client reads and marks', async () => {
    await ines.putsOnHold('We wait for the truss drawings.');
    await expect(ines.page.getByText('Job moved to On hold.')).toBeVisible();
    await clara.goTo(path);
    await expect(clara.page.getByText('We wait for the truss drawings.').first()).toBeVisible();
    await clara.page.getByRole('button', { name: 'Open chat' }).first().click();
    await clara.page.getByPlaceholder('Type your message…').fill('They are on their way.');
    await clara.press('More ways to send');
    await clara.press(/^Send and mark \d addressed$/);
    await expect(clara.bubble('They are on their way.')).toContainText('to EV');
  });

  await test.step('it is resumed, and completed with its deliverable', async () => {
    await ines.goTo(path);
    await ines.press('Resume');
    await expect(ines.page.getByText('Job moved to In progress.')).toBeVisible();
    await ines.page.getByRole('button', { name: 'Open chat' }).first().click();
    await ines.bubble('They are on their way.').getByRole('button', { name: 'Mark as addressed' }).click();
    await expect(ines.bubble('They are on their way.').getByText('Addressed', { exact: true })).toBeVisible();
    await ines.goTo(path);
    await ines.press('Add deliverable');
    const dialog = ines.page.getByRole('dialog', { name: 'Add deliverable' });
    await dialog.getByRole('radio', { name: 'Digital copy' }).check();
    await dialog.locator('input[type=file]').first().setInputFiles(stamped);
    await dialog.getByLabel('And complete the job').check();
    await dialog.getByRole('button', { name: 'Add deliverable' }).click();
    await expect(ines.page.getByText('Deliverable added. Job completed.')).toBeVisible();
    await clara.goTo(path);
    await expect(clara.page.getByText('Completed', { exact: true }).first()).toBeVisible();
  });

  await test.step('nothing of it is left in anybody’s inbox', async () => {
    for (const person of [clara, emil, ines]) await hasNothingOf(person, project);
  });

  await test.step('due dates are turned off again', async () => {
    await ada.press('Turn off due dates');
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(ada.page.getByRole('button', { name: 'Set up due dates' })).toBeVisible();
  });
});
