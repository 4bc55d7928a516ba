import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { keys, queryClient } from '../../src/api/queries.ts';
import { findsNoBarrier } from './support/axe.ts';
import { longConversation, manyMessages } from './support/data.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const field = () => page.getByRole('searchbox', { name: 'Search everything' });
const results = (kind: string) => page.getByRole('list', { name: kind });
const status = () => page.getByRole('main').getByRole('status').first();
const marks = (within: Element) => [...within.querySelectorAll('mark')].map(({ textContent }) => textContent);

let restore: () => void = () => undefined;
beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/search', 'Search');
});
afterEach(() => restore());

test('everything is found at once, with the words marked and the number of results said', async () => {
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('project 39');
  await expect.element(results('Jobs').getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => location.search).toBe('?q=project+39');
  await expect.poll(() => document.title).toContain('project 39');
  await expect.element(status()).toMatchTextContent('5+ jobs');
  await expect.poll(() => marks(results('Jobs').element()).slice(0, 2)).toEqual(['Project', '399']);
  await findsNoBarrier();

  await field().fill('drawings 4991');
  const message = results('Messages').getByRole('listitem');
  await expect.element(message).toMatchTextContent(/Message\s4991/);
  expect(marks(message.element())).toContain('4991');
  expect(results('Jobs').elements()).toEqual([]);

  await field().fill('clara');
  await expect.element(results('Users').getByRole('link')).toMatchTextContent(/Clara\sClient/);
  await field().fill('zzz');
  await expect.element(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await field().fill('& | !');
  await expect.poll(() => location.search).toContain('q=%26');
  await expect.element(page.getByRole('heading', { name: 'No results' })).toBeVisible();
});

test('Enter searches at once and only once for one text', async () => {
  const { router } = await import('../../src/main.tsx');
  let navigations = 0;
  onTestFinished(router.subscribe('onBeforeNavigate', () => (navigations += 1)));
  await field().fill('project');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.search).toBe('?q=project');
  await userEvent.keyboard('{Enter}');
  // A timer of the debounce, which was started before this one and is shorter, has fired by then.
  await new Promise((done) => setTimeout(done, 400));
  expect(navigations).toBe(1);
});

test('one kind is listed page by page, and its tab is in the address', async () => {
  await goTo('/search?q=message');
  await page.getByRole('link', { name: 'Show all messages' }).click();
  await expect.poll(() => location.search).toContain('kind=messages');
  const tab = page
    .getByRole('navigation', { name: 'Kinds of results' })
    .getByRole('link', { name: 'Messages' });
  await expect.element(tab).toHaveAttribute('aria-current', 'page');
  expect(document.querySelectorAll('nav[aria-label="Kinds of results"] [aria-current]')).toHaveLength(1);
  const count = () => results('Messages').getByRole('listitem').elements().length;
  await expect.poll(count).toBeGreaterThanOrEqual(25);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(count).toBeGreaterThanOrEqual(50);
});

test('the arrow keys go through the results, and a message opens its chat at itself', async () => {
  await field().fill('sheet 4991');
  await expect.element(results('Messages').getByRole('listitem')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(results('Messages').getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const first = page.getByRole('log', { name: 'Messages' }).getByRole('article').first();
  await expect.element(first).toMatchTextContent(/Message\s4991/);
  expect(location.search).toContain('from=said-');
  expect(location.search).toContain('q=sheet+4991');
});

test('Escape that ends an input method, as Safari reports it, leaves what is said in its place', async () => {
  const { toast } = await import('../../src/ui/feedback/toast.ts');
  onTestFinished(toast('Archived.', { lasts: true }));
  const said = page.getByText('Archived.');
  await expect.element(said).toBeVisible();
  const ends = new KeyboardEvent('keydown', { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true });
  field().element().dispatchEvent(ends);
  await new Promise(requestAnimationFrame);
  await expect.element(said).toBeVisible();
  field()
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(said).not.toBeInTheDocument();
});

test('without a connection, what this device has is searched in a worker, and later the server again', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  // All of the conversation is read after its newest part.
  const read = () => queryClient.getQueryData<unknown[]>(keys.conversation(longConversation))?.length;
  // Another file of tests may have added one.
  await expect.poll(read).toBeGreaterThanOrEqual(manyMessages);
  await goTo('/search');
  const offline = answering(/\/api\//, async () => {
    throw new TypeError('Failed to fetch');
  });
  restore = offline;
  await field().fill('sheet 4987');
  await expect.element(status()).toMatchTextContent('You’re offline. Showing results from this device.');
  await expect.element(results('Messages').getByRole('listitem')).toMatchTextContent(/Message\s4987/);
  await expect.element(status()).toMatchTextContent('1 message');
  await findsNoBarrier();
  await field().fill('zzz');
  await expect.element(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  offline();
  await field().fill('sheet 4979');
  await expect.element(results('Messages').getByRole('listitem')).toMatchTextContent(/Message\s4979/);
  await expect.poll(() => status().element().textContent).toBe('1 message');
});

test('where the server fails, this device is searched, and nobody is called offline', async () => {
  restore = answering(/\/api\/search$/, async () =>
    marked({ errorMessage: 'Something broke.', code: 'internal' }, 500),
  );
  await field().fill('sheet 4986');
  await expect.element(status()).toMatchTextContent('Something broke. Showing results from this device.');
});

test('a text is found in a chat, from the newest match to the oldest and back', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}&from=said-${longConversation}-4998`);
  await expect.element(page.getByText(`Message ${manyMessages}.`)).toBeVisible();
  const open = page.getByRole('button', { name: 'Find in chat' });
  await open.click();
  const find = page.getByRole('searchbox', { name: 'Find in chat' });
  await expect.element(find).toHaveFocus();
  const count = () => document.querySelector('dialog search output')?.textContent;
  const current = () => document.querySelector('[data-found]');
  const isInSight = () => {
    const frame = page.getByRole('log', { name: 'Messages' }).element().getBoundingClientRect();
    const box = current()?.getBoundingClientRect();
    return box !== undefined && box.bottom > frame.top && box.top < frame.bottom;
  };
  await userEvent.keyboard('SHEET 12');
  // 121 to 129 and 1201 to 1299, of which every fourth names no sheet.
  await expect.poll(count).toMatch(/^1 of 82/);
  await expect.poll(() => current()?.textContent).toContain('Message 1299.');
  await expect.poll(isInSight).toBe(true);
  expect(marks(current() as Element)[0]).toBe('sheet 12');
  await findsNoBarrier();
  await userEvent.keyboard('{Enter}');
  await expect.poll(count).toMatch(/^2 of 82/);
  await expect.poll(() => current()?.textContent).toContain('Message 1298.');
  await page.getByRole('button', { name: 'Later match' }).click();
  await page.getByRole('button', { name: 'Later match' }).click();
  await expect.poll(count).toMatch(/^82 of 82/);
  await expect.poll(() => current()?.textContent).toContain('Message 121.');
  await expect.poll(isInSight).toBe(true);
  await find.fill('nowhere at all');
  await expect.poll(count).toBe('No matches');
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
  await expect.element(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  expect(document.querySelectorAll('mark')).toHaveLength(0);
});

test('what is copied from documents into a chat is found as a keyboard writes it, and marked whole', async () => {
  await goTo('/jobs/listing/all?chat=job-38');
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(
    'Rails at 5\u2032\u20116\u2033\u00a0o.c., \ufb01nal at \u221240\u00a0°C, insu\u00adlation “R\u201130”',
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Find in chat' }).click();
  const find = page.getByRole('searchbox', { name: 'Find in chat' });
  for (const [typed, found] of [
    [`5'-6" O.C.`, '5\u2032\u20116\u2033\u00a0o.c.'],
    ['5’-6” o.c.', '5\u2032\u20116\u2033\u00a0o.c.'],
    ["6''", '6\u2033'],
    ['f', '\ufb01'],
    ['final at -40 °c', '\ufb01nal at \u221240\u00a0°C'],
    ['insulation "r-30"', 'insu\u00adlation “R\u201130”'],
  ] as const) {
    await find.fill(typed);
    await expect.poll(() => document.querySelector('dialog search output')?.textContent).toMatch(/^1 of 1/);
    const log = page.getByRole('log', { name: 'Messages' }).element();
    await expect.poll(() => marks(log)).toEqual([found]);
  }
});
