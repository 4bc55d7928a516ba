import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { switchEnterSends } from '../../src/ui/form/sendKeys.ts';
import { people, tokenOf } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));

const field = page.getByRole('textbox', { name: 'New note for staff' });
const add = page.getByRole('button', { name: 'Add note' });
const options = page.getByRole('listbox', { name: 'Staff' }).getByRole('option');
const notes = page.getByRole('list', { name: 'Notes, newest first' }).getByRole('listitem');

async function openNotes(n: number): Promise<void> {
  await goTo(`/jobs/update/job-${n}?view=notes`, `Project ${n}`);
  await expect.element(field).toBeVisible();
}

/** Adds a note from another device. */
async function addElsewhere(jobId: string, note: string, as: 'admin' | 'otherEmployee' = 'admin') {
  const { call } = await import('../../src/api/client.ts');
  await call('addStaffNote', { body: { jobId, note }, idToken: tokenOf(people[as], Date.now()) });
}

test('notes have a tab of their own, which says who reads them; the first one is added there', async () => {
  await goTo('/jobs/update/job-40', 'Project 40');
  const tabs = page.getByRole('navigation', { name: 'Views of the job' });
  await expect.element(tabs.getByRole('link', { name: 'Job' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Staff notes 0' }).click();
  await expect.poll(() => location.search).toBe('?view=notes');
  await expect.element(page.getByText('Only staff can read notes. Clients never see them.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No staff notes yet' })).toBeVisible();
  await expect.element(add).toBeDisabled();
  await findsNoBarrier();
  await field.fill('The meter is behind the shed. https://example.com/meter');
  await add.click();
  await expect.element(field).toHaveValue('');
  await expect.element(notes.first()).toMatchTextContent(/^Emil E\. .*The meter is behind the shed/);
  await expect.element(notes.getByRole('link', { name: 'https://example.com/meter' })).toBeVisible();
  await expect.element(tabs.getByRole('link', { name: 'Staff notes 1' })).toBeVisible();
  await findsNoBarrier();
  await tabs.getByRole('link', { name: 'Job' }).click();
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect.element(page.getByText('The meter is behind the shed')).not.toBeInTheDocument();
});

test('an @ and a name offer staff; keys choose one, who is named before and after', async () => {
  await openNotes(41);
  await field.fill('Mail to ada@');
  await expect.element(options.first()).not.toBeInTheDocument();
  await field.fill('');
  await field.click();
  await userEvent.keyboard('Please look, @e');
  // Edda, and nobody mentions themselves.
  await expect.element(options).toHaveTextContent('Edda E. edda@ev.test');
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.element().id);
  await findsNoBarrier();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard('{Backspace}{Backspace}@');
  await expect.poll(() => options.elements().length).toBe(2);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}');
  await expect.element(field).toHaveValue('Please look, @Edda E. ');
  await userEvent.keyboard('and @ada');
  await options.first().click();
  await userEvent.keyboard('too.');
  await expect.element(field).toHaveValue('Please look, @Edda E. and @Ada A. too.');
  await expect.element(page.getByText('Notifies Edda E. and Ada A.')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(notes.first()).toMatchTextContent(/Mentions Edda E\. and Ada A\.$/);
});

test('where Enter sends, it chooses a colleague first, and adds the note then', async () => {
  switchEnterSends(true);
  onTestFinished(() => switchEnterSends(false));
  await openNotes(53);
  await field.click();
  await userEvent.keyboard('@e');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('@Edda E. ');
  await userEvent.keyboard('look{Enter}');
  await expect.element(notes.first()).toMatchTextContent(/@Edda E\. look/);
});

test('a note of somebody else appears on the open page, below those that wait', async () => {
  await openNotes(42);
  await addElsewhere('job-42', 'Ada was here');
  await expect.element(notes.first()).toMatchTextContent(/^Ada A\. .*Ada was here$/);
  await expect.element(page.getByRole('link', { name: 'Staff notes 1' })).toBeVisible();
});

test('without a connection a note waits in sight, can be changed and deleted, and is added once later', async () => {
  await openNotes(43);
  const restore = answering(/\/api\//, () => Promise.reject(new TypeError('Failed to fetch')));
  for (const text of ['Written in the basement', 'Not needed']) {
    await field.fill(text);
    await add.click();
    await expect.element(field).toHaveValue('');
  }
  await expect.element(notes.nth(0)).toMatchTextContent(/^Not needed/);
  const second = notes.filter({ hasText: 'Not needed' });
  await expect.element(second).toMatchTextContent(/Waiting to send/);
  await findsNoBarrier();
  await second.getByRole('button', { name: 'Delete' }).click();
  await expect.element(second).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(second).toBeVisible();
  await second.getByRole('button', { name: 'Edit' }).click();
  await expect.element(field).toHaveValue('Not needed');
  await expect.element(field).toHaveFocus();
  await expect.element(second).not.toBeInTheDocument();
  await field.fill('Needed');
  await add.click();
  // The outbox names it, and leads to the notes.
  await page.getByRole('button', { name: /\. Open outbox$/ }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await expect.poll(() => outbox.getByText('Staff note', { exact: true }).elements().length).toBe(2);
  await outbox.getByRole('button', { name: 'Edit' }).first().click();
  await expect.poll(() => location.search).toBe('?view=notes');
  restore();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('link', { name: 'Staff notes 2' })).toBeVisible();
  await expect.poll(() => notes.elements().map((note) => note.textContent)).toHaveLength(2);
  await expect.element(notes.nth(0)).toMatchTextContent(/Needed$/);
  await expect.element(notes.nth(1)).toMatchTextContent(/Written in the basement$/);
});

test('a refused note says why and what to do, and a later one waits for it', async () => {
  await openNotes(44);
  const restore = answering(/\/jobs\/note$/, async () =>
    marked({ errorMessage: 'No.', code: 'forbidden' }, 403),
  );
  await field.fill('Refused');
  await add.click();
  const refused = notes.filter({ hasText: 'Refused' });
  await expect.element(refused).toMatchTextContent(/Not sent: Only staff can add staff notes\./);
  await field.fill('Later');
  await add.click();
  await expect
    .element(notes.filter({ hasText: 'Later' }))
    .toMatchTextContent(/Waiting: an earlier staff note to this job wasn’t sent/);
  await findsNoBarrier();
  restore();
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Staff notes 2' })).toBeVisible();
  expect(notes.elements().map((note) => note.textContent)).toEqual([
    expect.stringMatching(/Later$/),
    expect.stringMatching(/Refused$/),
  ]);
});

test('a note that is too long says so, and stays', async () => {
  await openNotes(45);
  await field.fill('x'.repeat(10_001));
  await add.click();
  await expect.element(page.getByText('Note must be 10,000 characters or fewer')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await findsNoBarrier();
  await field.fill('Short');
  await expect.element(page.getByText('Note must be 10,000 characters or fewer')).not.toBeInTheDocument();
  await field.fill('');
});

test('what is typed is saved for its job, and is no message', async () => {
  await openNotes(46);
  await field.fill('Half a thou');
  await goTo('/jobs/update/job-47?view=notes', 'Project 47');
  await expect.element(field).toHaveValue('');
  await goTo('/jobs/update/job-46?view=notes&chat=job-46', 'Project 46');
  await expect.element(field).toHaveValue('Half a thou');
  const chat = page.getByRole('dialog');
  const message = chat.getByRole('textbox', { name: 'Message' });
  await expect.element(message).toHaveValue('');
  await message.fill('To the client');
  await expect.element(field).toHaveValue('Half a thou');
  // The chat leads to the notes.
  await goTo('/jobs/listing/all?chat=job-46');
  await chat.getByRole('link', { name: 'Staff notes (0)' }).click();
  await sees('Project 46');
  await expect.element(field).toHaveValue('Half a thou');
  await field.fill('');
});

test('without the connection and a copy, the tab says that notes cannot be loaded, and takes new ones', async () => {
  await goTo('/jobs/update/job-48', 'Project 48');
  const restore = answering(/\/notes$/, () => Promise.reject(new TypeError('Failed to fetch')));
  await page.getByRole('link', { name: 'Staff notes 0' }).click();
  await expect.element(page.getByText('Couldn’t load staff notes.')).toBeVisible();
  await expect.element(field).toBeEnabled();
  await findsNoBarrier();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect.element(tryAgain).toBeVisible();
  restore();
  // At once: the app reads the notes by itself when it is back online.
  (tryAgain.element() as HTMLElement).click();
  await expect.element(page.getByRole('heading', { name: 'No staff notes yet' })).toBeVisible();
});

test('notes that the server refuses to read are on the screen no longer', async () => {
  await openNotes(49);
  // A note that arrives after the others is announced, too.
  await expect.element(page.getByRole('heading', { name: 'No staff notes yet' })).toBeVisible();
  await addElsewhere('job-49', 'Canary of the reader');
  await expect.element(page.getByText('Note from Ada A.: Canary of the reader')).toBeInTheDocument();
  await expect.element(notes.first()).toBeVisible();
  const restore = answering(/\/notes$/, async () => marked({ errorMessage: 'No.', code: 'forbidden' }, 403));
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.refetchQueries({ queryKey: ['staffNotes'] });
  await expect.poll(() => document.body.textContent).not.toContain('Canary of the reader');
  restore();
});

test('a note that says the same as the one before is announced as well', async () => {
  await openNotes(54);
  await expect.element(page.getByRole('heading', { name: 'No staff notes yet' })).toBeVisible();
  const said = page.getByText('Note from Ada A.: Called, no answer', { exact: true });
  await addElsewhere('job-54', 'Called, no answer');
  await expect.element(said).toBeInTheDocument();
  // A screen reader reads what is new on the page.
  const first = said.element();
  await addElsewhere('job-54', 'Called, no answer');
  await expect.element(notes.nth(1)).toBeVisible();
  await expect.poll(() => first.isConnected).toBe(false);
  await expect.element(said).toBeInTheDocument();
});

test('notes are never on paper', async () => {
  await openNotes(42);
  await expect.element(notes.first()).toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await expect.element(page.getByText('Ada was here')).not.toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
});
