import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees, sendHeld } from './support/openApp.ts';
import { pressKeys } from './support/pressKeys.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-index]')];
const dialog = () => page.getByRole('dialog');
const focusRow = (at: number) => rows()[at]?.querySelector('a')?.focus();
const row = (at: number) => page.elementLocator(rows()[at] as Element);
const assigneeOf = (job: string | undefined, who: string) =>
  page.getByRole('button', { name: new RegExp(`^${who}.*, assignee of ${job}$`) });

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await page.viewport(1280, 800);
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
});

async function opens(key: string, title: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      if (dialog().elements().length === 0) await userEvent.keyboard(key);
      return dialog().elements().length;
    })
    .toBe(1);
  await expect.element(dialog().getByRole('heading', { name: title })).toBeVisible();
}

test('a job is assigned from its row by two keys, and the focus is where it was', async () => {
  await goTo('/jobs/listing/all?assignee=nobody');
  await expect.poll(() => rows()[1]?.textContent).toContain('Unassigned');
  focusRow(1);
  const name = rows()[1]?.querySelector('a')?.textContent;
  await opens('a', new RegExp(`^Assignee of ${name}$`));
  await findsNoBarrier();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^1 job assigned to Emil/)).toBeVisible();
  await expect.element(assigneeOf(name, 'Emil')).toBeVisible();
  expect(document.activeElement?.textContent).toBe(name);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(assigneeOf(name, 'Unassigned')).toBeVisible();
});

test('Enter right after the key assigns a job to the reader by name, also before the staff is loaded', async () => {
  await goTo('/jobs/listing/all?assignee=nobody');
  await expect.poll(() => rows()[1]?.textContent).toContain('Unassigned');
  const { employeesQuery, queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: employeesQuery().queryKey });
  onTestFinished(answering(/employees/, () => new Promise(() => {})));
  focusRow(1);
  await opens('a', /^Assignee of /);
  expect(dialog().getByRole('listitem').elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^1 job assigned to Emil/)).toBeVisible();
  await expect.element(row(1).getByText(/^Emil/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row(1).getByRole('button', { name: /^Unassigned/ })).toBeVisible();
});

test('F8 leads to the notice with Undo, and the focus is in the row again after it', async () => {
  await goTo('/jobs/listing/all?assignee=nobody');
  await expect.poll(() => rows()[1]?.textContent).toContain('Unassigned');
  focusRow(1);
  const name = rows()[1]?.querySelector('a')?.textContent;
  await opens('a', /^Assignee of /);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^1 job assigned to Emil/)).toBeVisible();
  pressKeys(['F8']);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row(1).getByRole('button', { name: /^Unassigned/ })).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe(name);
});

test('the focus stays in a notice that F8 has led to while a dialog closes', async () => {
  const { toast } = await import('../../src/ui/feedback/toast.ts');
  const notices = () => document.querySelector('[aria-label="Notices"]');
  const closing = document.createElement('dialog');
  // Stays on the screen while it closes.
  closing.style.display = 'block';
  document.body.append(closing);
  onTestFinished(() => closing.remove());
  closing.showModal();
  const undo = vi.fn();
  toast('1 job moved.', { action: { label: 'Undo', run: undo } });
  await expect.poll(() => notices()?.parentElement === closing).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  closing.close();
  pressKeys(['F8']);
  expect(closing.contains(document.activeElement)).toBe(true);
  await expect.poll(() => notices()?.parentElement === document.body).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
});

test('the keys work under Caps Lock too', async () => {
  focusRow(0);
  const key = { key: 'A', modifierCapsLock: true, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
  await expect.element(dialog().getByRole('heading', { name: /^Assignee of / })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('the keys that follow “g” still lead to pages', async () => {
  focusRow(0);
  pressKeys('ga');
  await sees('Account');
});

test('whoever is sought by name is found by the beginning of any word, and a person is chosen from the cell', async () => {
  await row(0)
    .getByRole('button', { name: /, assignee of / })
    .click();
  await dialog().getByRole('textbox', { name: 'Find a person' }).fill('ada');
  await expect
    .poll(() =>
      dialog()
        .getByRole('listitem')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual([expect.stringMatching(/^Ada/)]);
  await userEvent.keyboard('zz');
  await expect.element(dialog().getByText('Nothing matches.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('two people of one name are told apart, and neither stays in a list that is narrowed to others', async () => {
  const { employeesQuery, queryClient } = await import('../../src/api/queries.ts');
  const forget = () => queryClient.removeQueries({ queryKey: employeesQuery().queryKey });
  const restore = answering(/employees/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: object[] };
    const namesakes = ['juan@ev.test', 'juan.r@ev.test'].map((email) => ({ email, userName: 'Juan R.' }));
    return marked({ body: [...body, ...namesakes] });
  });
  onTestFinished(() => {
    restore();
    forget();
  });
  forget();
  focusRow(0);
  await opens('a', /^Assignee of /);
  const people = () =>
    dialog()
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent);
  await expect.poll(people).toContainEqual(expect.stringContaining('Juan R. (juan@ev.test)'));
  expect(people()).toContainEqual(expect.stringContaining('Juan R. (juan.r@ev.test)'));
  await dialog().getByRole('textbox', { name: 'Find a person' }).fill('ada');
  await expect.poll(people).toEqual([expect.stringMatching(/^Ada/)]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a status that needs no reason is set by the arrow and Enter, and one that does asks for it', async () => {
  await goTo('/jobs/listing/in-progress?q=Project%2013');
  await expect.poll(() => document.title).toContain('In progress');
  await expect.poll(() => rows().length).toBeGreaterThan(1);
  focusRow(0);
  await opens('s', /^Status of Project 13/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByText('1 job moved to Completed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  focusRow(1);
  await opens('s', /^Status of Project 13/);
  await dialog().getByRole('button', { name: 'On hold' }).click();
  await dialog().getByRole('button', { name: 'Put 1 job on hold' }).click();
  await expect.element(dialog().getByText('Reason is a required field')).toBeVisible();
  await dialog()
    .getByLabelText(/^Reason for the hold/)
    .fill('The truss drawings are missing.');
  await dialog().getByRole('button', { name: 'Put 1 job on hold' }).click();
  await expect.element(row(1).getByText('On hold')).toBeVisible();
  await sendHeld();
});

test('what is being typed about a job stays when a colleague takes the last one out of the list, and closes with its page', async () => {
  await goTo('/jobs/listing/in-progress?q=Project%2014');
  await expect.poll(() => document.title).toContain('In progress');
  await expect.poll(() => rows().length).toBeGreaterThan(1);
  focusRow(0);
  await opens('s', /^Status of Project 14/);
  await dialog().getByRole('button', { name: 'On hold' }).click();
  const reason = dialog().getByLabelText(/^Reason for the hold/);
  await reason.fill('The truss drawings are missing.');
  const restore = answering(/\/evjobs\/v2\/search$/, async () =>
    marked({ body: { items: [], startAfter: null } }),
  );
  onTestFinished(restore);
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.poll(() => rows().length).toBe(0);
  await expect.element(reason).toHaveValue('The truss drawings are missing.');
  restore();
  await goTo('/account', 'Account');
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('one who takes a job presses once, and can undo it', async () => {
  await goTo('/jobs/listing/all?assignee=nobody&sort=oldest');
  await expect.poll(() => rows()[3]?.textContent).toMatch(/Project \d{1,2}\D.*Unassigned/);
  const take = row(3).getByRole('button', { name: /^Take / });
  await take.click();
  await expect.element(page.getByText(/^1 job assigned to Emil/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
});

test('what is asked of a job while it is not known yet whether the reader may take another is of that job', async () => {
  const { queryClient } = await import('../../src/api/queries.ts');
  const { licensesQuery } = await import('../../src/api/licensesQuery.ts');
  const { queryKey } = licensesQuery();
  queryClient.removeQueries({ queryKey });
  const restore = answering(/\/api\/licenses$/, () => new Promise(() => {}));
  onTestFinished(() => {
    restore();
    return queryClient.cancelQueries({ queryKey });
  });
  await goTo('/jobs/listing/all?assignee=nobody&sort=oldest');
  await expect.poll(() => rows()[4]?.textContent).toMatch(/Project \d{1,2}\D.*Unassigned/);
  await row(3)
    .getByRole('button', { name: /^Take / })
    .click();
  focusRow(4);
  await opens('p', new RegExp(`^Priority of ${rows()[4]?.querySelector('a')?.textContent}$`));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

/** Selects the first two jobs in progress by “x”. */
async function selectTwo() {
  await goTo('/jobs/listing/in-progress?q=Project%2014');
  await expect.poll(() => document.title).toContain('In progress');
  await expect.poll(() => rows().length).toBeGreaterThan(1);
  focusRow(0);
  await expect
    .poll(async () => {
      if (page.getByText('1 selected').elements().length === 0) await userEvent.keyboard('x');
      return page.getByText('1 selected').elements().length;
    })
    .toBe(1);
  await userEvent.keyboard('{ArrowDown}x');
  await expect.element(page.getByText('2 selected')).toBeVisible();
}

test('“x” selects, and the other keys then act on the selection, its priority and due date too', async () => {
  await selectTwo();
  await opens('a', /^Assign 2 jobs$/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  const more = page.getByRole('button', { name: 'More for the selected jobs' });
  await more.click();
  for (const name of ['Due date', 'Mark messages as addressed', 'Print', 'Export Excel', 'Export CSV'])
    await expect.element(page.getByRole('button', { name, exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Priority', exact: true }).click();
  await dialog().getByRole('button', { name: 'High' }).click();
  await expect.element(page.getByText('Priority of 2 jobs set to High.')).toBeVisible();
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument();
  await expect.element(row(1).getByText('High', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
});

test('a dialog stays when a selection of text ends beside it, and when something typed would go', async () => {
  await selectTwo();
  const beside = { position: { x: 10, y: 10 }, force: true };
  const change = page.getByRole('button', { name: 'Change status', exact: true });
  const title = dialog().getByRole('heading', { name: 'Change status of 2 jobs' });
  await change.click();
  await expect.element(title).toBeVisible();
  await userEvent.dragAndDrop(title, document.body, { targetPosition: beside.position, force: true });
  await expect.element(title).toBeVisible();
  await userEvent.click(document.body, beside);
  await expect.element(dialog()).not.toBeInTheDocument();
  await change.click();
  await dialog().getByRole('radio', { name: 'On hold' }).click();
  await dialog()
    .getByRole('textbox', { name: /^Reason for the hold/ })
    .fill('The roof is wet.');
  await userEvent.click(document.body, beside);
  await expect.element(dialog().getByRole('textbox')).toHaveValue('The roof is wet.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a job that is selected alone is selected no longer once its due date is set', async () => {
  await goTo('/jobs/listing/in-progress?q=Project%2014');
  await expect.poll(() => document.title).toContain('In progress');
  await expect.poll(() => rows().length).toBeGreaterThan(1);
  const selected = page.getByText('1 selected');
  await row(0).getByRole('checkbox').click();
  await expect.element(selected).toBeVisible();
  await page.getByRole('button', { name: 'More for the selected jobs' }).click();
  await page.getByRole('button', { name: 'Due date', exact: true }).last().click();
  const soon = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await dialog().getByLabelText('Due date').fill(soon);
  await dialog()
    .getByLabelText(/^Reason/)
    .fill('The city asks for new drawings.');
  await dialog().getByRole('button', { name: 'Save due date' }).click();
  await expect.element(page.getByText('Due date changed.')).toBeVisible();
  await expect.element(selected).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Undo/ }).click();
});

test('jobs whose messages cannot be marked stay selected', async () => {
  await goTo('/jobs/listing/in-progress?q=Project%2014');
  await expect.poll(() => document.title).toContain('In progress');
  await expect.poll(() => rows().length).toBeGreaterThan(1);
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['conversation'] });
  const refused = { errorMessage: 'Not just now.', code: 'invalid' };
  onTestFinished(answering(/\/jobs\/[^/]+\/communication$/, async () => marked(refused, 422)));
  focusRow(0);
  const selected = page.getByText('1 selected');
  await expect
    .poll(async () => {
      if (selected.elements().length === 0) await userEvent.keyboard('x');
      return selected.elements().length;
    })
    .toBe(1);
  await userEvent.keyboard('e');
  await expect.element(page.getByText(/^Couldn’t mark the messages\. Not just now\./)).toBeVisible();
  await expect.element(selected).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
});

test('“p” sets the priority of the row that has the focus, and “e” marks its messages as addressed', async () => {
  await goTo('/jobs/listing/all?q=Project%2015&sort=oldest');
  await expect.poll(() => rows()[0]?.textContent).toContain('Project 15');
  focusRow(0);
  await opens('p', /^Priority of Project 15/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.keyboard('e');
  await expect.element(page.getByText(/marked as addressed\.|No new messages\./).first()).toBeVisible();
  await row(0)
    .getByRole('button', { name: /^More actions for / })
    .click();
  const priority = page.getByRole('button', { name: 'Priority', exact: true });
  await expect.element(priority).toHaveAttribute('aria-keyshortcuts', 'p');
  expect(priority.element().querySelector('kbd')?.textContent).toBe('p');
  await userEvent.keyboard('{Escape}');
});

test('the arrow leads from the search field into the rows', async () => {
  await expect
    .poll(async () => {
      await userEvent.keyboard('/');
      return document.activeElement?.getAttribute('type');
    })
    .toBe('search');
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowDown}');
      return document.activeElement?.closest('[data-index]')?.getAttribute('data-index');
    })
    .toBe('0');
});
