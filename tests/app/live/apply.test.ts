import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inboxQuery, jobQuery, jobsQuery, keys, queryClient } from '../../../src/api/queries.ts';
import { eventHooks } from '../../../src/app/start/startLive.ts';
import { apply } from '../../../src/cache/apply.ts';
import type { LiveEvent } from '../../../src/contract/live.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { newestQuery } from '../../../src/features/chat/useConversation.ts';
import { createEventApplier } from '../../../src/live/createLive.ts';
import { Outbox } from '../../../src/outbox/Outbox.ts';
import { refreshRecords } from '../../../src/outbox/pageOutbox.ts';
import { conversationQuery } from '../../../src/outbox/queries/conversationQuery.ts';
import { type Echo, echoesAfter, echoesOf, withTargets } from '../../../src/outbox/queries/echoes.ts';
import type { Draft } from '../../../src/outbox/records/record.ts';
import { discardedRecords, onWaitingChange, waitingRecords } from '../../../src/outbox/records/waiting.ts';
import { statusTargets } from '../../../src/outbox/records/waitingMarks.ts';
import { sendMessage, setMessageStatus } from '../../../src/outbox/sends/sendMessages.ts';
import { message, tokenOf } from '../../outbox/support.ts';
import { type FakeBackend, job, sentMessage } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { calmEnvironment, openTestOutbox, openTestPage, sender } from '../support/openTestOutbox.ts';

/** Returns when the cached conversation was requested, milliseconds since 1970; 0 without one. */
function conversationReadAt(jobId: string): number {
  return queryClient.getQueryState(keys.conversation(jobId))?.dataUpdatedAt ?? 0;
}

const session = vi.hoisted(() => ({ stage: 'active', userType: 'CLIENT', next: 'active', looks: 0 }));
vi.mock('../../../src/session/session.ts', () => ({
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

const { applyBatch, applyGap } = createEventApplier(eventHooks, () => true);
let backend: FakeBackend;
/** The paths that were read, in order. */
let reads: string[];
/** Called for each request before its response. */
let beforeAnswer: (path: string) => Promise<void>;

beforeEach(async () => {
  reads = [];
  beforeAnswer = async () => undefined;
  Object.assign(session, { stage: 'active', next: 'active', userType: 'CLIENT', looks: 0 });
  backend = await openTestPage();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname.replace('/api', '');
    if (request.method === 'GET' || ['/evcommunications', '/v2/evjobs'].includes(path)) reads.push(path);
    const answer = await backend.fetch(request);
    await beforeAnswer(path);
    return answer;
  });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const stop of watching.splice(0)) stop();
});

const watching: (() => void)[] = [];
const conversationPath = '/jobs/J1/communication';

/** Shows a query on a screen. */
function onScreen(options: ReturnType<typeof conversationQuery> | ReturnType<typeof jobQuery>) {
  watching.push(new QueryObserver(queryClient, options as never).subscribe(() => undefined));
}

function tell(...events: LiveEvent[]) {
  applyBatch({ cursor: 'c', missed: false, events });
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
  const conversation = queryClient.getQueryData<Message[]>(keys.conversation('J1'));
  return conversation && withTargets(conversation, statusTargets()).map(({ status }) => status);
}

function fromStaff(content: string, more: Partial<Message> = {}) {
  return sentMessage({ content, fromUserId: 'bob@ev.test', fromUserType: 'EMPLOYEE', ...more });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a message event', () => {
  test('shows its message at once in its place, and once', async () => {
    const [first, second, third] = [fromStaff('first'), fromStaff('second'), fromStaff('third')];
    known(first, third);
    tell(written(second), written(third), written(second));
    await inTheEnd(() => expect(shown()).toEqual(['first', 'second', 'third']));
    await pause(50);
    expect(shown()).toEqual(['first', 'second', 'third']);
    expect(reads).toEqual([]);
  });

  test('is not undone by a read that began before it', async () => {
    backend.conversation.push(fromStaff('first'));
    known(...backend.conversation);
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

  test('is part of the first read of a conversation that began before it', async () => {
    const late = Promise.withResolvers<void>();
    beforeAnswer = () => late.promise;
    onScreen(conversationQuery('J1'));
    await inTheEnd(() => expect(reads).toEqual([conversationPath]));
    const message = fromStaff('first');
    backend.conversation.push(message);
    tell(written(message));
    late.resolve();
    await inTheEnd(() => expect(shown()).toEqual(['first']));
    expect(reads).toEqual([conversationPath]);
  });

  test('reads its job once, after the last of several, and never the conversation, which has them', async () => {
    known();
    queryClient.setQueryData(keys.job('J1'), job);
    onScreen(conversationQuery('J1'));
    onScreen(jobQuery('J1'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let at = 0; at < 20; at += 1) {
      backend.conversation.push(fromStaff(`message ${at}`));
      tell(written(backend.conversation[at] as Message));
      await vi.advanceTimersByTimeAsync(20);
    }
    await inTheEnd(() => expect(shown()).toHaveLength(20));
    expect(reads).toEqual([]);
    await vi.advanceTimersByTimeAsync(1500);
    await inTheEnd(() => expect(reads).toEqual(['/jobs/J1']));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toEqual(['/jobs/J1']);
  });

  test('for the user’s own message never shows it beside its echo, even before the response', async () => {
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

  const ownMessage = {
    jobId: 'J1',
    content: 'Hello',
    jobReporter: sender.email,
    assignedTo: 'bob@ev.test',
    fromUserType: 'CLIENT' as const,
  };

  test('and the response to it read neither conversation nor list again: nothing but the inbox and the counts', async () => {
    known(fromStaff('first'));
    queryClient.setQueryData(keys.job('J1'), job);
    queryClient.setQueryData(keys.jobs(sender.email), {
      pages: [{ items: [job], startAfter: null }],
      pageParams: [null],
    });
    onScreen(conversationQuery('J1'));
    onScreen(jobQuery('J1'));
    const inbox = new InfiniteQueryObserver(queryClient, inboxQuery(sender.email, {}));
    const list = new InfiniteQueryObserver(queryClient, jobsQuery(sender.email));
    watching.push(...[inbox, list].map((one) => one.subscribe(() => undefined)));
    await inTheEnd(() => expect(inbox.getCurrentResult().isSuccess).toBe(true));
    reads = [];
    await sendMessage(sender, ownMessage, [], 'own-1');
    await inTheEnd(() => expect(shown()).toEqual(['first', 'Hello']));
    await inTheEnd(() => expect(reads).toContain('/evcommunications'));
    tell(written(backend.conversation.at(-1) as Message));
    await pause(2500);
    expect(reads.filter((path) => path === conversationPath || path === '/v2/evjobs')).toEqual([]);
    // The row has the job of the response.
    expect(list.getCurrentResult().data?.pages[0]?.items[0]?.jobId).toBe('J1');
  });

  test('from the user’s other device shows its message at once, also while this device is sending', async () => {
    known(fromStaff('first'));
    const response = Promise.withResolvers<void>();
    beforeAnswer = (path) => (path === '/jobs/update' ? response.promise : Promise.resolve());
    await sendMessage(sender, ownMessage, [], 'own-1');
    await inTheEnd(() => expect(waitingRecords().map(({ state }) => state)).toEqual(['sending']));
    const others = Array.from({ length: 8 }, (_, at) =>
      sentMessage({ content: `there ${at}`, fromUserId: sender.email }),
    );
    tell(...others.map(written));
    await inTheEnd(() => expect(shown()).toEqual(['first', ...others.map(({ content }) => content)]));
    expect(waitingRecords().map(({ state }) => state)).toEqual(['sending']);
    response.resolve();
  });

  test('for a message sent by another window shows it at once, also while the next is being sent', async () => {
    const shared = new IDBFactory();
    await openTestOutbox({ indexedDB: shared });
    known(fromStaff('first'));
    const response = Promise.withResolvers<void>();
    let sent = 0;
    beforeAnswer = async (path) => {
      if (path === conversationPath) await new Promise(() => undefined);
      if (path !== '/jobs/update') return;
      sent += 1;
      if (sent === 2) await response.promise;
    };
    const other = new Outbox({ ...calmEnvironment(async () => tokenOf(sender)), indexedDB: shared });
    await other.send(sender, message('Hello', 'J1'));
    await other.send(sender, message('Second', 'J1'));
    await inTheEnd(() => expect(waitingRecords().map(({ state }) => state)).toEqual(['acked', 'sending']));
    tell(written(backend.conversation[0] as Message));
    await inTheEnd(() => expect(shown()).toEqual(['first', 'Hello']));
    response.resolve();
    await other.close();
  });

  test.each([
    ['that had read the conversation', message('Hello', 'J1')],
    ['that had not read it', { ...message('Hello', 'J1'), known: undefined }],
  ] as const)(
    'for a message of another window %s never lets it vanish here, where its sending went unnoticed',
    async (_, draft) => {
      const shared = new IDBFactory();
      // Reads the records only when it has to.
      const busy = { post: () => undefined, listen: () => () => undefined };
      await openTestOutbox({ indexedDB: shared, channel: busy });
      known(fromStaff('first'));
      let isSignedIn = false;
      const token = async () => (isSignedIn ? tokenOf(sender) : 'later');
      const other = new Outbox({ ...calmEnvironment(token), indexedDB: shared });
      await other.send(sender, draft as Draft);
      await refreshRecords();
      let echoes: Echo[] = [];
      const drawn: string[][] = [];
      const draw = () => {
        const conversation = queryClient.getQueryData<Message[]>(keys.conversation('J1')) ?? [];
        const readAt = conversationReadAt('J1');
        const waiting = waitingRecords();
        echoes = echoesAfter(echoes, 'J1', conversation, readAt, waiting, discardedRecords(), Date.now());
        const own = conversation.filter(({ fromUserId }) => fromUserId === sender.email);
        drawn.push([...own.map((one) => one.content), ...echoes.map(({ record }) => record.payload.content)]);
      };
      watching.push(onWaitingChange(draw), queryClient.getQueryCache().subscribe(draw));
      draw();
      isSignedIn = true;
      await other.drain();
      await other.removeLinked(sender.uid, 'J1', backend.conversation, Date.now());
      expect(await other.records(sender.uid)).toEqual([]);
      tell(written({ ...(backend.conversation[0] as Message), createdTimestamp: Date.now() / 1000 }));
      await inTheEnd(() => expect(shown()).toEqual(['first', 'Hello']));
      await pause(100);
      expect(drawn.filter((texts) => texts.join() !== 'Hello')).toEqual([]);
      await other.close();
    },
  );

  test.each([
    ['conversation', conversationQuery],
    ['newest messages', newestQuery],
  ] as const)(
    'for a message of another window never shows it beside its echo in the %s, while records are read slowly',
    async (_, query) => {
      const shared = new IDBFactory();
      // Gets no notice of changes: reads the records only when it has to.
      const busy = { post: () => undefined, listen: () => () => undefined };
      await openTestOutbox({ indexedDB: shared, channel: busy });
      const options = { ...query('J1'), staleTime: 0 } as ReturnType<typeof conversationQuery>;
      onScreen(options);
      await inTheEnd(() => expect(queryClient.getQueryData(options.queryKey)).toEqual([]));
      let isSignedIn = true;
      const token = async () => (isSignedIn ? tokenOf(sender) : 'later');
      const other = new Outbox({ ...calmEnvironment(token), indexedDB: shared });
      const send = async (clientId: string) => {
        await other.send(sender, message('Hello', 'J1'), [], clientId);
        await other.drain();
      };
      // A message with the same text has arrived and left the outbox.
      await send('own-1');
      await queryClient.refetchQueries({ queryKey: options.queryKey });
      await other.removeLinked(sender.uid, 'J1', backend.conversation, Date.now());
      isSignedIn = false;
      await send('own-2');
      await send('own-3');
      await refreshRecords();
      expect(waitingRecords().map(({ state }) => state)).toEqual(['queued', 'queued']);

      let echoes: Echo[] = [];
      const drawn: string[] = [];
      const draw = () => {
        const conversation = queryClient.getQueryData<Message[]>(options.queryKey) ?? [];
        const [readAt, waiting] = [conversationReadAt('J1'), waitingRecords()];
        echoes = echoesAfter(echoes, 'J1', conversation, readAt, waiting, discardedRecords(), Date.now());
        drawn.push(`${conversation.length} + ${echoes.length}`);
      };
      watching.push(onWaitingChange(draw), queryClient.getQueryCache().subscribe(draw));
      draw();
      // From here on, reading the records takes long.
      const { records } = Outbox.prototype;
      const late = vi.spyOn(Outbox.prototype, 'records').mockImplementation(async function (
        this: Outbox,
        uid,
      ) {
        const found = await records.call(this, uid);
        await pause(100);
        return found;
      });
      try {
        void refreshRecords();
        // The second is sent; the third finds nobody signed in.
        isSignedIn = true;
        beforeAnswer = async (path) => {
          if (path === '/jobs/update') isSignedIn = false;
        };
        await other.drain({ eager: true });
        expect(backend.conversation).toHaveLength(2);
        await queryClient.refetchQueries({ queryKey: options.queryKey });
        await inTheEnd(() => expect(drawn.at(-1)).toBe('2 + 1'));
        await pause(300);
      } finally {
        late.mockRestore();
      }
      expect([...new Set(drawn)]).toEqual(['1 + 2', '2 + 1']);
      expect(echoes.map(({ record, mark }) => [record.clientId, mark])).toEqual([['own-3', 'waiting']]);
      await other.close();
    },
  );

  test('during a slow read shows its message at once, and a cancelled read does not count as one', async () => {
    // Lists of this length are checked in slices.
    const old = Array.from({ length: 600 }, (_, at) => fromStaff(`old ${at}`));
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), old, { updatedAt: 0 });
    backend.conversation.push(...old, fromStaff('written meanwhile'));
    const news = fromStaff('told');
    vi.stubGlobal('scheduler', {
      postTask() {
        beforeAnswer = () => new Promise(() => undefined);
        tell(written(news));
        void queryClient.cancelQueries({ queryKey: keys.conversation('J1') });
        return pause(20);
      },
    });
    onScreen({ ...conversationQuery('J1'), staleTime: 0 } as never);
    await inTheEnd(() => expect(shown()?.at(-1)).toBe('told'));
    await pause(200);
    expect(shown()).not.toContain('written meanwhile');
    expect(conversationReadAt('J1')).toBe(0);
    beforeAnswer = async () => undefined;
    vi.stubGlobal('scheduler', undefined);
    await queryClient.refetchQueries({ queryKey: keys.conversation('J1') });
    expect(shown()).toContain('written meanwhile');
    expect(conversationReadAt('J1')).toBeGreaterThan(0);
  });

  test('soon refetches counts and short lists', async () => {
    const inbox = new InfiniteQueryObserver(queryClient, inboxQuery(sender.email, {}));
    watching.push(inbox.subscribe(() => undefined));
    await inTheEnd(() => expect(inbox.getCurrentResult().isSuccess).toBe(true));
    reads = [];
    tell(written(fromStaff('first')));
    await inTheEnd(() => expect(reads).toContain('/evcommunications'));
  });
});

describe('a status event', () => {
  test('shows at once', async () => {
    const message = fromStaff('first');
    known(message);
    tell({ kind: 'mark', jobId: 'J1', communicationId: message.communicationId, status: 'ADDRESSED' });
    await inTheEnd(() => expect(shownMarks()).toEqual(['ADDRESSED']));
  });

  test('for a mark by another window never flickers as the mark arrives', async () => {
    const shared = new IDBFactory();
    await openTestOutbox({ indexedDB: shared, token: async () => 'later' });
    const message = fromStaff('first', { communicationId: 'C1' });
    known(message);
    backend.conversation.push(message);
    let isSignedIn = false;
    const token = async () => (isSignedIn ? tokenOf(sender) : 'later');
    const other = new Outbox({ ...calmEnvironment(token), indexedDB: shared });
    await other.send(sender, {
      kind: 'mark',
      jobId: 'J1',
      payload: { communicationId: 'C1', target: 'ADDRESSED' },
    });
    await inTheEnd(() => expect(shownMarks()).toEqual(['ADDRESSED']));
    const drawn = new Set<string>();
    const draw = () => drawn.add(String(shownMarks()));
    watching.push(onWaitingChange(draw), queryClient.getQueryCache().subscribe(draw));
    isSignedIn = true;
    await other.drain();
    await inTheEnd(() => expect(waitingRecords()).toEqual([]));
    await pause(100);
    draw();
    expect([...drawn]).toEqual(['ADDRESSED']);
    await other.close();
  });

  test('does not hide the reader’s own mark that is still being sent', async () => {
    const message = fromStaff('first');
    known(message);
    backend.always('lost');
    await setMessageStatus(sender, { ...message, status: 'ADDRESSED' });
    expect(shownMarks()).toEqual(['ADDRESSED']);
    // No later change among the records shows the mark again.
    await inTheEnd(() => expect(waitingRecords()).toMatchObject([{ state: 'uncertain', misses: 1 }]));
    tell(
      { kind: 'mark', jobId: 'J1', communicationId: message.communicationId, status: 'NEW' },
      written(message),
      written(fromStaff('second')),
    );
    await inTheEnd(() => expect(shown()).toEqual(['first', 'second']));
    expect(shownMarks()).toEqual(['ADDRESSED', 'NEW']);
  });
});

test('an event for a job refetches its page and invalidates the pages of its revision chain', async () => {
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

test('an event for a job during its first read has it read again, because the response may be older', async () => {
  const late = Promise.withResolvers<void>();
  beforeAnswer = () => late.promise;
  onScreen(jobQuery('J1'));
  await inTheEnd(() => expect(reads).toEqual(['/jobs/J1']));
  tell({ kind: 'job', jobId: 'J1' });
  await inTheEnd(() => expect(queryClient.getQueryState(keys.job('J1'))?.isInvalidated).toBe(true));
  late.resolve();
  await inTheEnd(() => expect(reads).toEqual(['/jobs/J1', '/jobs/J1']));
  await inTheEnd(() => expect(queryClient.getQueryState(keys.job('J1'))?.isInvalidated).toBe(false));
  expect(reads).toHaveLength(2);
});

describe('a profile event', () => {
  test('for the user updates the session and refetches what is on the screen', async () => {
    Object.assign(session, { stage: 'unapproved', next: 'active' });
    queryClient.setQueryData(keys.job('J1'), job);
    tell({ kind: 'profile', email: sender.email });
    await inTheEnd(() => expect(session.stage).toBe('active'));
    await inTheEnd(() => expect(queryClient.getQueryState(keys.job('J1'))?.isInvalidated).toBe(true));
  });

  test('for another user leaves the session as it is', async () => {
    queryClient.setQueryData(keys.employees(), []);
    tell({ kind: 'profile', email: 'bob@ev.test' });
    await inTheEnd(() => expect(queryClient.getQueryState(keys.employees())?.isInvalidated).toBe(true));
    expect(session.looks).toBe(0);
  });
});

describe('missed events', () => {
  test('refetch what is on the screen, also what was being read', async () => {
    known(fromStaff('first'));
    const late = Promise.withResolvers<void>();
    beforeAnswer = () => late.promise;
    onScreen(jobQuery('J1'));
    await inTheEnd(() => expect(reads).toEqual(['/jobs/J1']));
    applyBatch({ cursor: 'c', missed: true, events: [] });
    await inTheEnd(() => expect(reads).toEqual(['/jobs/J1', '/jobs/J1']));
    expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(true);
    expect(queryClient.getQueryData(keys.job('J1'))).toBeUndefined();
    late.resolve();
    await inTheEnd(() => expect(queryClient.getQueryData(keys.job('J1'))).toBeDefined());
  });

  test('since a time refetch what was requested before it, and nothing else', async () => {
    onScreen(jobQuery('J1'));
    await inTheEnd(() => expect(queryClient.getQueryData(keys.job('J1'))).toBeDefined());
    await pause(10);
    const since = Date.now();
    await pause(10);
    await queryClient.fetchQuery(conversationQuery('J1'));
    const late = Promise.withResolvers<void>();
    beforeAnswer = (path) => (path === '/jobs/J2' ? late.promise : Promise.resolve());
    onScreen(jobQuery('J2'));
    await inTheEnd(() => expect(reads).toContain('/jobs/J2'));
    applyGap(since);
    await inTheEnd(() => expect(reads.filter((path) => path === '/jobs/J1')).toHaveLength(2));
    late.resolve();
    await inTheEnd(() => expect(queryClient.getQueryState(keys.job('J2'))?.fetchStatus).toBe('idle'));
    expect(reads.filter((path) => path === '/jobs/J2')).toHaveLength(1);
    expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(false);
  });

  test('since a time refetch what is from the cache of the worker or could not be read since', async () => {
    const since = Date.now();
    onScreen(jobQuery('J1'));
    await inTheEnd(() => expect(queryClient.getQueryData(keys.job('J1'))).toBeDefined());
    await queryClient.invalidateQueries({ refetchType: 'none' });
    applyGap(since);
    await inTheEnd(() => expect(reads).toHaveLength(2));
  });

  test('do not refetch what was read since', async () => {
    applyGap();
    known(fromStaff('first'));
    await pause(1200);
    expect(queryClient.getQueryState(keys.conversation('J1'))?.isInvalidated).toBe(false);
  });

  test('may include the user’s own approval', async () => {
    Object.assign(session, { stage: 'unapproved', next: 'active' });
    applyGap();
    await inTheEnd(() => expect(session.stage).toBe('active'));
  });
});

test('events for one user are not shown to the next', async () => {
  const canary = fromStaff('canary-for-ada');
  let isAda = true;
  known(fromStaff('of ada'));
  const { applyBatch } = createEventApplier(eventHooks, () => isAda);
  applyBatch({ cursor: 'c', missed: true, events: [written(canary)] });
  isAda = false;
  apply({ kind: 'signed-out' });
  known(fromStaff('of bob'));
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
