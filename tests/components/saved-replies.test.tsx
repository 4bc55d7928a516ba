import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, field, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/saved-replies'));
beforeEach(async () => {
  await page.viewport(1280, 800);
});

const dialog = () => page.getByRole('dialog');
const message = page.getByRole('textbox', { name: 'Message' });
const options = page.getByRole('listbox', { name: 'Saved replies' }).getByRole('option');
const attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');

async function add(button: string, name: string, text: string, file?: File): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await field('Name').fill(name);
  await field('Text').fill(text);
  if (file) {
    const picker = document.querySelector<HTMLInputElement>('dialog[open] input[type=file]');
    await userEvent.upload(picker as HTMLInputElement, file);
  }
  await dialog().getByRole('button', { name: 'Save reply' }).click();
  await expect.element(page.getByText(name, { exact: true })).toBeVisible();
}

async function openChat(n: number): Promise<void> {
  await goTo(`/jobs/update/job-${n}?chat=job-${n}`);
  await expect.element(message).toBeVisible();
  await message.click();
}

test('own replies, and those of the firm, are added with a field of the job and a file', async () => {
  await sees('Saved replies');
  const pdf = new File(['%PDF-1.7\n%%EOF'], 'roof.pdf', { type: 'application/pdf' });
  await page.getByRole('button', { name: 'Add reply', exact: true }).click();
  await dialog().getByRole('button', { name: 'Save reply' }).click();
  await expect.element(dialog().getByText('Name is a required field').first()).toBeVisible();
  await field('Text').fill('Thank you for ');
  await field('Insert a field of the job').selectOptions('Project');
  await expect.element(field('Text')).toHaveValue('Thank you for {project}');
  await findsNoBarrier();
  await dialog().getByRole('button', { name: 'Close' }).click();
  // What was typed is a draft.
  await page.getByRole('button', { name: 'Add reply', exact: true }).click();
  await expect.element(field('Text')).toHaveValue('Thank you for {project}');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add reply', exact: true }).click();
  const picker = document.querySelector<HTMLInputElement>('dialog[open] input[type=file]');
  await userEvent.upload(picker as HTMLInputElement, pdf);
  await expect.element(dialog().getByRole('button', { name: 'Remove roof.pdf' })).toBeVisible();
  await dialog().getByRole('button', { name: 'Close' }).click();
  // Its files are in the draft too.
  await page.getByRole('button', { name: 'Add reply', exact: true }).click();
  await expect.element(dialog().getByRole('button', { name: 'Remove roof.pdf' })).toBeVisible();
  await expect.element(field('Text')).toHaveValue('Thank you for {project}');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await add('Add reply', 'Thanks', 'Thank you for {project}.');
  await expect.element(page.getByText('roof.pdf')).toBeVisible();
  await add('Add reply for all staff', 'Tracking', 'Sent by mail: {tracking number}');
  await findsNoBarrier();
});

test('a slash at the beginning offers them; keys choose one, with its file; undo takes it back', async () => {
  await openChat(42);
  await userEvent.keyboard('/');
  await expect.poll(() => options.elements().length).toBe(2);
  await findsNoBarrier();
  await userEvent.keyboard('tha');
  await expect.element(options).toMatchTextContent(/Thanks/);
  await expect.element(message).toHaveAttribute('aria-activedescendant', options.element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(message).toHaveValue('Thank you for Project 42.');
  await expect.element(attached).toMatchTextContent(/roof\.pdf/);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(message).toHaveValue('/tha');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(message).toHaveValue('Thank you for Project 42.');
});

test('a message that is sent while the file of its reply is fetched stays where that cannot be had', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const restore = answering(/\/attachments\/.*\/roof[^/]*\.pdf$/, async () => {
    begun.resolve();
    await held.promise;
    return marked({ errorMessage: 'Not found.', code: 'not-found' }, 404);
  });
  onTestFinished(restore);
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  await openChat(46);
  // Its file is the server's by then.
  await queryClient.invalidateQueries({ queryKey: keys.savedReplies() });
  await expect
    .poll(() => JSON.stringify(queryClient.getQueryData(keys.savedReplies())))
    .toMatch(/"roof[^"]*\.pdf"/);
  queryClient.removeQueries({ queryKey: ['attachment'] });
  await userEvent.keyboard('/tha{Enter}');
  await begun.promise;
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  held.resolve();
  await expect
    .element(page.getByText(/^Files of “Thanks” that are not on this device: roof\.pdf/))
    .toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Send', exact: true }))
    .not.toHaveAttribute('aria-busy');
  await expect.element(message).toHaveValue('Thank you for Project 46.');
});

test('what the job lacks is selected, to be typed', async () => {
  await openChat(43);
  await userEvent.keyboard('Hello.{Shift>}{Enter}{/Shift}/trac{Enter}');
  await expect.element(message).toHaveValue('Hello.\nSent by mail: {tracking number}');
  await userEvent.keyboard('1Z 999');
  await expect.element(message).toHaveValue('Hello.\nSent by mail: 1Z 999');
});

test('a slash in a text is a slash, and keys go on as they did', async () => {
  await openChat(44);
  await userEvent.keyboard('Plan/Thanks and C:/Thanks 1/2');
  await expect.element(options.first()).not.toBeInTheDocument();
  // Between words they are only offered: Enter begins a new line.
  await userEvent.keyboard(' /tha');
  await expect.element(options).toBeVisible();
  await expect.element(message).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{Enter}x');
  await expect.element(message).toHaveValue('Plan/Thanks and C:/Thanks 1/2 /tha\nx');
  await userEvent.keyboard('{Enter}/tha{Escape}');
  await expect.element(options.first()).not.toBeInTheDocument();
  await expect.element(message).toBeVisible();
  await userEvent.keyboard('{Enter}y');
  await expect.element(message).toHaveValue('Plan/Thanks and C:/Thanks 1/2 /tha\nx\n/tha\ny');
});

test('a button offers all of them on a phone, and a tap inserts one where the caret is', async () => {
  await page.viewport(390, 844);
  await openChat(45);
  await message.fill('Dear client, ');
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await expect.poll(() => options.elements().length).toBe(2);
  for (const option of options.elements()) {
    expect(option.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await options.first().click();
  await expect.element(message).toHaveValue('Dear client, Thank you for Project 45.');
});

test('the reason for a hold takes them too, without closing its dialog by Escape', async () => {
  await goTo('/jobs/update/job-20', 'Project 20');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  const reason = field('Reason for the hold');
  await reason.click();
  await userEvent.keyboard('/{Escape}');
  await expect.element(options.first()).not.toBeInTheDocument();
  await expect.element(reason).toHaveValue('/');
  await userEvent.keyboard('{Backspace}/tha{Tab}');
  await expect.element(reason).toHaveValue('Thank you for Project 20.');
  await findsNoBarrier();
});

test('a reply is edited and removed', async () => {
  await goTo('/saved-replies');
  await page.getByRole('button', { name: 'Edit Thanks' }).click();
  await field('Text').fill('Many thanks.');
  await dialog().getByRole('button', { name: 'Remove roof.pdf' }).click();
  await dialog().getByRole('button', { name: 'Save reply' }).click();
  await expect.element(page.getByText('Many thanks.')).toBeVisible();
  await expect.element(page.getByText('roof.pdf')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Remove Thanks' }).click();
  await dialog().getByRole('button', { name: 'Remove reply' }).click();
  await expect.element(page.getByText('Many thanks.')).not.toBeInTheDocument();
});

test('the focus goes on to the next reply when one is removed', async () => {
  await goTo('/saved-replies');
  for (const name of ['First reply', 'Second reply', 'Third reply']) await add('Add reply', name, `${name}.`);
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  await remove('First reply').click();
  await dialog().getByRole('button', { name: 'Remove reply' }).click();
  await expect.element(remove('First reply')).not.toBeInTheDocument();
  await expect.element(remove('Second reply')).toHaveFocus();
});
