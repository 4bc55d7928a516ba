import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type DueRules, suggestedRules } from '../../src/contract/due/dueRules.ts';
import { findsNoBarrier } from './support/axe.ts';
import { choose } from './support/chips.ts';
import { answering, field, goTo, marked, openApp, sees, sendHeld } from './support/openApp.ts';

const jobId = 'job-8';
const day = 86_400;

beforeAll(() => openApp('admin', '/due-dates'));

const mayReload = () => document.dispatchEvent(new Event('before-reload', { cancelable: true }));

/** Adds a due date to every job that the server returns, as after its rules were followed. */
function withDue(due: object | null): () => void {
  return answering(/\/jobs\/job-8$/, async (request, send) => {
    const response = await send();
    if (request.method !== 'GET' || !response.ok) return response;
    const { body } = await response.json();
    return marked({ body: { ...body, due } });
  });
}

test('an admin sets rules, sees where they lead before saving, and turns due dates off again', async () => {
  await sees('Due dates');
  await page.getByRole('button', { name: 'Set up due dates' }).click();
  await expect
    .element(page.getByText(/^A job submitted now would be due \d\d\/\d\d\/\d\d\.$/).first())
    .toBeVisible();
  // At a desk each rule is a line of a table.
  for (const rule of document.querySelectorAll('[data-field="rules"] fieldset')) {
    const cells = [...rule.querySelectorAll('select, input, button')];
    const edges = cells.map((cell) => Math.round(cell.getBoundingClientRect().bottom));
    expect([cells.length, new Set(edges).size]).toEqual([5, 1]);
  }
  await findsNoBarrier();
  expect(mayReload()).toBe(true);
  await page.getByLabelText('Business days').first().fill('400');
  await expect.poll(mayReload).toBe(false);
  await page.getByRole('button', { name: 'Save due dates' }).click();
  await expect
    .element(page.getByText('Business days must be a whole number from 0 to 365').first())
    .toBeVisible();
  // What can be chosen stays while a number is typed.
  await expect.element(page.getByRole('checkbox', { name: /^Columbus Day, / })).toBeVisible();
  await expect.poll(() => page.getByText(/^A job submitted now would be due/).elements()).toEqual([]);
  await page.getByLabelText('Business days').first().fill('4');
  // A holiday on which the firm works, and a day off of its own.
  await page.getByRole('checkbox', { name: /^Columbus Day, / }).click();
  await page.getByLabelText('Another day off').fill('2099-11-27');
  await page.getByRole('button', { name: 'Add day off' }).click();
  await expect.element(page.getByRole('button', { name: /^Remove 11.27/ })).toBeVisible();
  // One that is typed is saved, and shown, as well.
  await page.getByLabelText('Another day off').fill('2099-11-28');
  await page.getByRole('button', { name: 'Save due dates' }).click();
  await expect.element(page.getByRole('button', { name: /^Remove 11.28/ })).toBeVisible();
  await expect.element(page.getByLabelText('Another day off')).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Turn off due dates' })).toBeVisible();
  await expect.poll(mayReload).toBe(true);
  await goTo('/jobs/listing/all');
  await goTo('/due-dates');
  await expect.element(page.getByRole('checkbox', { name: /^Columbus Day, / })).not.toBeChecked();
  await expect.element(page.getByRole('button', { name: /^Remove 11.27/ })).toBeVisible();
  await goTo('/jobs/listing/all', 'Jobs');
  await expect.element(page.getByRole('link', { name: /^Overdue/ })).toBeVisible();
  await choose('Due soon');
  await expect.poll(() => location.search).toBe('?due=soon');
  // Nothing is overdue yet; the list is by due date all the same.
  await goTo('/jobs/listing/all?due=overdue');
  await expect.element(page.getByText('No matching jobs')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('due');
  await page.viewport(360, 740);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('group', { name: 'More' }).getByRole('link', { name: 'Settings' }).click();
  await sees('Settings');
  await page.getByRole('link', { name: 'Due dates', exact: true }).click();
  await sees('Due dates');
  await page.viewport(1280, 800);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect.element(rail.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Turn off due dates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByRole('button', { name: 'Set up due dates' })).toBeVisible();
  // An old address does not turn them on.
  await goTo('/jobs/listing/all?due=overdue');
  await expect.element(page.getByText('No matching jobs')).toBeVisible();
  const sorts = page.getByRole('combobox', { name: 'Sort by' });
  await expect.element(sorts).toHaveValue('newest');
  await expect.element(sorts.getByRole('option', { name: /^Due date/ })).not.toBeInTheDocument();
});

test('the week begins on Monday, and no field of the business days stands alone in half a row', async () => {
  await goTo('/due-dates');
  await page.getByRole('button', { name: 'Set up due dates' }).click();
  const days = page.getByRole('group', { name: /^Working days/ });
  await expect.element(days).toBeVisible();
  const named = () => [...days.element().querySelectorAll('label')].map((label) => label.textContent);
  const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  expect(named()).toEqual(week);
  // Saturday and Sunday are stored as 6 and 0.
  await days.getByRole('checkbox', { name: 'Sunday' }).click();
  await days.getByRole('checkbox', { name: 'Monday' }).click();
  expect(
    [...days.element().querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value),
  ).toEqual(['day2', 'day3', 'day4', 'day5', 'day0']);

  const holidays = page.getByRole('combobox', { name: 'Public holidays' });
  const state = page.getByRole('combobox', { name: 'State' });
  const edges = (field: typeof holidays) => {
    const { left, right } = field.element().getBoundingClientRect();
    return [Math.round(left), Math.round(right)];
  };
  const cutOff = page.getByRole('combobox', { name: 'Cut-off time' });
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await holidays.selectOptions('US');
  await expect.element(state).toBeVisible();
  expect(edges(holidays)).toEqual(edges(cutOff));
  expect(edges(state)).toEqual(edges(zone));
  await holidays.selectOptions('');
  await expect.element(state).not.toBeInTheDocument();
  expect(edges(holidays)).toEqual([edges(cutOff)[0], edges(zone)[1]]);

  // It has no draft.
  const leave = page.getByRole('dialog', { name: 'Leave this page?' });
  const reports = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' });
  await reports.click();
  await expect.element(leave).toBeVisible();
  await findsNoBarrier();
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(days.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked();
  await reports.click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await sees('Reports');
});

/** Opens the rules as a backend has them, which tests change as another admin does. */
async function openRules() {
  const backend = { rules: suggestedRules('America/New_York') as DueRules | null, saved: [] as DueRules[] };
  const stops = [
    answering(/\/due-rules$/, async (_, send) => {
      const { body } = await (await send()).json();
      return marked({ body: { ...body, rules: backend.rules } });
    }),
    answering(/\/due-rules\/save$/, async (request) => {
      const { rules } = await request.json();
      backend.rules = rules;
      backend.saved.push(rules);
      return marked({ body: { rules, countries: {} } });
    }),
  ];
  const { queryClient } = await import('../../src/api/queries.ts');
  const forget = () => queryClient.removeQueries({ queryKey: ['dueRules'] });
  // The page of the rules begins anew.
  await goTo('/jobs/listing/all', 'Jobs');
  forget();
  await goTo('/due-dates', 'Due dates');
  return {
    backend,
    readAgain: () => queryClient.refetchQueries({ queryKey: ['dueRules'] }),
    close() {
      for (const stop of stops.reverse()) stop();
      forget();
    },
  };
}

test('rules that another admin has saved meanwhile are shown before they are replaced', async () => {
  const { backend, close } = await openRules();
  const cutOff = page.getByRole('combobox', { name: 'Cut-off time' });
  await cutOff.selectOptions('9:00');
  backend.rules = { ...suggestedRules('America/New_York'), shownToClients: true };
  await page.getByRole('button', { name: 'Save due dates' }).click();
  await expect.element(page.getByText(/^Another admin has changed the due dates meanwhile/)).toBeVisible();
  const shows = page.getByRole('checkbox', { name: 'Show clients the due dates of their jobs' });
  await expect.element(shows).toBeChecked();
  await expect.element(cutOff).toHaveValue('9:00');
  expect([backend.saved.length, mayReload()]).toEqual([0, false]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => backend.saved).toMatchObject([{ cutOffHour: 9, shownToClients: true }]);
  await expect.poll(mayReload).toBe(true);
  close();
});

test('what is typed when another admin has turned due dates off stays, and counts as not saved', async () => {
  const { backend, close } = await openRules();
  const cutOff = page.getByRole('combobox', { name: 'Cut-off time' });
  await cutOff.selectOptions('9:00');
  backend.rules = null;
  await page.getByRole('button', { name: 'Save due dates' }).click();
  await expect.element(page.getByText(/^Another admin has changed the due dates meanwhile/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Turn off due dates' })).not.toBeInTheDocument();
  await expect.element(cutOff).toHaveValue('9:00');
  expect(mayReload()).toBe(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => backend.rules).toMatchObject({ cutOffHour: 9 });
  await expect.poll(mayReload).toBe(true);
  close();
});

test('what is typed stays as rules are read again that another admin has turned off', async () => {
  const { backend, readAgain, close } = await openRules();
  const cutOff = page.getByRole('combobox', { name: 'Cut-off time' });
  const turnOff = page.getByRole('button', { name: 'Turn off due dates' });
  await cutOff.selectOptions('9:00');
  backend.rules = null;
  await readAgain();
  await expect.element(page.getByText('Due dates are off until you save these rules.')).toBeVisible();
  await expect.element(turnOff).not.toBeInTheDocument();
  await expect.element(cutOff).toHaveValue('9:00');
  expect(mayReload()).toBe(false);
  await page.getByRole('button', { name: 'Save due dates' }).click();
  await expect.poll(() => backend.rules).toMatchObject({ cutOffHour: 9 });
  await expect.poll(mayReload).toBe(true);
  // Turned off by oneself, the form is gone.
  await turnOff.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByRole('button', { name: 'Set up due dates' })).toBeVisible();
  await expect.element(cutOff).not.toBeInTheDocument();
  close();
});

test('a job says by how much it is overdue, and staff change its date with a reason', async () => {
  const end = Math.floor(Date.now() / 1000) - day - 60;
  const stop = withDue({ date: '2026-11-20', end });
  await goTo(`/jobs/update/${jobId}`);
  await expect.element(page.getByText('Overdue 2 days')).toBeVisible();
  await expect.element(page.getByText('Was due 11/20/26')).toBeVisible();
  await page.getByRole('button', { name: 'Change due date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change due date' });
  await dialog.getByRole('button', { name: 'Save due date' }).click();
  await expect.element(dialog.getByText('Reason is a required field').first()).toBeVisible();
  await findsNoBarrier();
  await userEvent.fill(dialog.getByLabelText('Due date'), '2026-12-24');
  await userEvent.fill(field('Reason'), 'The plans came late');
  // Due dates are off on this server: what was typed stays beside its answer.
  await dialog.getByRole('button', { name: 'Save due date' }).click();
  await sendHeld();
  await expect.element(page.getByText(/Due dates are off/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Due date' }).click();
  await expect.element(field('Reason')).toHaveValue('The plans came late');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Edit Due date' })).toHaveFocus();
  await page.getByRole('button', { name: 'Delete Due date' }).click();
  stop();
});

test('a due date that a colleague has set while another one is being typed is not replaced unseen', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString().slice(0, 10);
  const [shown, others] = [inDays(20), inDays(23)];
  const end = Math.floor(Date.now() / 1000) + 20 * day;
  const sent: { due?: object }[] = [];
  const refuse = answering(/\/jobs\/update$/, async (request) => {
    sent.push(await request.json());
    return marked({ errorMessage: 'Not just now.', code: 'invalid' }, 422);
  });
  const stop = withDue({ date: shown, end, isSet: true });
  await goTo(`/jobs/update/${jobId}`);
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  const dueOf = async () => {
    await queryClient.invalidateQueries();
    return queryClient.getQueryData<{ due?: { date: string } }>(keys.job(jobId))?.due?.date;
  };
  await expect.poll(dueOf).toBe(shown);
  await page.getByRole('button', { name: 'Change due date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change due date' });
  await userEvent.fill(field('Reason'), 'The plans came late');
  const restore = withDue({ date: others, end, isSet: true });
  await expect.poll(dueOf).toBe(others);
  await expect.element(dialog.getByLabelText('Due date')).toHaveValue(shown);
  await dialog.getByRole('button', { name: 'Save due date' }).click();
  await sendHeld();
  await expect.poll(() => sent.at(-1)?.due).toMatchObject({ date: shown, seen: shown });
  await page.getByRole('button', { name: 'Delete Due date' }).click();
  restore();
  stop();
  refuse();
});

test('a due date in the past or over a year ahead is asked about, and what was typed stays', async () => {
  const end = Math.floor(Date.now() / 1000) + day + 3600;
  const stop = withDue({ date: '2026-11-20', end });
  await goTo(`/jobs/update/${jobId}`);
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.element(page.getByText('Due tomorrow')).toBeVisible();
  await expect.element(page.getByText('Due 11/20/26')).toBeVisible();
  await page.getByRole('button', { name: 'Change due date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change due date' });
  const question = page.getByRole('dialog', { name: 'Set this due date?' });
  await userEvent.fill(field('Reason'), 'Typed by hand');
  for (const [date, said] of [
    ['2020-01-31', /^01\/31\/2020 is in the past\./],
    ['2062-11-27', /^11\/27\/2062 is in 2062, more than a year ahead\./],
  ] as const) {
    await userEvent.fill(dialog.getByLabelText('Due date'), date);
    await dialog.getByRole('button', { name: 'Save due date' }).click();
    await expect.element(question.getByText(said)).toBeVisible();
    await findsNoBarrier();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(dialog.getByLabelText('Due date')).toHaveValue(date);
    await expect.element(field('Reason')).toHaveValue('Typed by hand');
  }
  await dialog.getByRole('button', { name: 'Save due date' }).click();
  await question.getByRole('button', { name: 'Set due date' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  // Due dates are off on this server.
  await sendHeld();
  await expect.element(page.getByText(/Due dates are off/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Due date' }).click();
  await expect.element(field('Reason')).toHaveValue('Typed by hand');
  await dialog.getByRole('button', { name: 'Close' }).click();
  stop();
});

test.each([
  ['behind', 5],
  ['ahead', -5],
])('due texts follow the server’s clock where that of the device is days %s', async (_, days) => {
  const stopDates = answering(/^\/api\//, async (_request, send) => {
    const response = await send();
    const headers = new Headers(response.headers);
    headers.set('date', new Date(Date.now() + days * day * 1000).toUTCString());
    return new Response(response.body, { status: response.status, headers });
  });
  const end = Math.floor(Date.now() / 1000) + days * day + 3 * day + 3600;
  const stop = withDue({ date: '2026-11-20', end });
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo(`/jobs/update/${jobId}`);
  await queryClient.invalidateQueries();
  await expect.element(page.getByText('Due in 3 days')).toBeVisible();
  stop();
  stopDates();
  await queryClient.invalidateQueries();
  await expect.element(page.getByText('Due in 3 days')).not.toBeInTheDocument();
});

test('a due date of another year than this and the next has four digits for it', async () => {
  const stop = withDue({ date: '2063-04-05', end: 2_943_144_000 });
  await goTo(`/jobs/update/${jobId}`);
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await expect.element(page.getByText('Due 04/05/2063')).toBeVisible();
  stop();
});

test('a user makes a calendar link, which is shown once, and removes it', async () => {
  const stop = answering(/\/calendar-feed$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, hasDates: true } });
  });
  await goTo('/account');
  await page.getByRole('button', { name: 'Create calendar link' }).click();
  await expect
    .element(field('Calendar link'))
    .toHaveValue(expect.stringMatching(/\/api\/calendar\/[\w-]{43}\.ics$/));
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect.element(page.getByRole('button', { name: 'Create calendar link' })).toBeVisible();
  await expect.element(field('Calendar link')).not.toBeInTheDocument();
  stop();
});
