import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Message } from '../../src/contract/messages/message.ts';
import { switchEnterSends } from '../../src/ui/form/sendKeys.ts';
import { draftStores } from '../support/app/draftStores.ts';
import { findsNoBarrier } from './support/axe.ts';
import { longConversation, manyMessages } from './support/data.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const firstWords = 'Message 1.';
const lastWords = `Message ${manyMessages}.`;
/** Far fewer than the conversation has. */
const mostBubbles = 150;
const desk = { width: 1280, height: 800 };

const log = () => page.getByRole('log', { name: 'Messages' });
const bubble = (words: string) => log().getByRole('article').filter({ hasText: words });
const bubbles = () => log().getByRole('article').elements();
const chat = () => page.getByRole('complementary').or(page.getByRole('dialog')).filter({ has: log() });

/** Returns whether a bubble is visible within the scrolled list. */
function isInSight(words: string): boolean {
  const frame = log().query()?.getBoundingClientRect();
  const box = bubble(words).query()?.getBoundingClientRect();
  return Boolean(frame && box && box.bottom > frame.top && box.top < frame.bottom);
}

function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}

let restore: () => void = () => undefined;

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(async () => {
  await page.viewport(desk.width, desk.height);
  await goTo('/jobs/listing/all', 'Jobs');
});
afterEach(() => restore());

test('the chat floats at the lower right, and can be widened where there is room', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.element(bubble(lastWords)).toBeVisible();
  const narrow = boxOf(chat());
  expect(narrow.right).toBeGreaterThan(desk.width - 40);
  expect(narrow.bottom).toBeGreaterThan(desk.height - 40);
  await page.getByRole('button', { name: 'Expand chat' }).click();
  await expect.poll(() => boxOf(chat()).width).toBeGreaterThan(narrow.width * 1.4);
  await expect.poll(() => boxOf(chat()).height).toBeGreaterThan(desk.height * 0.9);
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Collapse chat' }).click();
  await expect.poll(() => boxOf(chat()).width).toBe(narrow.width);
  // The word below a mark keeps off the bubble.
  const word = log().getByText('Addressed', { exact: true }).first().element();
  expect(word.scrollWidth).toBeLessThanOrEqual(word.parentElement?.clientWidth ?? 0);
});

test('a job makes room for its own chat on a desk, and for no other', async () => {
  await page.viewport(1280, 800);
  await goTo('/jobs/update/job-31?chat=job-31');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(log().getByRole('article').first()).toBeVisible();
  const content = () =>
    Math.max(
      ...[...document.querySelectorAll('main section')].map((part) => part.getBoundingClientRect().right),
    );
  await expect.poll(content).toBeLessThan(boxOf(chat()).left);
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Expand chat' }).click();
  await expect.poll(content).toBeGreaterThan(boxOf(chat()).left);
  await goTo(`/jobs/update/job-31?chat=${longConversation}`);
  await expect.element(bubble(lastWords)).toBeVisible();
  await expect.poll(content).toBeGreaterThan(boxOf(chat()).left);
});

test('the chat fills a phone and cannot be widened', async () => {
  await page.viewport(360, 740);
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.element(bubble(lastWords)).toBeVisible();
  expect(page.getByRole('button', { name: 'Expand chat' }).elements()).toEqual([]);
  await expect.poll(() => boxOf(chat()).width).toBeCloseTo(360);
  await expect.poll(() => boxOf(chat()).height).toBeCloseTo(740);

  const { toast } = await import('../../src/ui/feedback/toast.ts');
  toast('A sentence that takes two lines on a phone, because it is as long as this one.');
  const notice = page.getByRole('region', { name: 'Notices' });
  await expect.element(notice).toMatchTextContent(/two lines/);
  // It lies over messages, not over what the chat is used with.
  const covered = () => {
    const { top, bottom } = boxOf(notice);
    const buttons = chat().getByRole('button').elements();
    const used = buttons.filter((button) =>
      [log(), notice].every((part) => !part.element().contains(button)),
    );
    expect(used.length).toBeGreaterThan(3);
    return used
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      })
      .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
  };
  await expect.poll(covered).toEqual([]);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
});

test('a job without a name is called “No job Name”, and its title leads to it', async () => {
  restore = answering(/\/api\/jobs\/[\w-]+$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: object };
    return marked({ body: { ...body, project: '' } });
  });
  await goTo('/jobs/listing/all?chat=job-7');
  const title = chat().getByRole('heading', { name: 'No job Name' });
  await expect.element(title).toBeVisible();
  await title.getByRole('link').click();
  await expect.poll(() => location.pathname).toBe('/jobs/update/job-7');
  await sees('No job Name');
  await expect.poll(() => log().elements()).toEqual([]);
});

test('a disabled Send looks the same under the pointer', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  const send = chat().getByRole('button', { name: 'Send', exact: true });
  await expect.element(send).toBeDisabled();
  const looks = () => {
    const { backgroundColor, borderColor, color } = getComputedStyle(send.element());
    return [backgroundColor, borderColor, color];
  };
  const before = looks();
  await userEvent.hover(send, { force: true });
  await expect.poll(() => send.element().matches(':hover')).toBe(true);
  await Promise.all(
    send
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  expect(looks()).toEqual(before);
});

test('a job that cannot be read yet is called “No job Name” in its chat', async () => {
  restore = answering(/\/api\/jobs\/[\w-]+(\/communication)?$/, () => new Promise(() => {}));
  await goTo('/jobs/listing/all?chat=job-unknown');
  await expect.element(page.getByRole('heading', { name: 'No job Name', level: 2 })).toBeVisible();
});

test('a message that was sent late shows when it was written and when it was sent', async () => {
  const sent = Math.floor(new Date().setHours(14, 10, 0, 0) / 1000);
  restore = answering(/\/communication$/, async (_, send) => {
    const { body } = (await (await send()).json()) as { body: Message[] };
    const late = (communicationId: string, writtenTimestamp: number) => ({
      ...(body[0] as Message),
      communicationId,
      content: communicationId,
      createdTimestamp: sent,
      writtenTimestamp,
    });
    return marked({
      body: [late('from the basement', sent - 5 * 3600 - 8 * 60), late('from the roof', sent - 120)],
    });
  });
  await goTo('/jobs/listing/all?chat=job-30');
  const time = bubble('from the basement').getByRole('time');
  await expect.element(time).toMatchTextContent(/^written 9:02\sAM, sent 2:10\sPM$/);
  await time.click();
  const { title } = time.element() as HTMLElement;
  expect(title).toMatch(/^written [\d/]{8} 9:02, sent [\d/]{8} 14:10$/);
  expect(time.element().textContent).toBe(title);
  expect(bubble('from the roof').element().textContent).not.toContain('written');
  await findsNoBarrier();
});

test('a message and the marks of what it answers are sent from the menu of Send, never by Send', async () => {
  const sent: string[] = [];
  const endMarks = answering(/\/api\/update\/communication$/, (_, send) => {
    sent.push('mark');
    return send();
  });
  const endSends = answering(/\/api\/jobs\/update$/, (_, send) => {
    sent.push('message');
    return send();
  });
  restore = () => {
    endMarks();
    endSends();
  };
  await goTo('/jobs/listing/all?chat=job-31');
  await expect.element(log().getByRole('article').first()).toBeVisible();
  const open = log().getByRole('button', { name: 'Mark as addressed' });
  const count = open.elements().length;
  expect(count).toBeGreaterThan(1);
  const ways = page.getByRole('button', { name: 'More ways to send' });
  const both = page.getByRole('button', { name: `Send and mark ${count} addressed` });
  await expect.element(ways).toBeDisabled();

  await page.getByPlaceholder('Type your message…').fill('Only a question');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(bubble('Only a question')).toMatchTextContent(/From\s.*\sto\sEV/);
  expect(sent).toEqual(['message']);
  expect(open.elements()).toHaveLength(count);

  await page.getByPlaceholder('Type your message…').fill('All answered');
  await expect.element(both).not.toBeInTheDocument();
  (ways.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(both).toBeVisible();
  await findsNoBarrier();
  (both.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bubble('All answered')).toMatchTextContent(/From\s.*\sto\sEV/);
  await expect.poll(() => open.elements()).toHaveLength(0);
  await expect.element(ways).not.toBeInTheDocument();
  // Keyboard and screen reader stay in the chat.
  await expect.element(page.getByPlaceholder('Type your message…')).toHaveFocus();
  await expect
    .poll(() => [...document.querySelectorAll('output')].map(({ textContent }) => textContent))
    .toContain(`Sent: All answered. ${count} messages marked as addressed`);
  // No mark goes without its message.
  await expect.poll(() => sent).toEqual(['message', 'message', ...Array<string>(count).fill('mark')]);
});

test.each([
  ['a desk', desk],
  ['a phone', { width: 390, height: 844 }],
])(
  'Escape in the menu of Send closes the menu alone on %s, and then the chat',
  async (_, { width, height }) => {
    await page.viewport(width, height);
    await goTo('/jobs/listing/all?chat=job-32');
    const area = page.getByPlaceholder('Type your message…');
    await area.fill('Not sent yet');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    const both = page.getByRole('button', { name: /^Send and mark \d+ addressed$/ });
    await expect.element(both).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(both).not.toBeInTheDocument();
    await expect.element(area).toHaveValue('Not sent yet');
    await area.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(area).not.toBeInTheDocument();
  },
);

test('Enter alone sends where the user has chosen so, and starts a new line with Shift', async () => {
  switchEnterSends(true);
  restore = () => switchEnterSends(false);
  await goTo('/jobs/listing/all?chat=job-31');
  await expect.element(log().getByRole('article').first()).toBeVisible();
  const field = page.getByPlaceholder('Type your message…');
  await expect.element(field).toHaveAccessibleDescription('Enter to send');
  await field.fill('First line');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await userEvent.keyboard('second line');
  await expect.element(field).toHaveValue('First line\nsecond line');
  await userEvent.keyboard('{Enter}');
  await expect.element(bubble('second line')).toMatchTextContent(/From\s.*\sto\sEV/);
  await expect.element(field).toHaveValue('');
});

test('keys that end an input method, as Safari reports them, neither close the chat nor go to the next match', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.element(bubble(lastWords)).toBeVisible();
  const ends = (key: string, field: Locator) =>
    field
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }));
  ends('Escape', page.getByPlaceholder('Type your message…'));
  await page.getByRole('button', { name: 'Find in chat' }).click();
  const find = page.getByRole('searchbox', { name: 'Find in chat' });
  await find.fill('message');
  const count = () => document.querySelector('dialog search output')?.textContent;
  await expect.poll(count).toMatch(/^1 of /);
  ends('Enter', find);
  await userEvent.keyboard('{Enter}');
  await expect.poll(count).toMatch(/^2 of /);
  ends('Escape', find);
  await expect.element(find).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(find).not.toBeInTheDocument();
});

test('a text that is too long stays whole, says by how much, and is sent once it is shorter', async () => {
  const sent: string[] = [];
  restore = answering(/\/api\/jobs\/update$/, async (request, send) => {
    if (request.method === 'POST') sent.push(request.url);
    return send();
  });
  await goTo('/jobs/listing/all?chat=job-7');
  const field = chat().getByRole('textbox', { name: 'Message' });
  const whole = `${'Ten lines of a report. '.repeat(460)}The end.`;
  await field.click();
  // As a paste does it, which a limit of the field would cut.
  document.execCommand('insertText', false, whole);
  expect((field.element() as HTMLTextAreaElement).value).toBe(whole);
  await expect.element(chat().getByText('588 characters over the limit of 10,000.')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(chat().getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toEqual([]);
  await field.fill('Shorter.');
  await expect.element(chat().getByText(/over the limit/)).not.toBeInTheDocument();
  await expect.element(chat().getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await field.fill('');
});

test('shortcuts do nothing while typing', async () => {
  await goTo('/jobs/listing/all?chat=job-7');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  (input.element() as HTMLElement).focus();
  await userEvent.keyboard('n g j / o ? are only letters here');
  await expect.element(input).toHaveValue('n g j / o ? are only letters here');
  expect(location.pathname).toBe('/jobs/listing/all');
  expect(page.getByRole('dialog', { name: /^(Keyboard shortcuts|Outbox)$/ }).elements()).toEqual([]);
  await input.fill('');
});

test(`a conversation of ${manyMessages} messages opens at its newest and can be read to its first`, async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.poll(() => isInSight(lastWords)).toBe(true);
  expect(bubbles().length).toBeLessThan(mostBubbles);
  expect(page.getByRole('button', { name: 'Jump to latest' }).elements()).toEqual([]);
  await findsNoBarrier();

  // Scrolling up loads older messages, each once and in order, and does not move the ones on the screen.
  const numbersNow = () =>
    bubbles().map(({ textContent }) => Number(/Message (\d+)\./.exec(textContent ?? '')?.[1]));
  const frame = log().element();
  const newest = Math.max(...numbersNow());
  while (Math.min(...numbersNow()) > newest - 150) {
    // At the top, older ones are still to come.
    await expect.poll(() => frame.scrollTop).toBeGreaterThan(0);
    const before = topmost();
    const up = Math.min(500, frame.scrollTop);
    frame.scrollTop -= up;
    await new Promise(requestAnimationFrame);
    // The top message has moved by the scrolled distance, however much was inserted above it.
    const moved = () => {
      const after = bubble(before.words).elements()[0]?.getBoundingClientRect();
      return after && before.place ? Math.abs(after.y - before.place - up) : 0;
    };
    await expect.poll(moved).toBeLessThan(4);
  }
  await expect.poll(() => numbersNow().length).toBeGreaterThan(40);
  const numbers = numbersNow();
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  expect(bubbles().length).toBeLessThan(mostBubbles);

  // The first can be reached, and the newest from there.
  (log().element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(() => isInSight(firstWords)).toBe(true);
  expect(bubbles().length).toBeLessThan(mostBubbles);
  await page.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect.poll(() => isInSight(lastWords)).toBe(true);
  expect(bubbles().length).toBeLessThan(mostBubbles);

  // A message sent from far up is shown at the end.
  (log().element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(bubble(firstWords)).toBeVisible();
  await page.getByPlaceholder('Type your message…').fill('Still here');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => isInSight('Still here')).toBe(true);
});

/** Returns the text and position of the first visible bubble. */
function topmost(): { words: string; place: number } {
  const edge = boxOf(log()).top;
  const found = bubbles().find((one) => one.getBoundingClientRect().top >= edge);
  return {
    words: /Message \d+\./.exec(found?.textContent ?? '')?.[0] ?? '',
    place: found?.getBoundingClientRect().top ?? 0,
  };
}

test('a client has neither a tab for staff notes nor a link to them, though a cached job counts some', async () => {
  restore = answering(/\/jobs\/job-90$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, staffNotes: 3 } });
  });
  await goTo('/jobs/update/job-90?view=notes&chat=job-90', 'Project 90');
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect.element(page.getByText(/staff note/i)).not.toBeInTheDocument();
});

test('Send is in sight on a screen of a few lines, and so is what is typed', async () => {
  await page.viewport(320, 256);
  await goTo('/jobs/listing/all?chat=job-30');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('The meter is on the north wall.\nThe panel is in the garage.');
  for (const seen of [message, page.getByRole('button', { name: 'Send', exact: true })]) {
    // The field gets its height a frame later.
    const edges = () => seen.element().getBoundingClientRect();
    await expect.poll(() => edges().bottom).toBeLessThanOrEqual(256);
    expect(edges().top).toBeGreaterThanOrEqual(0);
  }
  await message.fill('');
  await page.getByRole('button', { name: 'Close chat' }).click();
  const bars = [...document.querySelectorAll('header[data-head], nav[aria-label="Main"]')];
  const fixed = () =>
    bars
      .filter((bar) => bar.checkVisibility() && /fixed|sticky/.test(getComputedStyle(bar).position))
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
  await expect.poll(fixed).toBeLessThan(48);
  await findsNoBarrier();
  await page.viewport(1280, 800);
});

test('a text that was typed back to what is saved is sent under the key of what is saved, as other windows have it', async () => {
  await goTo('/jobs/update/job-31?chat=job-31');
  const composer = chat().getByRole('textbox');
  await composer.fill('On my way');
  const saved = async () => (await draftStores().drafts()).find(({ form }) => form.includes('job-31'));
  await expect.poll(async () => (await saved())?.content).toMatchObject({ text: 'On my way' });
  const id = (await saved())?.id;
  await composer.fill('On my way!');
  await composer.fill('On my way');
  const keys: (string | null)[] = [];
  restore = answering(/./, async (request, send) => {
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'));
    return send();
  });
  await chat().getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => keys).toContain(`"${id}"`);
});
