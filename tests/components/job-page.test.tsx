import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { saveDraft } from '../../src/outbox/drafts/drafts.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { jobsWithDeliverables, otherTypeJob, wetStampsJob } from './support/data.ts';
import { answering, field, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));

/** Opens the cancellation from the menu of the job. */
async function cancelJob(): Promise<void> {
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('button', { name: 'Cancel job' }).click();
}

/** What can still be undone is sent as its page is left. */
async function leaveAndReturn(jobId: string): Promise<void> {
  await goTo('/messages', 'Messages');
  await goTo(`/jobs/update/${jobId}`);
}

function statusInHead(status: string): Locator {
  const head = document.querySelector('main header:has(h1)');
  return page.elementLocator(head as Element).getByText(status, { exact: true });
}

test('what the photos of a job would move appears with them', async () => {
  // On a desk nothing stands below them but the timeline, which this job does not have.
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const list = Promise.withResolvers<void>();
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const { url } = new Request(input);
    if (url.endsWith('/api/checklists')) await list.promise;
    return fetch(input, init);
  };
  // Without it, they would appear after a second.
  const style = document.createElement('style');
  style.textContent = '* { animation-delay: 600s !important; }';
  document.head.append(style);
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  const people = page.getByText('People', { exact: true });
  await expect.element(people).toBeInTheDocument();
  await expect.element(people).not.toBeVisible();
  list.resolve();
  await expect.element(people).toBeVisible();
  window.fetch = fetch;
  style.remove();
});

test('files stand above the facts on a phone and beside them on a desk, those with a picture first', async () => {
  const file = (n: number, contentType: string) => ({
    key: `file-${n}`,
    fileName: `plan ${n}.${contentType === 'text/plain' ? 'txt' : 'png'}`,
    link: `/attachments/file-${n}/plan`,
    communicationId: null,
    contentType,
    size: 1000,
    uploadedBy: 'ada@ev.test',
    uploadedByName: 'Ada A.',
    createdTimestamp: 1,
  });
  const attachments = Array.from({ length: 9 }, (_, n) => file(n, n < 2 ? 'text/plain' : 'image/png'));
  const submitted = { timestamp: 1, user: 'ada@ev.test', userName: 'Ada A.', field: 'job', from: '', to: '' };
  const restore = answering(/^\/api\/jobs\/job-61$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: object };
    return marked({ body: { ...body, attachments, history: [submitted] } });
  });
  onTestFinished(restore);
  onTestFinished(() => page.viewport(1280, 800));
  const { queryClient } = await import('../../src/api/queries.ts');
  // It may have been prefetched.
  await queryClient.cancelQueries({ queryKey: ['job', 'job-61'] });
  queryClient.removeQueries({ queryKey: ['job', 'job-61'] });
  await goTo('/jobs/update/job-61', 'Project 61');
  const box = (name: string) =>
    page.getByRole('heading', { name, exact: true }).element().getBoundingClientRect();
  const cards = page.getByRole('button', { name: /^Download plan/ });
  await expect.poll(() => cards.elements().length).toBe(6);
  await expect.element(cards.first()).toHaveAccessibleName('Download plan 2.png');
  expect(box('Files').left).toBeGreaterThan(box('Details').left + 300);
  // The timeline follows what stands above it, however high the files beside it are.
  await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  const sections = [...document.querySelectorAll('main section')].map((one) => one.getBoundingClientRect());
  const { left, top } = box('Timeline');
  const above = sections.filter((one) => one.left < left && one.right > left && one.bottom < top);
  expect(top - Math.max(...above.map(({ bottom }) => bottom))).toBeLessThan(64);
  const actions = () => [...document.querySelectorAll('main a, main button')].map((one) => one.textContent);
  // In the menu.
  expect(actions()).not.toContain('Directions');

  await page.viewport(390, 844);
  await expect.poll(() => box('Files').top < box('Details').top).toBe(true);
  await expect.poll(actions).toContain('Directions');
  expect(actions().indexOf('Directions')).toBeLessThan(actions().indexOf('Chat'));
  // One row: six files are as high as one.
  const tops = () => new Set(cards.elements().map((card) => card.getBoundingClientRect().top));
  expect(tops().size).toBe(1);
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Show all 9 files' }).click();
  await expect.poll(() => cards.elements().length).toBe(9);
  await expect.element(cards.last()).toHaveAccessibleName('Download plan 1.txt');

  // A wide screen that has room for one column, as beside a chat.
  await page.viewport(1024, 800);
  await expect.poll(actions).not.toContain('Directions');
  expect(box('Timeline').top).toBeGreaterThan(box('People').top);
  expect(box('People').top).toBeGreaterThan(box('Files').top);
});

test('staff enter a tracking number where it is shown, and remove it again', async () => {
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await page.getByRole('button', { name: 'Add tracking number' }).click();
  await expect.element(field('Tracking number')).toHaveFocus();
  await field('Tracking number').fill('1Z999AA10123456784');
  await expect.element(page.getByText('UPS number. The client will get a tracking link.')).toBeVisible();
  await findsNoBarrier();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: /Track with UPS/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit tracking number' }).click();
  await field('Tracking number').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('Not added')).toBeVisible();
});

test('a tracking number that was saved opens no field when somebody else changes it', async () => {
  const { jobQuery, queryClient } = await import('../../src/api/queries.ts');
  const { apply } = await import('../../src/cache/apply.ts');
  const { call } = await import('../../src/api/client.ts');
  const { pageOutbox } = await import('../../src/outbox/pageOutbox.ts');
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await page.getByRole('button', { name: 'Add tracking number' }).click();
  await field('Tracking number').fill('1Z999AA10199999999');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: /^Track with UPS/ })).toBeVisible();
  await pageOutbox().sendUndoable();
  const stored = () => queryClient.getQueryData(jobQuery(wetStampsJob).queryKey);
  await expect.poll(() => stored()?.trackingNumber).toBe('1Z999AA10199999999');
  const version = stored()?.version ?? 0;
  const corrected = { ...{ evJobId: wetStampsJob, version }, trackingNumber: '9400111899223197428490' };
  const { job } = await call('updateJob', { body: { ...corrected, jobUpdateUser: 'emil@ev.test' } });
  apply({ kind: 'job-changed', job });
  const shown = page.getByRole('link', { name: /^Track with USPS/ });
  await expect.poll(() => shown.elements().length + field('Tracking number').elements().length).toBe(1);
  await expect.element(shown).toBeVisible();
});

test('the draft of a deliverable is restored after its dialog was closed and its page left', async () => {
  const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
  const openDialog = () => page.getByRole('button', { name: 'Add deliverable' }).first().click();
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await openDialog();
  await dialog.getByRole('radio', { name: 'Digital copy' }).click();
  await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  await expect
    .element(dialog.getByText('Attachment must have at least one file selected').first())
    .toBeVisible();
  await findsNoBarrier();
  await dialog.getByLabelText(/^Note/).fill('Title block corrected.');
  const file = new File(['%PDF-1.4\n%%EOF\n'], 'final set.pdf', { type: 'application/pdf' });
  await userEvent.upload(dialog.element().querySelector('input[type=file]') as HTMLElement, file);
  await expect.element(dialog.getByText('final set.pdf')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const { saveEveryDraft } = await import('../../src/outbox/drafts/saveNow.ts');
  await saveEveryDraft();
  await goTo('/messages', 'Messages');
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await openDialog();
  await expect.element(dialog.getByLabelText(/^Note/)).toHaveValue('Title block corrected.');
  await expect.element(dialog.getByText('final set.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await leaveAndReturn(wetStampsJob);
  await expect.element(page.getByText('Title block corrected.')).toBeVisible();
});

test('tapping a time shows the exact one in its place, and tapping it again the relative one', async () => {
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  const time = document.querySelector('main dd > time') as HTMLElement;
  const exact = /^\d{2}\/\d{2}\/\d{2} \d{1,2}:\d{2}$/;
  const shown = () => time.textContent;
  expect(shown()).not.toMatch(exact);
  await userEvent.click(time);
  await expect.poll(shown).toMatch(exact);
  await findsNoBarrier();
  await userEvent.click(time);
  await expect.poll(shown).not.toMatch(exact);
});

test('no relative time is broken into two lines, however narrow its place is', async () => {
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  const times = [...document.querySelectorAll<HTMLElement>('main time')].filter((time) =>
    / /.test(time.textContent),
  );
  expect(times.length).toBeGreaterThan(1);
  for (const time of times) {
    const place = time.parentElement as HTMLElement;
    place.style.inlineSize = '2rem';
    expect(time.getClientRects()).toHaveLength(1);
    place.style.inlineSize = '';
  }
});

test('what the own side wrote is never marked in red', async () => {
  await goTo('/jobs/update/job-34?chat=job-34');
  const open = page.getByRole('log', { name: 'Messages' }).getByRole('button', { name: 'Mark as addressed' });
  await expect.element(open.last()).toBeVisible();
  const probe = document.createElement('span');
  probe.style.color = 'var(--ink-soft)';
  document.body.append(probe);
  const grey = getComputedStyle(probe).color;
  probe.remove();
  const own = open.elements().filter((button) => button.closest('[data-own]'));
  expect(own.length).toBeGreaterThan(0);
  for (const button of own) {
    expect(getComputedStyle(button).color).toBe(grey);
    expect(getComputedStyle(button.nextElementSibling as Element).color).toBe(grey);
  }
  await page.getByRole('button', { name: 'Close chat' }).click();
});

test('a job without an assignee is taken beside the word that says so', async () => {
  await goTo('/jobs/update/job-52', 'Project 52');
  const take = page.getByRole('button', { name: 'Assign to me' });
  await expect.element(take).toBeVisible();
  expect(take.element().previousElementSibling?.textContent).toBe('Unassigned');
  await take.click();
  await expect.element(page.getByText('Assigned to you.')).toBeVisible();
  await expect.element(take).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(take).toBeVisible();
});

test('a new deliverable begins with the tracking number that the job has by then', async () => {
  let trackingNumber = '1Z999AA10123456784';
  const restore = answering(/\/api\/jobs\/job-8$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, jobDeliveryMode: 'WET_STAMPS', trackingNumber } });
  });
  onTestFinished(restore);
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await queryClient.invalidateQueries();
  const open = () => page.getByRole('button', { name: 'Add deliverable' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
  const number = dialog.getByRole('textbox', { name: /^Tracking number/ });
  const note = dialog.getByRole('textbox', { name: /^Note/ });
  await open();
  await expect.element(number).toHaveValue(trackingNumber);
  await note.fill('Sealed today');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  // Corrected by a colleague, beneath the form that is kept.
  trackingNumber = '1Z999AA10123456790';
  await queryClient.invalidateQueries();
  await open();
  await expect.element(number).toHaveValue(trackingNumber);
  await expect.element(note).toHaveValue('Sealed today');
  await note.fill('');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
});

test('an assignee who was chosen, not yet assigned, does not replace one whom a colleague has assigned since', async () => {
  let assignee = { assignedTo: '', assignedToName: '' };
  const restore = answering(/\/api\/jobs\/job-53$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, ...assignee } });
  });
  onTestFinished(restore);
  await goTo('/jobs/update/job-53', 'Project 53');
  const select = page.getByRole('combobox', { name: 'Assignee' });
  const assign = page.getByRole('button', { name: 'Assign', exact: true });
  await select.selectOptions('ada@ev.test');
  await expect.element(assign).toBeVisible();
  assignee = { assignedTo: 'edda@ev.test', assignedToName: 'Edda E.' };
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.element(select).toHaveValue('edda@ev.test');
  await expect.element(assign).not.toBeInTheDocument();
});

test('no time of a job is a Tab stop, and its title says when exactly', async () => {
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await expect.element(page.getByText('Title block corrected.')).toBeVisible();
  const times = [...document.querySelectorAll<HTMLElement>('main time')];
  expect(times.length).toBeGreaterThan(3);
  for (const time of times) {
    expect(time.title).toMatch(/^\d{2}\/\d{2}\/\d{2} \d{1,2}:\d{2}$/);
    expect(time.closest('button, a, [tabindex="0"]') ?? time.querySelector('*')).toBeNull();
  }
});

test('a printed job shows the job alone, black on white, with its links spelled out', async () => {
  await goTo(`/jobs/update/${wetStampsJob}`, 'Project 8');
  await expect.element(page.getByRole('heading', { name: 'Deliverables' })).toBeVisible();
  const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print', features });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(true);
  expect(page.getByRole('navigation').elements()).toEqual([]);
  expect(page.getByRole('button').elements()).toEqual([]);
  const link = document.createElement('a');
  link.href = 'https://carrier.test/1';
  document.querySelector('main')?.append(link);
  expect([
    getComputedStyle(document.querySelector('h1') as Element).color,
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(link, '::after').content,
  ]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', '" (https://carrier.test/1)"']);
  link.remove();
  await cdp().send('Emulation.setEmulatedMedia', { media: '', features: [] });
});

test('staff say why a job is put on hold; what was typed is restored, and the reason stays with the status', async () => {
  const dialog = page.getByRole('dialog', { name: 'Put this job on hold?' });
  const status = page.getByRole('region', { name: 'Status' });
  const reason = 'Waiting for photos of the main panel.';
  await goTo('/jobs/update/job-20', 'Project 20');
  await status.getByRole('button', { name: 'Put on hold' }).click();
  const text = dialog.getByLabelText(/^Reason for the hold/);
  await expect.element(text).toHaveFocus();
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect.element(dialog.getByText('Reason is a required field').first()).toBeVisible();
  await findsNoBarrier();
  await text.fill('x'.repeat(501));
  await expect.element(dialog.getByText('Reason must be 500 characters or fewer').first()).toBeVisible();
  await text.fill(reason);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const { saveEveryDraft } = await import('../../src/outbox/drafts/saveNow.ts');
  await saveEveryDraft();
  await goTo('/messages', 'Messages');
  await goTo('/jobs/update/job-20', 'Project 20');
  await status.getByRole('button', { name: 'Put on hold' }).click();
  await expect.element(text).toHaveValue(reason);
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(status.getByText(`Reason: ${reason}`)).toBeVisible();
  await goTo('/jobs/listing/on-hold?q=Project%2020');
  await expect.element(page.getByText(reason)).toBeVisible();
  await goTo('/jobs/update/job-20');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect
    .element(timeline.getByText(/^Status: In progress → On hold\s+Reason: Waiting for/))
    .toBeVisible();
  const [first, second] = status.getByRole('button', { name: /^(Resume|Mark as completed)$/ }).elements();
  expect([first?.textContent, second?.textContent]).toEqual(['Resume', 'Mark as completed']);
  expect(first).toHaveAttribute('data-variant', 'primary');
  expect(second).toHaveAttribute('data-variant', 'secondary');
  await status.getByRole('button', { name: 'Resume' }).click();
  await expect.element(status.getByText('Reason:')).not.toBeInTheDocument();
  await status.getByRole('button', { name: 'Put on hold' }).click();
  await expect.element(text).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await cancelJob();
  await expect
    .element(page.getByRole('dialog', { name: 'Cancel this job?' }).getByText(/Work on/))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
});

test('a saved reason is shown, and Ctrl+Enter sends nothing before it was read', async () => {
  const { saveDraft, readDraft } = await import('../../src/outbox/drafts/drafts.ts');
  const { people } = await import('../support/server/people.ts');
  const { email } = people.employee;
  const form = 'reason:job-260:ON_HOLD';
  await goTo('/jobs/update/job-260', 'Project 260');
  await saveDraft(email, form, { reason: 'Waiting for the permit.' });
  const open = page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Put on hold' });
  const dialog = page.getByRole('dialog', { name: 'Put this job on hold?' });
  const text = dialog.getByLabelText(/^Reason for the hold/);
  const confirm = dialog.getByRole('button', { name: 'Put on hold' });
  await open.click();
  await expect.element(text).toHaveValue('Waiting for the permit.');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

  await goTo('/messages', 'Messages');
  await goTo('/jobs/update/job-260');
  await expect.element(open).toBeVisible();
  // In one task of the browser, in which no draft can be read.
  (open.element() as HTMLElement).click();
  await null;
  const input = text.element() as HTMLTextAreaElement;
  expect(confirm.element()).toBeDisabled();
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(input, 'No permit.');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await null;
  input.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
  );
  await null;
  expect(confirm.element()).not.toHaveAttribute('aria-busy');
  await expect.element(confirm).toBeEnabled();
  await expect.element(text).toHaveValue('No permit.');
  await text.fill('');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  const { saveEveryDraft } = await import('../../src/outbox/drafts/saveNow.ts');
  await saveEveryDraft();
  expect(await readDraft(email, form)).toBeNull();
});

test('the form of a job asks for a reason once the status takes one', async () => {
  await goTo('/jobs/update/job-24', 'Project 24');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect.element(page.getByLabelText(/^Reason/)).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText('Status', { exact: true }), 'Cancelled');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Reason is a required field').first()).toBeVisible();
  await page.getByLabelText(/^Reason for the cancellation/).fill('The house was sold.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('Reason: The house was sold.').first()).toBeVisible();
});

test('the form of a job asks for a service of its request type once one of both is changed', async () => {
  const type = page.getByRole('radiogroup', { name: 'Request type' });
  const sentence = 'Select at least one service under “Re-stamp services”, or change the request type.';
  await goTo('/jobs/update/job-32', 'Project 32');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await type.getByRole('radio', { name: 'Re-stamp' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(type).toHaveAccessibleDescription(expect.stringContaining(sentence));
  await expect.element(type.getByRole('radio', { name: 'Re-stamp' })).toHaveFocus();
  await findsNoBarrier();
  const services = page.getByRole('group', { name: 'Re-stamp services', exact: true });
  await services.getByRole('checkbox', { name: 'Structural Review' }).click();
  await expect.element(type).not.toHaveAccessibleDescription(expect.stringContaining(sentence));
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The form is closed then: an earlier “Changes saved.” may still be shown.
  await expect.element(page.getByRole('button', { name: 'Edit job' })).toBeVisible();
  await expect.element(page.getByText('Changes saved.').first()).toBeVisible();
});

test('a job whose request type has no service is edited otherwise', async () => {
  await goTo(`/jobs/update/${otherTypeJob}`, 'Project 36');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await field('Project name').fill('Project 36, west wing');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await sees('Project 36, west wing');
});

test('a deliverable is replaced in a form that says so', async () => {
  const jobId = jobsWithDeliverables.at(-1) ?? '';
  await goTo(`/jobs/update/${jobId}`);
  await page.getByRole('button', { name: 'Replace Wet stamps, revision 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace deliverable' });
  await expect.element(dialog.getByRole('button', { name: 'Replace deliverable' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a deliverable with a tracking number completes its job', async () => {
  const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
  await goTo('/jobs/update/job-28', 'Project 28');
  await page.getByRole('button', { name: 'Add deliverable' }).first().click();
  await dialog.getByRole('radio', { name: 'Wet stamps' }).click();
  await dialog.getByLabelText(/^Number of copies/).fill('2');
  await dialog.getByLabelText(/^Tracking number/).fill('1Z999AA10123456784');
  await dialog.getByRole('checkbox', { name: 'And complete the job' }).click();
  await findsNoBarrier();
  await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  await expect.element(page.getByText('Deliverable added. Job completed.')).toBeVisible();
  await expect.element(statusInHead('Completed')).toBeVisible();
  await leaveAndReturn('job-28');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect.element(timeline.getByText('Tracking number: 1Z999AA10123456784')).toBeVisible();
});

test.for([
  ['with a connection', 52],
  ['without one', 56],
] as const)(
  'a deliverable that completes its job can be taken back %s before it is sent, and its form has everything again',
  async ([connection, number]) => {
    const sent: string[] = [];
    onTestFinished(
      answering(/\/api\/jobs\/update$/, async (_, send) => {
        sent.push('update');
        return send();
      }),
    );
    const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
    await goTo(`/jobs/update/job-${number}`, `Project ${number}`);
    await expect.element(page.getByText('No deliverables yet.')).toBeVisible();
    if (connection === 'without one')
      onTestFinished(answering(/\/api\//, () => Promise.reject(new TypeError('Failed to fetch'))));
    await page.getByRole('button', { name: 'Add deliverable' }).first().click();
    await dialog.getByRole('radio', { name: 'Digital copy' }).click();
    await dialog.getByLabelText(/^Note/).fill('Sealed, all sheets.');
    const file = new File(['%PDF-1.4\n%%EOF\n'], 'wrong set.pdf', { type: 'application/pdf' });
    await userEvent.upload(dialog.element().querySelector('input[type=file]') as HTMLElement, file);
    await dialog.getByRole('checkbox', { name: 'And complete the job' }).click();
    await dialog.getByRole('button', { name: 'Add deliverable' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(statusInHead('Completed')).toBeVisible();
    await findsNoBarrier();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(statusInHead('In progress')).toBeVisible();
    expect(sent).toEqual([]);

    await page.getByRole('button', { name: 'Add deliverable' }).first().click();
    await expect.element(dialog.getByLabelText(/^Note/)).toHaveValue('Sealed, all sheets.');
    await expect.element(dialog.getByText('wrong set.pdf')).toBeVisible();
    await expect.element(dialog.getByRole('checkbox', { name: 'And complete the job' })).toBeChecked();
  },
);

test('a deliverable that the server refuses says why, and its form has everything again', async () => {
  const refused = 'Choose a deliverable on this job that hasn’t been replaced';
  let isRefused = true;
  onTestFinished(
    answering(/\/api\/jobs\/update$/, async (_, send) => {
      if (!isRefused) return send();
      const issues = [{ field: 'deliverable.supersedes', message: refused }];
      return marked({ errorMessage: refused, code: 'invalid', issues }, 400);
    }),
  );
  await goTo('/jobs/update/job-60', 'Project 60');
  await page.getByRole('button', { name: 'Add deliverable' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add deliverable' });
  await dialog.getByRole('radio', { name: 'Wet stamps' }).click();
  await dialog.getByLabelText(/^Note/).fill('By courier.');
  await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await leaveAndReturn('job-60');
  await expect.element(page.getByText(refused)).toBeVisible();
  isRefused = false;
  await page.getByRole('button', { name: 'Edit Deliverable' }).click();
  await expect.element(dialog.getByLabelText(/^Note/)).toHaveValue('By courier.');
});

test('a deliverable is withdrawn for a reason, which can be undone before it is sent', async () => {
  const jobId = jobsWithDeliverables[1] ?? '';
  const deliverables = page.getByRole('region', { name: 'Deliverables' });
  const dialog = page.getByRole('dialog', { name: 'Withdraw this deliverable?' });
  await goTo(`/jobs/update/${jobId}`);
  await deliverables.getByRole('button', { name: 'Withdraw Wet stamps, revision 1' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  const reason = dialog.getByLabelText(/^Reason for the withdrawal/);
  await expect
    .element(reason)
    .toHaveAccessibleDescription(expect.stringContaining('Reason is a required field'));
  await findsNoBarrier();
  await reason.fill('Wrong county seal');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(deliverables.getByText('Withdrawn: Wrong county seal')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(deliverables.getByText('Withdrawn: Wrong county seal')).not.toBeInTheDocument();

  await deliverables.getByRole('button', { name: 'Withdraw Wet stamps, revision 1' }).click();
  await expect.element(reason).toHaveValue('Wrong county seal');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await leaveAndReturn(jobId);
  await expect
    .element(deliverables.getByText(/^Withdrawn on .* by Emil E\.: Wrong county seal$/))
    .toBeVisible();
  await expect
    .element(deliverables.getByRole('button', { name: 'Withdraw Wet stamps, revision 1' }))
    .not.toBeInTheDocument();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect.element(timeline.getByText(/^Withdrew deliverable wet stamps, revision 1/)).toBeVisible();
  // Nothing is delivered any more.
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  const question = page.getByRole('dialog', { name: 'Mark this job as completed?' });
  await expect.element(question.getByText(/Nothing has been delivered yet/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('completing a job to which nothing was delivered asks first, and canceling it is in the menu', async () => {
  await goTo('/jobs/update/job-44', 'Project 44');
  const status = page.getByRole('region', { name: 'Status' });
  await expect.element(status.getByRole('button').first()).toHaveAccessibleName('Mark as completed');
  await expect.element(page.getByRole('button', { name: 'Cancel job' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark this job as completed?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Put on hold' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const form = page.getByRole('dialog', { name: 'Add deliverable' });
  await expect.element(form).toBeVisible();
  await form.getByRole('button', { name: 'Close dialog' }).click();
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  await dialog.getByRole('button', { name: 'Mark as completed' }).click();
  await expect.element(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('a job to which something was delivered is completed by one tap, taken back before anybody is told, and sent by leaving', async () => {
  const jobId = jobsWithDeliverables.at(-1) ?? '';
  const sent: string[] = [];
  const restore = answering(/\/api\/jobs\/update$/, async (request, send) => {
    // The page of another test may just have been left.
    if ((await request.clone().text()).includes(jobId)) sent.push(jobId);
    return send();
  });
  onTestFinished(restore);
  const status = page.getByRole('region', { name: 'Status' });
  await goTo(`/jobs/update/${jobId}`);
  await expect.element(page.getByRole('heading', { name: 'Deliverables' })).toBeVisible();
  await status.getByRole('button', { name: 'Mark as completed' }).click();
  await expect.element(statusInHead('Completed')).toBeVisible();
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(statusInHead('In progress')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect.element(page.getByText('Assigned to you.')).toBeVisible();
  expect(sent).toEqual([]);
  await goTo('/messages', 'Messages');
  await expect.poll(() => sent).toEqual([jobId]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the files of a job have the names they were given, and the names of who added them', async () => {
  const restore = answering(/\/api\/jobs\/[\w-]+$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: Record<string, unknown> };
    const file = {
      key: 'sheet-4',
      link: '/attachments/sheet-4/Sheet%204.20270102T030405.zip',
      fileName: 'Sheet 4.20270102T030405.zip',
      contentType: 'application/zip',
      size: 2048,
      uploadedBy: 'someone@ev.test',
      uploadedByName: 'Noor K.',
      communicationId: null,
      createdTimestamp: 1_767_000_000,
    };
    return marked({ body: { ...body, attachments: [file] } });
  });
  await goTo('/jobs/update/job-12', 'Project 12');
  await expect.element(page.getByRole('button', { name: 'Download Sheet 4.zip' })).toBeVisible();
  await expect.element(page.getByText('Noor K.', { exact: false })).toBeVisible();
  const main = () => document.querySelector('main')?.textContent ?? '';
  expect(main()).not.toMatch(/someone@ev\.test|20270102/);
  restore();
});

test('one wrong field of a dialog is said once, at the field, and Ctrl+Enter submits its text', async () => {
  const said = (dialog: Element) => dialog.textContent?.match(/is a required field/g)?.length;
  await goTo('/jobs/update/job-220', 'Project 220');
  const status = page.getByRole('region', { name: 'Status' });
  await cancelJob();
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' });
  const reason = dialog.getByLabelText(/^Reason for the cancellation/);
  await reason.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .element(reason)
    .toHaveAccessibleDescription(expect.stringContaining('Reason is a required field'));
  await expect.element(reason).toHaveFocus();
  expect(said(dialog.element())).toBe(1);
  await findsNoBarrier();
  await reason.fill('The client has sold the property');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(status.getByText('Reason: The client has sold the property')).toBeVisible();
});

test('the menu of a job stands beside another control, however wide the screen is', async () => {
  await goTo('/jobs/listing/completed', 'Jobs');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect.element(page.getByRole('link', { name: 'Request revision' })).toBeVisible();
  const more = page.getByRole('button', { name: /^More actions for/ });
  // Comes with the code of the job's page, after its head.
  await expect.element(more).toBeVisible();
  for (let width = 320; width <= 460; width += 10) {
    await page.viewport(width, 844);
    const menu = more.element();
    const { top, bottom } = menu.getBoundingClientRect();
    const beside = [...document.querySelectorAll('main header :is(a, button, label)')].filter((other) => {
      const box = other.getBoundingClientRect();
      return other !== menu && box.top < bottom && box.bottom > top;
    });
    expect(beside.length, `${width} px`).toBeGreaterThan(0);
  }
  await page.viewport(1280, 800);
});

test('earlier changes that cannot be loaded are said to be so', async () => {
  const change = {
    field: 'project',
    from: 'Barn',
    to: 'Long barn',
    user: 'x@ev.test',
    userName: 'Ada',
    timestamp: 9,
  };
  onTestFinished(
    answering(/\/jobs\/job-64$/, async (request, send) => {
      const response = await send();
      if (request.method !== 'GET' || !response.ok) return response;
      const { body } = await response.json();
      const history = [{ ...change, reason: '' }];
      return marked({ body: { ...body, history, historyStartAfter: 'earlier' } });
    }),
  );
  onTestFinished(
    answering(/\/jobs\/job-64\/history$/, async () =>
      marked({ errorMessage: 'Not just now.', code: 'unavailable' }, 503),
    ),
  );
  await goTo('/jobs/update/job-64', 'Project 64');
  const earlier = page.getByRole('button', { name: 'Show earlier changes' });
  await expect.element(earlier).toBeVisible();
  // A notice of the test before may lie over it.
  (earlier.element() as HTMLElement).click();
  await expect.element(page.getByText(/^Couldn’t load earlier changes\. /)).toBeVisible();
  await expect.element(earlier).toBeEnabled();
});

test('a draft that the device does not take away stays announced on its job', async () => {
  await saveDraft(people.employee.email, 'edit-job:job-63', { project: 'Half typed' });
  await goTo('/jobs/update/job-63', 'Project 63');
  const notice = page.getByRole('status').filter({ hasText: 'You have unsaved changes to this job.' });
  await expect.element(notice).toBeVisible();
  const { delete: take } = IDBObjectStore.prototype;
  const mayTake = () => {
    IDBObjectStore.prototype.delete = take;
  };
  onTestFinished(mayTake);
  IDBObjectStore.prototype.delete = function (key) {
    if (this.name === 'drafts') throw new DOMException('The disk is full.', 'QuotaExceededError');
    return take.call(this, key);
  };
  const discard = notice.getByRole('button', { name: 'Discard draft' });
  await discard.click();
  await expect.element(page.getByText('Your browser couldn’t discard the draft. Try again.')).toBeVisible();
  await expect.element(notice).toBeVisible();
  mayTake();
  (discard.element() as HTMLElement).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test('a job whose details cannot be read is not printed, which is said', async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['job'] });
  onTestFinished(
    answering(/\/jobs\/job-\d+$/, async () =>
      marked({ errorMessage: 'Not just now.', code: 'unavailable' }, 503),
    ),
  );
  await page.getByRole('rowheader').first().getByRole('link').click();
  await expect.element(page.getByText('Couldn’t load the rest of this job.')).toBeVisible();
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.element(page.getByText(/^The rest of this job couldn’t be loaded, so/)).toBeVisible();
});
