import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesToAnswer } from '../../src/contract/jobs/job.ts';
import type { Message } from '../../src/contract/messages/message.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

/** Returns the number of messages that the user is to answer, which other files of tests change. */
async function newMessages(): Promise<number> {
  const { call } = await import('../../src/api/client.ts');
  return messagesToAnswer(await call('userStats', { params: { email: people.client.email } })) ?? 0;
}

const waiting = () => page.getByRole('region', { name: /^Needs your answer/ });
const waitingForOthers = () => page.getByRole('region', { name: /^Waiting for the other side/ });
let restore: () => void = () => undefined;

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/messages', 'Messages');
  await expect.element(page.getByText('Choose a chat.')).toBeVisible();
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
});
afterEach(async () => {
  restore();
  restore = () => undefined;
  // What a test has made up is gone before the next one.
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.refetchQueries({ queryKey: ['allMessages'] });
});

const rowsShown = () =>
  waiting().getByRole('list', { name: 'Jobs: Needs your answer' }).getByRole('listitem');

/** Has a list of some conversations, and returns what takes one of them away or adds one, as others do. */
async function listing(jobIds: string[]) {
  await expect.element(rowsShown().first()).toBeVisible();
  let ids = jobIds;
  const stop = answering(/\/api\/evcommunications$/, async (request, send) => {
    const { part } = (await request.clone().json()) as { part?: string };
    const { body } = (await (await send()).json()) as { body: { items: Message[] } };
    if (part !== 'needs-answer') return marked({ body });
    const [one] = all.length > 0 ? all : body.items;
    all.push(...(all.length > 0 ? [] : body.items));
    const items = ids.map((jobId) => ({
      ...one,
      jobId,
      communicationId: `of ${jobId}`,
      project: `Site ${jobId}`,
    }));
    return marked({ body: { items, startAfter: null } });
  });
  const all: Message[] = [];
  const { queryClient } = await import('../../src/api/queries.ts');
  const read = () => queryClient.refetchQueries({ queryKey: ['allMessages'] });
  await read();
  return {
    stop,
    async set(next: string[]) {
      ids = next;
      await read();
    },
  };
}

const jobsShown = () =>
  rowsShown()
    .elements()
    .map((row) => (row as HTMLElement).dataset.job);
/** The job whose conversation is open. */
const opened = () => new URLSearchParams(location.search).get('chat');

/** Returns ids of jobs of the reader. */
async function someJobs(): Promise<[string, string, string, string]> {
  const { call } = await import('../../src/api/client.ts');
  const { items } = await call('jobs', { body: { username: people.client.email } });
  return items.map(({ jobId }) => jobId) as [string, string, string, string];
}

function countInFrame(): number {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  return Number(/\d+/.exec(link.query()?.textContent ?? '')?.[0] ?? 0);
}

test('a message is marked as addressed, counted, and marked as new again', async () => {
  const first = waiting()
    .getByRole('listitem')
    .filter({ hasText: /Waiting\s(less|\d)/ })
    .first();
  await expect.element(first).toMatchTextContent(/Waiting\s(less\sthan\sa\sminute|\d+\s\w+)/);
  const before = await newMessages();
  expect(before).toBeGreaterThan(1);
  await expect.poll(countInFrame).toBe(before);
  const marks = Number(/(\d+) messages/.exec(first.element().textContent ?? '')?.[1] ?? 1);
  await first.getByRole('button', { name: 'Mark as addressed' }).click();
  await expect.poll(countInFrame).toBe(before - marks);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(countInFrame).toBe(before);
});

test('an address of a list of messages that is gone leads to the inbox', async () => {
  await goTo('/messages?show=new&mine=true', 'Messages');
  await expect.element(waiting().getByRole('listitem').first()).toBeVisible();
  await findsNoBarrier();
});

test('the focus stays in its section when the last waiting message is marked', async () => {
  // Only the first of all that wait.
  let one = '';
  restore = answering(/\/api\/evcommunications$/, async (request, send) => {
    const { part } = (await request.clone().json()) as { part?: string };
    const { body } = (await (await send()).json()) as { body: { items: Message[] } };
    if (part !== 'needs-answer') return marked({ body });
    one ||= body.items[0]?.communicationId ?? '';
    const items = body.items.filter(({ communicationId }) => communicationId === one);
    return marked({ body: { items, startAfter: null } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  const mark = waiting().getByRole('button', { name: 'Mark as addressed' });
  await expect.poll(() => mark.elements().length).toBe(1);
  (mark.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(waiting().getByText('You’re all caught up.')).toBeVisible();
  await expect.element(waiting().getByRole('heading', { name: /^Needs your answer/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).last().click();
});

test('a message is opened and answered by keyboard, and the focus returns to its place', async () => {
  const open = waiting().getByRole('listitem').first().getByRole('button').first();
  await expect.element(open).toBeVisible();
  const opened = open.element() as HTMLElement;
  opened.focus();
  await userEvent.keyboard('{Enter}');
  const bubbles = page.getByRole('log', { name: 'Messages' }).getByRole('article');
  await expect.element(bubbles.first()).toBeVisible();
  // Beside the list, which keeps the focus; a second press goes on to the message.
  await expect.element(open).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('Answered by keyboard');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .element(bubbles.filter({ hasText: 'Answered by keyboard' }))
    .toMatchTextContent(/From\s.*\sto\sEV/);
  await expect.element(input).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  // Its job is answered now. The row that is read stays until the next one is.
  await expect.element(waiting().getByRole('listitem').first()).toMatchTextContent(/Done/);
  await userEvent.keyboard('j');
  await expect.poll(() => opened.isConnected).toBe(false);
  expect(document.activeElement?.closest('li')?.querySelector('[aria-current]')).not.toBeNull();
});

test('jobs that wait for the other side are listed with how long', async () => {
  await page
    .getByRole('navigation', { name: 'Messages' })
    .getByRole('link', { name: /^Waiting/ })
    .click();
  await expect
    .element(
      waitingForOthers()
        .getByText(/Waiting\s(less|\d)/)
        .first(),
    )
    .toBeVisible();
});

test('a conversation that is answered leaves the list of those that wait, also where the counts know it first', async () => {
  let waits = 1;
  const stops = [
    answering(/\/api\/evjobs\/[^/]+\/stats$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: { inbox: object } };
      return marked({ body: { ...body, inbox: { ...body.inbox, waiting: waits } } });
    }),
    answering(/\/api\/evcommunications$/, async (request, send) => {
      const { part } = (await request.clone().json()) as { part?: string };
      const { body } = (await (await send()).json()) as { body: { items: Message[] } };
      return marked({
        body: part === 'waiting' ? { items: body.items.slice(0, waits), startAfter: null } : body,
      });
    }),
  ];
  restore = () => {
    for (const stop of stops) stop();
  };
  const { queryClient } = await import('../../src/api/queries.ts');
  const read = (...names: string[]) =>
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(String(queryKey[0])) });
  await read('userStats', 'allMessages');
  await goTo('/messages?list=waiting');
  const rows = waitingForOthers().getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(1);
  waits = 0;
  await read('userStats');
  await expect.element(waitingForOthers().getByRole('heading')).not.toMatchTextContent(/\d/);
  await read('allMessages');
  await expect.element(rows.first()).not.toBeInTheDocument();
});

test('a refused message stays in its chat with “Try again”, and is sent once', async () => {
  await waiting()
    .getByRole('listitem')
    .filter({ hasText: /Waiting\s(less|\d)/ })
    .first()
    .getByRole('button')
    .first()
    .click();
  const chat = page.getByRole('complementary').or(page.getByRole('dialog'));
  const failed = page
    .getByRole('log', { name: 'Messages' })
    .getByRole('article')
    .filter({ hasText: 'Refused at first' });
  const refused = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 400),
  );
  restore = refused;
  await page.getByPlaceholder('Type your message…').fill('Refused at first');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
  await findsNoBarrier();
  refused();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed).toMatchTextContent(/From\s.*\sto\sEV/);
  expect(failed.elements()).toHaveLength(1);

  // The page of its job needs no chat beside it.
  await chat.getByRole('heading', { level: 2 }).getByRole('link').click();
  await expect.poll(() => location.pathname).toMatch(/^\/jobs\/update\//);
  await expect.poll(() => page.getByRole('log', { name: 'Messages' }).elements()).toEqual([]);
});

/** Returns the texts of these that are cut off: wider than a box around them shows. */
function cutOff(texts: readonly string[]): string[] {
  const walker = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const element = node.parentElement as Element;
    if (!texts.some((one) => text.includes(one)) || !element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right } = range.getBoundingClientRect();
    for (let at: Element | null = element; at?.matches('main *'); at = at.parentElement) {
      const isCut = getComputedStyle(at).overflowX !== 'visible' && right > at.getBoundingClientRect().right;
      if (isCut) cut.push(text);
    }
  }
  return cut;
}

test('a conversation has two lines on a phone, and its sender is whole', async () => {
  const company = 'Blue Ridge Solar Builders';
  const sender = 'Ada Lovelace';
  restore = answering(/\/api\/evcommunications$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: { items: Message[] } };
    const items = body.items.map((one) => ({
      ...one,
      company,
      fromUserName: sender,
      project: 'Wilhelmina residence, battery',
    }));
    return marked({ body: { ...body, items } });
  });
  await page.viewport(390, 844);
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  const main = page.getByRole('main');
  const rows = main.getByRole('list', { name: /^Jobs: / }).getByRole('listitem');
  for (const href of ['/messages', '/messages?list=waiting']) {
    await goTo(href);
    await expect.element(rows.first()).toMatchTextContent(/Ada|EV to|From/);
    for (const row of rows.elements()) {
      // Two lines, of which nothing but what somebody wrote is cut off.
      const { height } = row.getBoundingClientRect();
      expect(height).toBeGreaterThanOrEqual(44);
      expect(height).toBeLessThan(70);
    }
    expect(cutOff([sender])).toEqual([]);
  }
  await findsNoBarrier();
  await page.viewport(1280, 800);
});

test('the next conversation is one key away, and what arrives or leaves meanwhile moves no row', async () => {
  const [a, b, c, d] = await someJobs();
  const list = await listing([a, b, c]);
  restore = list.stop;
  await expect.poll(jobsShown).toEqual([a, b, c]);
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe(a);
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe(b);
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  const top = rowsShown().nth(1).element().getBoundingClientRect().top;
  await list.set([b, c, d]);
  await expect.poll(jobsShown).toEqual([a, b, c, d]);
  expect(rowsShown().nth(1).element().getBoundingClientRect().top).toBe(top);
  await findsNoBarrier();
  await userEvent.keyboard('k');
  await expect.poll(opened).toBe(a);
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click();
  await expect.poll(opened).toBe(b);
  // Whoever goes on sees the list as it is.
  await expect.poll(jobsShown).toEqual([b, c, d]);
});

test('what is typed and not sent shows in the row', async () => {
  const [a, b] = await someJobs();
  const list = await listing([a, b]);
  restore = list.stop;
  await expect.poll(jobsShown).toEqual([a, b]);
  const input = page.getByPlaceholder('Type your message…');
  await userEvent.keyboard('j');
  await expect.element(input).toBeVisible();
  await userEvent.keyboard('c');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('Half a sentence{Escape}');
  await userEvent.keyboard('j');
  await expect.element(rowsShown().first()).toMatchTextContent(/Draft: ?Half a sentence/);
  await userEvent.keyboard('k');
  await expect.element(input).toHaveValue('Half a sentence');
  await input.fill('');
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('j');
  await expect.element(rowsShown().first()).not.toMatchTextContent(/Draft/);
});

test('an answer that marks what it answers leads to the next conversation', async () => {
  const row = rowsShown().first();
  await expect.element(row).toBeVisible();
  // The one before it may have put a conversation back.
  await expect.poll(() => jobsShown().length).toBeGreaterThan(1);
  const [job, next] = jobsShown();
  expect(next).toBeDefined();
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe(job);
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'More ways to send' })).toBeInTheDocument();
  await input.fill('Answered, and on');
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expect.poll(opened).toBe(next);
  // It is done with, and has left or leaves with the next one.
  const isOpen = (jobId = '') => document.querySelector(`li[data-job="${jobId}"]:not([data-left])`) !== null;
  await expect.poll(() => isOpen(job)).toBe(false);
  await expect.poll(() => document.activeElement?.closest('li')?.dataset.job).toBe(next);
  // So does a key.
  const after = jobsShown()[jobsShown().indexOf(next) + 1];
  expect(after).toBeDefined();
  const { call } = await import('../../src/api/client.ts');
  const waits = async () => {
    const { items } = await call('allMessages', {
      body: { username: people.client.email, part: 'needs-answer' },
    });
    return items.some(({ jobId }) => jobId === next);
  };
  await userEvent.keyboard('e');
  await expect.poll(opened).toBe(after);
  await expect.poll(() => isOpen(next)).toBe(false);
  await expect.poll(waits).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => isOpen(next)).toBe(true);
  // Until it has arrived, the next test puts off a conversation without its newest message, which ends that at once.
  await expect.poll(waits).toBe(true);
});

const snoozeDialog = () => page.getByRole('dialog', { name: 'Snooze until' });

/** Puts the first conversation off by keys, and takes that back in the other list, where it waits until a day. */
async function putsOff(choose: () => Promise<void>, until: RegExp): Promise<void> {
  await expect.element(rowsShown().first()).toBeVisible();
  // The one before it may have put a conversation back.
  await expect.poll(() => jobsShown().length).toBeGreaterThan(1);
  const [job, next] = jobsShown();
  await userEvent.keyboard('j');
  await expect.poll(opened).toBe(job);
  await userEvent.keyboard('h');
  await expect.element(snoozeDialog()).toBeVisible();
  await choose();
  await expect.poll(opened).toBe(next);
  await expect.poll(() => document.querySelector(`li[data-job="${job}"]:not([data-left])`)).toBeNull();
  await page
    .getByRole('navigation', { name: 'Messages' })
    .getByRole('link', { name: /^Waiting/ })
    .click();
  const row = page.getByRole('list', { name: 'Jobs: Snoozed' }).getByRole('listitem').first();
  await expect.element(row).toMatchTextContent(until);
  expect((row.element() as HTMLElement).dataset.job).toBe(job);
  await row.getByRole('button', { name: 'End snooze' }).click();
  await expect.element(page.getByRole('list', { name: 'Jobs: Snoozed' })).not.toBeInTheDocument();
  await goTo('/messages');
  await expect.poll(jobsShown).toContain(job);
}

test('a conversation is put off until a day by keys, waits in the other list, and is taken back', () =>
  putsOff(async () => {
    await findsNoBarrier();
    await snoozeDialog()
      .getByLabelText(/^Another day/)
      .fill('2020-01-01');
    await snoozeDialog().getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect.element(snoozeDialog().getByText('Choose a day after today.')).toBeVisible();
    await snoozeDialog()
      .getByRole('button', { name: /^Tomorrow/ })
      .click();
  }, /Until \w{3} \d\d\/\d\d\/\d\d/));

test('a conversation is put off until a day that is typed with a year of two digits', () =>
  putsOff(async () => {
    const day = snoozeDialog().getByLabelText(/^Another day/);
    const snooze = snoozeDialog().getByRole('button', { name: 'Snooze', exact: true });
    // Not that of the conversation before.
    await day.fill('2020-01-01');
    await snooze.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(snoozeDialog()).not.toBeInTheDocument();
    await userEvent.keyboard('h');
    await expect.element(day).toHaveValue('');
    await expect.element(snoozeDialog().getByText('Choose a day after today.')).not.toBeInTheDocument();
    await day.fill('0202-01-01');
    await snooze.click();
    await expect.element(snoozeDialog().getByText('Enter a year from 2000 to 2099.')).toBeVisible();
    await day.fill('0099-01-01');
    await snooze.click();
  }, /Until \w{3} 01\/01\/99/));
