import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { apply } from '../../../src/cache/apply.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { noteServerTime } from '../../../src/timing.ts';
import { job, sentMessage } from '../../support/app/fakeBackend.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) });
  apply({ kind: 'signed-out' });
});
afterEach(() => void vi.useRealTimers());

type Pages<T> = { pages: { items: T[]; startAfter: string | null }[]; pageParams: unknown[] };

function pages<T>(...items: T[]): Pages<T> {
  return { pages: [{ items, startAfter: null }], pageParams: [null] };
}

const at = (version: number, jobDescription: string): JobDetails => ({ ...job, version, jobDescription });
const listKey = keys.jobs('ada@client.test');
const inboxKey = keys.inbox('ada@client.test', {});
const shownJob = () => queryClient.getQueryData<JobDetails>(keys.job(job.jobId))?.jobDescription;
const shownRow = () => queryClient.getQueryData<Pages<Job>>(listKey)?.pages[0]?.items[0]?.jobDescription;
const conversation = () => queryClient.getQueryData<Message[]>(keys.conversation('J1')) ?? [];
const texts = () => conversation().map(({ content }) => content);
const statuses = () => conversation().map(({ status }) => status);

/** Runs a query whose response is older than `meanwhile`, which happens before the response arrives. */
async function readDuring(queryKey: readonly unknown[], response: unknown, meanwhile: () => void) {
  await queryClient.fetchQuery({
    queryKey,
    staleTime: 0,
    queryFn: async () => {
      await vi.advanceTimersByTimeAsync(10);
      meanwhile();
      await vi.advanceTimersByTimeAsync(10);
      return response;
    },
  });
}

describe('a job', () => {
  test('an older version never replaces a newer one, on its page or in a list', () => {
    queryClient.setQueryData(keys.job(job.jobId), at(2, 'second'));
    queryClient.setQueryData(listKey, pages<Job>(at(2, 'second')));
    apply({ kind: 'job-changed', job: at(1, 'first') });
    expect([shownJob(), shownRow()]).toEqual(['second', 'second']);
    apply({ kind: 'job-changed', job: at(3, 'third') });
    expect([shownJob(), shownRow()]).toEqual(['third', 'third']);
  });

  test('a version from a response stays when a read that began earlier returns an older one', async () => {
    queryClient.setQueryData(listKey, pages<Job>(at(1, 'first')));
    await readDuring(keys.job(job.jobId), at(1, 'first'), () =>
      apply({ kind: 'job-changed', job: at(2, 'second') }),
    );
    expect([shownJob(), shownRow()]).toEqual(['second', 'second']);
    await readDuring(listKey, pages<Job>(at(1, 'first')), () =>
      apply({ kind: 'job-changed', job: at(2, 'second') }),
    );
    expect(shownRow()).toBe('second');
  });

  test('a created job is cached for its page before any read', () => {
    apply({ kind: 'job-created', job: at(1, 'new') });
    expect(shownJob()).toBe('new');
  });
});

describe('a message', () => {
  const message = sentMessage({ content: 'Hello', communicationId: 'C1' });

  test('a message from an event and from the response is listed once and keeps its later status', () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    apply({ kind: 'message-created', jobId: 'J1', message });
    apply({ kind: 'message-status', jobId: 'J1', communicationId: 'C1', status: 'ADDRESSED' });
    apply({ kind: 'message-created', jobId: 'J1', message, job });
    expect([texts(), statuses()]).toEqual([['Hello'], ['ADDRESSED']]);
  });

  test('a message gets a status that arrived before it', () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    apply({ kind: 'message-status', jobId: 'J1', communicationId: 'C1', status: 'ADDRESSED' });
    apply({ kind: 'message-created', jobId: 'J1', message });
    expect(statuses()).toEqual(['ADDRESSED']);
  });

  test('a message confirmed during a read appears with the result of the read', async () => {
    const seen: string[][] = [];
    const stop = queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.state.data !== undefined) queueMicrotask(() => seen.push(texts()));
    });
    await readDuring(keys.conversation('J1'), [], () =>
      apply({ kind: 'message-created', jobId: 'J1', message }),
    );
    stop();
    expect(texts()).toEqual(['Hello']);
    expect(seen.filter((shown) => shown.length !== 1)).toEqual([]);
  });

  test('a message missing from a later read disappears', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    apply({ kind: 'message-created', jobId: 'J1', message });
    vi.advanceTimersByTime(1);
    await readDuring(keys.conversation('J1'), [], () => undefined);
    expect(texts()).toEqual([]);
  });

  test('what was read, and confirmed, before the clock was set back is read again, and not laid over that', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    apply({ kind: 'message-created', jobId: 'J1', message });
    const right = Date.now() - 3 * 86_400_000;
    noteServerTime(right);
    vi.setSystemTime(right);
    noteServerTime(right);
    await readDuring(keys.conversation('J1'), [], () => undefined);
    expect(texts()).toEqual([]);
  });

  test('a message that arrived during a read stays when the read is cancelled', async () => {
    queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
    const read = readDuring(keys.conversation('J1'), [], () => {
      apply({ kind: 'message-created', jobId: 'J1', message });
      void queryClient.cancelQueries({ queryKey: keys.conversation('J1') });
    });
    await read.catch(() => undefined);
    expect(texts()).toEqual(['Hello']);
  });

  test('a message of one user is not shown to the next', async () => {
    const read = readDuring(keys.conversation('J1'), [], () => {
      apply({ kind: 'message-created', jobId: 'J1', message });
      apply({ kind: 'signed-out' });
    });
    await read.catch(() => undefined);
    await readDuring(keys.conversation('J1'), [], () => undefined);
    expect(texts()).toEqual([]);
  });
});

test('a read does not undo a status that was confirmed while it ran', async () => {
  const message = sentMessage({ communicationId: 'C1', status: 'NEW' });
  const addressed = () =>
    apply({ kind: 'message-status', jobId: 'J1', communicationId: 'C1', status: 'ADDRESSED' });
  await readDuring(keys.conversation('J1'), [message], addressed);
  await readDuring(inboxKey, pages(message), addressed);
  const inbox = queryClient.getQueryData<Pages<Message>>(inboxKey);
  expect([statuses()[0], inbox?.pages[0]?.items[0]?.status]).toEqual(['ADDRESSED', 'ADDRESSED']);
});

test('a change to cached data leaves its age as it was, and outdated data outdated', () => {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })], {
    updatedAt: 5,
  });
  const untouched = pages<Job>({ ...at(1, 'other'), jobId: 'J9' });
  queryClient.setQueryData(listKey, untouched);
  apply({ kind: 'message-status', jobId: 'J1', communicationId: 'C1', status: 'ADDRESSED' });
  apply({ kind: 'job-changed', job: at(2, 'second') });
  const state = queryClient.getQueryState(keys.conversation('J1'));
  expect([state?.dataUpdatedAt, state?.isInvalidated]).toEqual([5, true]);
  expect(queryClient.getQueryData(listKey)).toBe(untouched);
});
