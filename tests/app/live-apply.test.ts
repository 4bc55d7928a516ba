import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setTokenSource } from '../../src/api/client.ts';
import { conversationQuery, inboxQuery, jobQuery, keys, queryClient } from '../../src/api/queries.ts';
import { tellBatch, tellGap } from '../../src/app/liveEvents.ts';
import type { LiveEvent } from '../../src/contract/live.ts';
import type { Message } from '../../src/contract/message.ts';
import { echoesOf } from '../../src/outbox/echoes.ts';
import { markMessage, sendMessage } from '../../src/outbox/sendMessages.ts';
import { onWaitingChange, waitingRecords } from '../../src/outbox/waiting.ts';
import { address, FakeBackend, job, sentMessage } from '../support/fakeBackend.ts';
import { inTheEnd } from '../support/inTheEnd.ts';
import { openTestOutbox, sender } from './openTestOutbox.ts';

const session = vi.hoisted(() => ({ stage: 'active', userType: 'CLIENT', next: 'active', looks: 0 }));
vi.mock('../../src/session/session.ts', () => ({
  getSession: () => ({
    stage: session.stage,
    email: 'ada@client.test',
    profile: { userType: session.userType },
  }),
  refresh: async () => {
    session.looks += 1;
    session.stage = session.next;
  },
}));

let backend: FakeBackend;
let closeOutbox: () => Promise<void>;
/** Paths that were read, in order. */
let reads: string[];
/** Told of each request before it is answered. */
let beforeAnswer: (path: string) => Promise<void>;

beforeEach(() => {
  backend = new FakeBackend();
  reads = [];
  beforeAnswer = async () => undefined;
  vi.stubEnv('VITE_API_BASE', address);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace('/api', '');
    if (request.method === 'GET' || path === '/evcommunications') reads.push(path);
    const answer = await backend.fetch(request);
    await beforeAnswer(path);
    return answer;
  });
  setTokenSource(
    async () => 'token',
    async () => 'token',
  );
  Object.assign(session, { stage: 'active', next: 'active', userType: 'CLIENT', looks: 0 });
  queryClient.clear();
  closeOutbox = openTestOutbox();
});

afterEach(async () => {
  for (const stop of watching.splice(0)) stop();
  await closeOutbox();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const watching: (() => void)[] = [];
const conversationPath = '/jobs/J1/communication';

/** A screen that shows it. */
function onScreen(options: ReturnType<typeof conversationQuery> | ReturnType<typeof jobQuery>) {
  watching.push(new QueryObserver(queryClient, options as never).subscribe(() => undefined));
}

function tell(...events: LiveEvent[]) {
  tellBatch({ cursor: 'c', missed: false, events }, () => true);
}

function written(message: Message): LiveEvent {
  return { kind: 'message', jobId: 'J1', message };
}

function known(...messages: Message[]) {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), messages);
}

function shown() {
  return queryClient.getQueryData<Message[]>(keys.conversation('J1'))?.map(({ content }) => content);
}

function shownMarks() {
  return queryClient.getQueryData<Message[]>(keys.conversation('J1'))?.map(({ status }) => status);
}

function fromStaff(content: string, more: Partial<Message> = {}) {
  return sentMessage({ content, fromUserId: 'bob@ev.test', fromUserType: 'EMPLOYEE', ...more });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a message that was written', () => {
  test('shows at once in its place, and once', async () => {
    const [first, second, third] = [fromStaff('first'), fromStaff('second'), fromStaff('third')];
    known(first, third);
    tell(written(second), written(third), written(second));
    await inTheEnd(() => expect(shown()).toEqual(['first', 'second', 'third']));
    await pause(50);
    expect(shown()).toEqual(['first', 'second', 'third']);
    expect(reads).toEqual([]);
  });

  test('is not taken off again by a reading that began before', async () => {
    known(fromStaff('first'));
    const late = Promise.withResolvers<void>();
    beforeAnswer = () => late.promise;
    onScreen({ ...conversationQuery('J1'), staleTime: 0 } as never);
    await inTheEnd(() => expect(reads).toEqual([conversationPath]));
    tell(written(fromStaff('second')));
    await inTheEnd(() => expect(shown()).toEqual(['first', 'second']));
    late.resolve();
    await pause(100);
    expect(shown()).toEqual(['first', 'second']);
  });

  test('is there after the first reading of a conversation, though that began before', async () => {
    const late = Promise.withResolvers<void>();
    beforeAnswer = () => late.promise;
    onScreen(conversationQuery('J1'));
    await inTheEnd(() => expect(reads).toEqual([conversationPath]));
    const message = fromStaff('first');
    backend.conversation.push(message);
    tell(written(message));
    await inTheEnd(() => expect(reads).toEqual([conversationPath, conversationPath]));
    late.resolve();
    await inTheEnd(() => expect(shown()).toEqual(['first']));
  });

  test('has its conversation read again once, after the last of several', async () => {
    known();
    onScreen(conversationQuery('J1'));
    for (let at = 0; at < 20; at += 1) {
      backend.conversation.push(fromStaff(`message ${at}`));
      tell(written(backend.conversation[at] as Message));
      await pause(20);
    }
    await inTheEnd(() => expect(shown()).toHaveLength(20));
    expect(reads).toEqual([]);
    await inTheEnd(() => expect(reads).toEqual([conversationPath]));
    await pause(300);
    expect(reads).toEqual([conversationPath]);
  });

  test('of one’s own is never seen beside its echo, though the news is faster than the answer', async () => {
    known(fromStaff('first'));
    const seenTwice: string[] = [];
    const look = () => {
      const conversation = queryClient.getQueryData<Message[]>(keys.conversation('J1')) ?? [];
      const echoes = echoesOf('J1', conversation, 0, waitingRecords());
      const both = [
        ...conversation.map(({ content }) => content),
        ...echoes.map(({ record }) => record.payload.content),
      ];
      if (both.filter((content) => content === 'Hello').length !== 1) seenTwice.push(both.join(', '));
    };
    const answer = Promise.withResolvers<void>();
    let looking: (() => void)[] = [];
    beforeAnswer = async (path) => {
      if (path !== '/jobs/update') return;
      looking = [onWaitingChange(look), queryClient.getQueryCache().subscribe(look)];
      tell(written({ ...(backend.conversation.at(-1) as Message), createdTimestamp: Date.now() / 1000 }));
      await answer.promise;
    };
    const message = {
      jobId: 'J1',
      content: 'Hello',
      jobReporter: sender.email,
      assignedTo: 'bob@ev.test',
      fromUserType: 'CLIENT' as const,
    };
    await sendMessage(sender, message, [], 'own-1');
    await inTheEnd(() => expect(shown()).toEqual(['first', 'Hello']));
    answer.resolve();
    await inTheEnd(() => expect(waitingRecords().map(({ state }) => state)).toEqual(['acked']));
    await pause(100);
    for (const stop of looking) stop();
    expect(seenTwice).toEqual([]);
  });

  test('has counts and short lists read again soon', async () => {
    const inbox = new InfiniteQueryObserver(queryClient, inboxQuery(sender.email, {}));
    watching.push(inbox.subscribe(() => undefined));
    await inTheEnd(() => expect(inbox.getCurrentResult().isSuccess).toBe(true));
    reads = [];
    tell(written(fromStaff('first')));
    await inTheEnd(() => expect(reads).toContain('/evcommunications'));
  });
});

describe('a mark', () => {
  test('shows at once', async () => {
    const message = fromStaff('first');
    known(message);
    tell({ kind: 'mark', jobId: 'J1', communicationId: message.communicationId, status: 'ADDRESSED' });
    await inTheEnd(() => expect(shownMarks()).toEqual(['ADDRESSED']));
  });

  test('of the reader’s that has not arrived shows over what is told', async () => {
    const message = fromStaff('first');
    known(message);
    backend.always('lost');
    await markMessage(sender, { ...message, status: 'ADDRESSED' }, 'NEW');
    expect(shownMarks()).toEqual(['ADDRESSED']);
    // Nothing that changes among the records shows the mark once more.
    await inTheEnd(() => expect(waitingRecords().map(({ state }) => state)).toEqual(['queued']));
    await pause(200);
    tell(
      { kind: 'mark', jobId: 'J1', communicationId: message.communicationId, status: 'NEW' },
      written(message),
      written(fromStaff('second')),
    );
    await inTheEnd(() => expect(shown()).toEqual(['first', 'second']));
    expect(shownMarks()).toEqual(['ADDRESSED', 'NEW']);
  });
});

test('a job that was changed is read again where it is shown, with those of its line', async () => {
  queryClient.setQueryData(keys.job('J1'), job);
  queryClient.setQueryData(keys.job('J9'), {
    ...job,
    jobId: 'J9',
    revisions: [{ jobId: 'J1', jobCode: 'AB12CD34' }],
  });
  queryClient.setQueryData(keys.job('J5'), { ...job, jobId: 'J5' });
  onScreen(jobQuery('J1'));
  tell({ kind: 'job', jobId: 'J1' });
  await inTheEnd(() => expect(reads).toEqual(['/jobs/J1']));
  const isOld = (jobId: string) => queryClient.getQueryState(keys.job(jobId))?.isInvalidated;
  expect([isOld('J9'), isOld('J5')]).toEqual([true, false]);
});

describe('a profile', () => {
  test('of the reader’s own moves the session on, and what it shows is read again', async () => {
    Object.assign(session, { stage: 'unapproved', next: 'active' });
    queryClient.setQueryData(keys.job('J1'), job);
    tell({ kind: 'profile', email: sender.email });
    await inTheEnd(() => expect(session.stage).toBe('active'));
    await inTheEnd(() => expect(queryClient.getQueryState(keys.job('J1'))?.isInvalidated).toBe(true));
  });

  test('of somebody else moves nobody', async () => {
    queryClient.setQueryData(keys.employees(), []);
    tell({ kind: 'profile', email: 'bob@ev.test' });
    await inTheEnd(() => expect(queryClient.getQueryState(keys.employees())?.isInvalidated).toBe(true));
    expect(session.looks).toBe(0);
  });
});

describe('what nobody told', () => {
  test('is found by reading again what is shown, also what was being read', async () => {
    known(fromStaff('first'));
    beforeAnswer = () => pause(1500);
    onScreen(jobQuery('J1'));
    await inTheEnd(() => expect(reads).toEqual(['/jobs/J1']));
    tellBatch({ cursor: 'c', missed: true, events: [] }, () => true);
    await inTheEnd(() => expect(reads).toEqual(['/jobs/J1', '/jobs/J1']));
    expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(true);
    expect(queryClient.getQueryData(keys.job('J1'))).toBeUndefined();
    await inTheEnd(() => expect(queryClient.getQueryData(keys.job('J1'))).toBeDefined());
  });

  test('is not looked for among what was read since', async () => {
    tellGap(() => true);
    known(fromStaff('first'));
    await pause(1200);
    expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(false);
  });

  test('may be the approval itself', async () => {
    Object.assign(session, { stage: 'unapproved', next: 'active' });
    tellGap(() => true);
    await inTheEnd(() => expect(session.stage).toBe('active'));
  });
});

test('nothing that one person is told is shown to the next', async () => {
  const canary = fromStaff('canary-for-ada');
  let isAda = true;
  known(fromStaff('of bob'));
  tellBatch({ cursor: 'c', missed: true, events: [written(canary)] }, () => isAda);
  isAda = false;
  await pause(1300);
  expect(
    JSON.stringify(
      queryClient
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.data),
    ),
  ).not.toContain('canary');
  expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(false);
});
