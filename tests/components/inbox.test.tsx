import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesToAnswer } from '../../src/contract/jobs/job.ts';
import type { Message } from '../../src/contract/messages/message.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

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
  await goTo('/messages');
  await sees('Messages');
});
afterEach(() => restore());

function countInFrame(): number {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  return Number(/\d+/.exec(link.query()?.textContent ?? '')?.[0] ?? 0);
}

test('a message is marked as addressed, counted, and marked as new again', async () => {
  const first = waiting()
    .getByRole('listitem')
    .filter({ hasText: /Waiting\s(less|\d)/ })
    .nth(1);
  await expect.element(first).toMatchTextContent(/Waiting\s(less\sthan\sa\sminute|\d+\s\w+)/);
  await expect
    .element(
      waiting()
        .getByText(/^(Your turn|EV’s turn|Replied)$/)
        .first(),
    )
    .toBeVisible();
  const before = await newMessages();
  expect(before).toBeGreaterThan(1);
  await expect.poll(countInFrame).toBe(before);
  await first.getByRole('button', { name: 'Mark as addressed' }).click();
  await expect.poll(countInFrame).toBe(before - 1);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(countInFrame).toBe(before);
});

test('an address of a list of messages that is gone leads to the inbox', async () => {
  await goTo('/messages?show=new&mine=true');
  await sees('Messages');
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
  const open = waiting()
    .getByRole('listitem')
    .filter({ hasText: /Waiting\s(less|\d)/ })
    .nth(1)
    .getByRole('button')
    .first();
  await expect.element(open).toBeVisible();
  const opened = open.element() as HTMLElement;
  const said = opened.textContent ?? '';
  opened.focus();
  await userEvent.keyboard('{Enter}');
  const bubbles = page.getByRole('log', { name: 'Messages' }).getByRole('article');
  await expect.element(bubbles.first()).toBeVisible();
  // The conversation starts at this message.
  const first = [...bubbles.first().element().querySelectorAll('p[dir]')].at(-1)?.textContent;
  expect(said).toContain(first || '?');
  const input = page.getByPlaceholder('Type your message…');
  (input.element() as HTMLElement).focus();
  await userEvent.keyboard('Answered by keyboard');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .element(bubbles.filter({ hasText: 'Answered by keyboard' }))
    .toMatchTextContent(/From\s.*\sto\sEV/);
  await expect.element(input).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => bubbles.elements()).toEqual([]);
  // Its job is answered now, and left the list: the focus is where the keys still work.
  await expect.poll(() => opened.isConnected).toBe(false);
  expect(document.activeElement).not.toBe(document.body);
});

test('jobs that wait for the other side are listed with how long', async () => {
  await expect
    .element(
      waitingForOthers()
        .getByText(/Waiting\s(less|\d)/)
        .first(),
    )
    .toBeVisible();
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

test('sender and code of each message are whole on a phone', async () => {
  const company = 'Blue Ridge Solar Builders';
  const jobCode = 'EVQ7W29X';
  restore = answering(/\/api\/evcommunications$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: { items: Message[] } };
    const items = body.items.map((one) => ({
      ...one,
      company,
      jobCode,
      project: 'Wilhelmina residence, battery',
    }));
    return marked({ body: { ...body, items } });
  });
  await page.viewport(390, 844);
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  const main = page.getByRole('main');
  await expect.element(main.getByText(company).first()).toBeInTheDocument();
  for (const part of main
    .getByRole('region', { name: /^(Needs your answer|Waiting for the other side)/ })
    .elements()) {
    // Each part has a read of its own, and shows what is in the window.
    part.scrollIntoView();
    await expect.poll(() => (part as HTMLElement).innerText).toContain(company);
    expect((part as HTMLElement).innerText).toContain(jobCode);
  }
  expect(cutOff([company, jobCode])).toEqual([]);
  await findsNoBarrier();
  await page.viewport(1280, 800);
});
