import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inboxQuery, keys, queryClient } from '../../../src/api/queries.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import type { ApprovedProfile } from '../../../src/contract/users/user.ts';
import {
  changeDraft,
  chatDraft,
  draftForm,
  returnToDraft,
  sendDraft,
} from '../../../src/features/chat/chatDrafts.ts';
import { readDraft as readSaved } from '../../../src/outbox/drafts/drafts.ts';
import { pageOutbox, refreshRecords } from '../../../src/outbox/pageOutbox.ts';
import { onRefused } from '../../../src/outbox/queries/applyResponses.ts';
import { conversationQuery } from '../../../src/outbox/queries/conversationQuery.ts';
import { echoesOf, withTargets } from '../../../src/outbox/queries/echoes.ts';
import { readChosenFile } from '../../../src/outbox/records/fileBytes.ts';
import { canStore, onWaitingChange, waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { statusTargets } from '../../../src/outbox/records/waitingMarks.ts';
import {
  discardMessage,
  retryMessage,
  sendMessage,
  setMessageStatus,
} from '../../../src/outbox/sends/sendMessages.ts';
import { answerShot } from '../../../src/outbox/sends/sendShots.ts';
import { type FakeBackend, sentMessage } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { openTestOutbox, openTestPage, openWithoutStorage, sender } from '../support/openTestOutbox.ts';

let backend: FakeBackend;

beforeEach(async () => {
  backend = await openTestPage();
});

let ids = 0;

function send(content: string, { jobId = 'J1', files = [] as File[], id = `id-${++ids}` } = {}) {
  const message = {
    jobId,
    content,
    jobReporter: sender.email,
    assignedTo: 'bob@ev.test',
    fromUserType: 'CLIENT' as const,
  };
  return Promise.all(files.map(readChosenFile)).then((held) => sendMessage(sender, message, held, id));
}

const png = () => new File(['x'], 'roof.png', { type: 'image/png' });

function states() {
  return waitingRecords().map(
    ({ payload, state }) => `${'content' in payload ? payload.content : ''}: ${state}`,
  );
}

/** Returns the echoes that a job's conversation shows below its messages. */
function echoed(jobId = 'J1') {
  const conversation = queryClient.getQueryData<Message[]>(keys.conversation(jobId)) ?? [];
  return echoesOf(jobId, conversation, 0, waitingRecords()).map(({ record }) => record.payload.content);
}

function shown(jobId = 'J1') {
  return queryClient.getQueryData<Message[]>(keys.conversation(jobId))?.map(({ content }) => content);
}

function sends() {
  return backend.requests.filter(({ path }) => path === '/jobs/update');
}

async function waitsFor(...expected: string[]) {
  await inTheEnd(() => expect(states()).toEqual(expected));
}

describe('a sent message', () => {
  test('is stored before it is sent, and appears in its conversation once it has arrived', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    backend.next('lost');
    expect(await send('Hello')).toBe('queued');
    expect(shown()).toEqual([]);
    await inTheEnd(() => expect(echoed()).toEqual(['Hello']));
    await inTheEnd(() => expect(waitingRecords()).toMatchObject([{ misses: 1 }]));
    await pageOutbox().drain({ eager: true });
    await inTheEnd(() => expect(shown()).toEqual(['Hello']));
    expect(echoed()).toEqual([]);
  });

  test('has the specification’s parts, the assignee for a client, and its stamped file', async () => {
    await send('Hello', { files: [png()] });
    await inTheEnd(() => expect(sends()).toHaveLength(1));
    expect(sends()[0]?.parts).toEqual({
      evJobId: 'J1',
      jobReporter: 'ada@client.test',
      jobUpdateUser: 'ada@client.test',
      'evCommunication.content': 'Hello',
      'evCommunication.fromUserId': 'ada@client.test',
      'evCommunication.toUserId': 'bob@ev.test',
      'evCommunication.fromUserType': 'CLIENT',
    });
    expect(sends()[0]?.fileNames[0]).toMatch(/^roof\.\d{8}T\d{6}\.png$/);
  });

  test('shows its marks at once, and sends them after it', async () => {
    const marks = () => backend.requests.filter(({ path }) => path === '/update/communication');
    backend.next('lost');
    const message = {
      jobId: 'J1',
      content: 'Done',
      jobReporter: sender.email,
      assignedTo: '',
      fromUserType: 'CLIENT' as const,
      addressed: ['m-1', 'm-2'],
    };
    await sendMessage(sender, message, [], 'with-marks');
    await inTheEnd(() => expect(waitingRecords()).toMatchObject([{ misses: 1 }, {}, {}]));
    // Shown at once, although neither has arrived.
    expect([...statusTargets()]).toEqual([
      ['m-1', 'ADDRESSED'],
      ['m-2', 'ADDRESSED'],
    ]);
    expect(marks()).toEqual([]);
    await pageOutbox().drain({ eager: true });
    await inTheEnd(() => expect(sends()).toHaveLength(2));
    await inTheEnd(() => expect(marks()).toHaveLength(2));
  });

  test('is sent once after a double click', async () => {
    await Promise.all([send('Hello', { id: 'twice' }), send('Hello', { id: 'twice' })]);
    await inTheEnd(() => expect(states()).toEqual(['Hello: acked']));
    expect(sends()).toHaveLength(1);
  });

  test('is retried under the same key and file names after a lost response', async () => {
    backend.next('lost');
    await send('Hello', { files: [png()] });
    await inTheEnd(() => expect(waitingRecords()).toMatchObject([{ misses: 1 }]));
    await retryMessage(sender, waitingRecords()[0]?.clientId ?? '');
    await waitsFor('Hello: acked');
    const [first, second] = sends();
    expect(second?.key).toBe(first?.key);
    expect(second?.fileNames).toEqual(first?.fileNames);
  });

  test('needs no echo once its conversation was read, and then leaves the device', async () => {
    await send('Hello');
    await waitsFor('Hello: acked');
    await queryClient.fetchQuery(conversationQuery('J1'));
    await waitsFor();
    expect(shown()).toEqual(['Hello']);
  });

  test('is refused without a sender, and nothing is stored', async () => {
    await expect(setMessageStatus(null, marked('ADDRESSED'))).rejects.toThrow(/signed out/);
    expect(waitingRecords()).toEqual([]);
  });
});

describe('a refused message', () => {
  beforeEach(async () => {
    backend.next({ status: 422, errorMessage: 'Not like this.' });
    await send('One', { files: [png()] });
    await waitsFor('One: failed');
    await send('Two');
    await waitsFor('One: failed', 'Two: queued');
  });

  test('blocks the later ones of its job, and no other job', async () => {
    await send('Elsewhere', { jobId: 'J2' });
    await inTheEnd(() => expect(sends()).toHaveLength(2));
    await waitsFor('One: failed', 'Two: queued', 'Elsewhere: acked');
    expect(waitingRecords()[0]?.error?.text).toBe('Not like this.');
  });

  test('unblocks the later ones when it is discarded', async () => {
    const [one] = waitingRecords();
    if (one) await discardMessage(one);
    await waitsFor('Two: acked');
  });

  test('can be restored to its place after it was discarded', async () => {
    await openTestOutbox({ token: async () => 'later' });
    await send('One', { files: [png()] });
    await send('Two');
    await waitsFor('One: queued', 'Two: queued');
    const [one] = waitingRecords();
    if (!one) throw new Error('Nothing waits.');
    const restore = await discardMessage(one);
    await waitsFor('Two: queued');
    await restore();
    await waitsFor('One: queued', 'Two: queued');
    expect(await pageOutbox().files(one)).toHaveLength(1);
  });

  test('is taken back into the composer with its files, in front of what is typed, and is sent as another message', async () => {
    const [one] = waitingRecords();
    if (one?.kind !== 'message') throw new Error('It is gone.');
    changeDraft(sender.email, 'J1', { text: 'and more', files: [] });
    expect(await returnToDraft(sender.email, one)).toEqual([]);
    await waitsFor('Two: acked');
    const draft = chatDraft(sender.email, 'J1');
    expect(draft).toMatchObject({ text: 'One\n\nand more', files: [{ name: 'roof.png', size: 1 }] });
    expect(await (await readSaved(sender.email, draftForm('J1')))?.files[0]?.text()).toBe('x');
    const message = {
      jobId: 'J1',
      jobReporter: sender.email,
      assignedTo: '',
      fromUserType: 'CLIENT' as const,
    };
    await sendDraft(sender.email, 'J1', draft, async (saved) =>
      sendMessage(
        sender,
        { ...message, content: draft.text },
        await Promise.all(draft.files.map(readChosenFile)),
        draft.id,
        saved,
      ),
    );
    await waitsFor('Two: acked', 'One\n\nand more: acked');
    expect(sends().at(-1)?.key).not.toBe(sends()[0]?.key);
    expect(await readSaved(sender.email, draftForm('J1'))).toBeNull();
  });
});

test('messages of one job are sent one after the other, in their order', async () => {
  for (const content of ['One', 'Two', 'Three']) await send(content);
  await waitsFor('One: acked', 'Two: acked', 'Three: acked');
  expect(sends().map(({ parts }) => parts['evCommunication.content'])).toEqual(['One', 'Two', 'Three']);
  expect(backend.mostAtOnce).toBe(1);
});

test('a message sent by another window invalidates its conversation', async () => {
  await openTestOutbox({ token: async () => 'later' });
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
  await send('Hello');
  await waitsFor('Hello: queued');
  const { db } = pageOutbox();
  await db.writeAs('', ['outbox'], async (tx) => {
    const store = tx.objectStore('outbox');
    const [row] = await store.getAll();
    await store.put({ ...row, state: 'acked', ack: { at: Date.now(), serverId: 'elsewhere' } } as object);
  });
  expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(false);
  await refreshRecords();
  expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(true);
});

function statusShown() {
  const conversation = queryClient.getQueryData<Message[]>(keys.conversation('J1'));
  return conversation && withTargets(conversation, statusTargets()).map(({ status }) => status);
}

function marked(status: Message['status']) {
  return { communicationId: 'C1', jobId: 'J1', status };
}

const marks = () => backend.requests.filter(({ path }) => path === '/update/communication');

test('a mark that is replaced before its message arrives does not count as arrived', async () => {
  await openTestOutbox({ token: async () => 'later' });
  const cached = () =>
    queryClient.getQueryData<Message[]>(keys.conversation('J1'))?.map(({ status }) => status);
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
  await setMessageStatus(sender, marked('NEW'));
  const answer = {
    jobId: 'J1',
    content: 'Done',
    jobReporter: '',
    assignedTo: '',
    fromUserType: 'CLIENT',
  } as const;
  await sendMessage(sender, { ...answer, addressed: ['C1'] }, [], 'with-marks');
  await refreshRecords();
  expect(statusShown()).toEqual(['ADDRESSED']);
  await setMessageStatus(sender, marked('NEW'));
  await refreshRecords();
  expect(waitingRecords()).toHaveLength(2);
  expect(statusShown()).toEqual(['NEW']);
  expect(cached()).toEqual(['NEW']);
});

describe('a mark', () => {
  beforeEach(() => {
    backend.conversation = [sentMessage({ communicationId: 'C1' })];
    backend.inbox = [[sentMessage({ communicationId: 'C1' })]];
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), backend.conversation);
  });

  test('shows at once and sends its target', async () => {
    const kept = setMessageStatus(sender, marked('ADDRESSED'));
    expect(statusShown()).toEqual(['ADDRESSED']);
    await kept;
    await inTheEnd(() => expect(marks()).toHaveLength(1));
    expect(marks()[0]?.json).toEqual({
      evCommunicationId: 'C1',
      jobId: 'J1',
      status: 'ADDRESSED',
      userName: sender.email,
    });
    await waitsFor();
    expect(statusShown()).toEqual(['ADDRESSED']);
  });

  test('is not undone by reads while it waits, in a conversation or in the inbox', async () => {
    backend.next('lost');
    await setMessageStatus(sender, marked('ADDRESSED'));
    await inTheEnd(() => expect(marks()).toHaveLength(1));
    await inTheEnd(() => expect(waitingRecords()).toHaveLength(1));
    await queryClient.fetchQuery({ ...conversationQuery('J1'), staleTime: 0 });
    const inbox = await queryClient.fetchInfiniteQuery(inboxQuery(sender.email, {}));
    expect(statusShown()).toEqual(['ADDRESSED']);
    const [row] = withTargets(inbox.pages[0]?.items ?? [], statusTargets());
    expect(row?.status).toBe('ADDRESSED');
  });

  test('is undone and reported when it is refused', async () => {
    const told = vi.fn();
    const stop = onRefused(told);
    backend.next({ status: 404, errorMessage: 'Not yours.' });
    await setMessageStatus(sender, marked('ADDRESSED'));
    await inTheEnd(() => expect(told).toHaveBeenCalledTimes(1));
    expect(told.mock.calls[0]?.[0]).toMatchObject({ error: { text: 'Not yours.' } });
    expect(statusShown()).toEqual(['NEW']);
    stop();
  });

  test('does not flicker while it is stored, when older records are read', async () => {
    await openTestOutbox({ token: async () => 'later' });
    await setMessageStatus(sender, marked('ADDRESSED'));
    const undone = setMessageStatus(sender, marked('NEW'));
    const seen = new Set<string | undefined>();
    const look = () => seen.add(statusShown()?.[0]);
    const stops = [queryClient.getQueryCache().subscribe(look), onWaitingChange(look)];
    await Promise.all([refreshRecords(), undone]);
    for (const stop of stops) stop();
    expect(statusShown()).toEqual(['NEW']);
    expect([...seen]).not.toContain('ADDRESSED');
  });

  test('leaves the age of cached data as it was', async () => {
    const copy = [sentMessage({ communicationId: 'C1' })];
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), copy, { updatedAt: 5 });
    const kept = setMessageStatus(sender, marked('ADDRESSED'));
    const shownNow = queryClient.getQueryState(keys.conversation('J1'));
    expect(statusShown()).toEqual(['ADDRESSED']);
    expect(shownNow?.dataUpdatedAt).toBe(5);
    await kept;
  });

  test('is never sent when it is undone before', async () => {
    await openTestOutbox({ token: async () => 'later' });
    await setMessageStatus(sender, marked('ADDRESSED'));
    await setMessageStatus(sender, marked('NEW'));
    const targets = waitingRecords().map(({ payload }) => payload);
    expect(targets).toEqual([{ communicationId: 'C1', target: 'NEW' }]);
    expect(statusShown()).toEqual(['NEW']);
  });

  test('shows the message as it was when it is discarded', async () => {
    await openTestOutbox({ token: async () => 'later' });
    await setMessageStatus(sender, marked('ADDRESSED'));
    await inTheEnd(() => expect(waitingRecords()).toHaveLength(1));
    const [mark] = waitingRecords();
    if (mark) await discardMessage(mark);
    expect(statusShown()).toEqual(['NEW']);
  });
});

describe('in a browser that stores nothing', () => {
  beforeEach(async () => {
    await openWithoutStorage();
    await inTheEnd(() => expect(canStore()).toBe(false));
  });

  test('a message is sent while its author waits', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    expect(await send('Hello')).toBe('sent');
    expect(shown()).toEqual(['Hello']);
  });

  test('a failed send is reported, and a retry is the same request', async () => {
    backend.next('lost');
    await expect(send('Hello', { id: 'same', files: [png()] })).rejects.toMatchObject({ definite: false });
    await send('Hello', { id: 'same', files: [png()] });
    const [first, second] = sends();
    expect([second?.key, second?.fileNames]).toEqual(['"same"', first?.fileNames]);
  });

  test('photos for a shot whose response is lost are one message when they are picked again', async () => {
    const reader = { userType: 'CLIENT' } as ApprovedProfile;
    const job = { jobId: 'J1', jobReporter: sender.email, assignedTo: 'bob@ev.test' };
    const answer = () => answerShot(sender, job, reader, { shotId: 'S1', name: 'Roof' }, [png()]);
    backend.next('lost');
    await expect(answer()).rejects.toMatchObject({ definite: false });
    await answer();
    // Another answer to the same shot.
    await answer();
    const [first, second, third] = sends().map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('a status that is chosen again after another one is another request', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
    backend.next('lost');
    await expect(setMessageStatus(sender, marked('ADDRESSED'))).rejects.toMatchObject({ definite: false });
    await setMessageStatus(sender, marked('NEW'));
    await setMessageStatus(sender, marked('ADDRESSED'));
    expect(new Set(marks().map(({ key }) => key)).size).toBe(3);
  });

  test('a message counts as sent where one that it answers cannot be marked', async () => {
    const message = {
      ...{ jobId: 'J1', content: 'Done', jobReporter: sender.email, assignedTo: 'bob@ev.test' },
      ...{ fromUserType: 'CLIENT' as const, addressed: ['C1'] },
    };
    const before = backend.fetch;
    vi.stubGlobal('fetch', async (request: Request) => {
      if (request.url.includes('/communication')) backend.next({ status: 404, errorMessage: 'Not yours.' });
      return before(request);
    });
    expect(await sendMessage(sender, message, [], 'answer')).toBe('sent');
    expect(marks()).toHaveLength(1);
  });

  test('a mark is sent at once, and undone when it is refused', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
    backend.next({ status: 404, errorMessage: 'Not yours.' });
    await expect(setMessageStatus(sender, marked('ADDRESSED'))).rejects.toThrow('Not yours.');
    expect(statusShown()).toEqual(['NEW']);
    await setMessageStatus(sender, marked('ADDRESSED'));
    expect(marks()).toHaveLength(2);
  });
});
