import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Message } from '../../src/contract/messages/message.ts';
import { longConversation, manyMessages } from './support/data.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

/** The messages whose captions were rendered, by id, in that order. */
const rendered = vi.hoisted((): string[] => []);

vi.mock('../../src/ui/text/MessageCaption.tsx', async (original) => {
  const { MessageCaption } = await original<typeof import('../../src/ui/text/MessageCaption.tsx')>();
  const Counted: typeof MessageCaption = (props) => {
    rendered.push((props.message as Message).communicationId);
    return <MessageCaption {...props} />;
  };
  return { MessageCaption: Counted };
});

const conversationPath = `/api/jobs/${longConversation}/communication`;
const isRead = (path: string) => reads.includes(path);
let reads: string[] = [];
let stop: () => void = () => undefined;

const log = () => page.getByRole('log', { name: 'Messages' });
const bubble = (words: string) => log().getByRole('article').filter({ hasText: words });

/** Returns the id of a message that the conversation has. */
function idOf(words: string): string | undefined {
  return (bubble(words).query() as HTMLElement | null)?.dataset.message;
}

function showPage(visibilityState: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  document.dispatchEvent(new Event('visibilitychange'));
}

async function sendMessage(words: string): Promise<string> {
  await page.getByPlaceholder('Type your message…').fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => idOf(words)).toBeTruthy();
  return idOf(words) ?? '';
}

beforeAll(() => openApp('client', '/jobs/listing/all'));
afterAll(() => stop());
afterEach(() => vi.restoreAllMocks());

test('a message that is sent is all that is rendered: none of the others, and the conversation is not read again', async () => {
  await goTo(`/jobs/listing/all?chat=${longConversation}`);
  await expect.element(bubble(`Message ${manyMessages}.`)).toBeVisible();
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  const conversation = () => queryClient.getQueryData<unknown[]>(keys.conversation(longConversation));
  await expect.poll(() => conversation()?.length).toBe(manyMessages);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  stop = answering(/^\/api\//, (request, send) => {
    reads.push(new URL(request.url).pathname);
    return send();
  });
  rendered.length = 0;
  const id = await sendMessage('The stamp goes on sheet A1');
  // The inbox and the counts follow a moment later.
  await expect.poll(() => reads.some((path) => path.endsWith('/stats'))).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect([...new Set(rendered)]).toEqual([id]);
  expect(isRead(conversationPath)).toBe(false);
});

test('the status of a message renders that message alone', async () => {
  const { apply } = await import('../../src/cache/apply.ts');
  const id = idOf(`Message ${manyMessages}.`) ?? '';
  rendered.length = 0;
  apply({ kind: 'message-status', jobId: longConversation, communicationId: id, status: 'ADDRESSED' });
  await expect.poll(() => rendered).toContain(id);
  expect([...new Set(rendered)]).toEqual([id]);
});

test('the conversation is read once more when the page is hidden, for the copy on the device', async () => {
  reads = [];
  await sendMessage('And on sheet A2');
  expect(isRead(conversationPath)).toBe(false);
  showPage('hidden');
  await expect.poll(() => isRead(conversationPath)).toBe(true);
  showPage('visible');
});

test('so it is when the chat is closed, if something was written since', async () => {
  await expect.poll(async () => (await import('../../src/api/queries.ts')).queryClient.isFetching()).toBe(0);
  reads = [];
  await sendMessage('And on sheet A3');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await expect.poll(() => isRead(conversationPath)).toBe(true);
});

test('what came while the page was hidden is not new once the page was shown', async () => {
  const { apply } = await import('../../src/cache/apply.ts');
  const { keys, queryClient } = await import('../../src/api/queries.ts');
  const open = () => goTo(`/jobs/listing/all?chat=${longConversation}`);
  await open();
  await expect.element(bubble('And on sheet A3')).toBeVisible();
  const last = queryClient.getQueryData<Message[]>(keys.conversation(longConversation))?.at(-1);
  if (!last) throw new Error('The conversation is not read.');
  const { idempotencyKey: _, ...sent } = last;
  const message: Message = {
    ...sent,
    communicationId: 'came-while-hidden',
    content: 'It came meanwhile',
    sequence: last.sequence + 1,
    fromUserId: 'emil@ev.test',
    fromUserType: 'EMPLOYEE',
  };
  const restore = answering(new RegExp(`^${conversationPath}$`), async (_, send) => {
    const { body } = (await (await send()).json()) as { body: Message[] };
    return marked({ body: [...body, message] });
  });
  onTestFinished(restore);
  showPage('hidden');
  apply({ kind: 'message-created', jobId: longConversation, message });
  await expect.element(bubble('It came meanwhile')).toBeVisible();
  showPage('visible');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await expect.element(log()).not.toBeInTheDocument();
  await open();
  await expect.element(bubble('It came meanwhile')).toBeVisible();
  expect(log().element().querySelector('p[class*="divider"]')).toBe(null);
});
