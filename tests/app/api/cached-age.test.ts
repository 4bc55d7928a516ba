import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { cachedSinceHeader } from '../../../src/api/provenance.ts';
import { employeesQuery, inboxQuery, keys, queryClient } from '../../../src/api/queries.ts';
import { readConversation } from '../../../src/api/readConversation.ts';
import { readOptions } from '../../../src/api/requestDates.ts';
import { apply } from '../../../src/cache/apply.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { address, sentMessage } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';

const bob = { email: 'bob@ev.test', userName: 'Bob S.' };
let answer: () => Response;
let asked: Request[];

beforeEach(() => {
  queryClient.clear();
  asked = [];
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(new Request(input, init));
    return answer();
  });
  setClient(createClient({ token: async () => 'token' }));
});

function fresh(body: unknown): () => Response {
  return () => Response.json({ body }, { headers: { [responseMark]: '1' } });
}

function cached(body: unknown, since: number): () => Response {
  return () => Response.json({ body }, { headers: { [cachedSinceHeader]: String(since) } });
}

test('data from a cached response is as old as the response, and is read again', async () => {
  answer = cached([bob], 1234);
  await queryClient.fetchQuery(employeesQuery());
  const state = queryClient.getQueryState(employeesQuery().queryKey);
  expect(state?.dataUpdatedAt).toBe(1234);
  expect(state?.isInvalidated).toBe(true);
});

test('the same data from the backend itself is fresh', async () => {
  answer = cached([bob], 1234);
  await queryClient.fetchQuery(employeesQuery());
  const before = Date.now();
  answer = fresh([bob]);
  await queryClient.fetchQuery(employeesQuery());
  const state = queryClient.getQueryState(employeesQuery().queryKey);
  expect(state?.dataUpdatedAt).toBeGreaterThanOrEqual(before);
  expect(state?.isInvalidated).toBe(false);
});

test('a refetch bypasses the cache, whose older copy would undo later changes', async () => {
  answer = fresh([bob]);
  await queryClient.fetchQuery(employeesQuery());
  await queryClient.fetchQuery({ ...employeesQuery(), staleTime: 0 });
  expect(asked.map(({ cache }) => cache)).toEqual(['no-store', 'reload']);
});

test('a list is as old as its oldest page, and its next page may come from the cache', async () => {
  const query = inboxQuery('ada@client.test', {});
  answer = fresh({ items: [], startAfter: '2' });
  await queryClient.fetchInfiniteQuery(query);
  const pages = [fresh({ items: [], startAfter: '2' }), cached({ items: [], startAfter: null }, 1234)];
  answer = () => pages.shift()?.() ?? Response.error();
  await queryClient.fetchInfiniteQuery({ ...query, pages: 2, staleTime: 0 });
  expect(queryClient.getQueryState(query.queryKey)?.dataUpdatedAt).toBe(1234);
  expect(asked.map(({ cache }) => cache)).toEqual(['no-store', 'reload', 'no-store']);
});

test('data is as old as its request, however late the response is', async () => {
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => late.promise);
  const before = Date.now();
  const reading = queryClient.fetchQuery(employeesQuery());
  await new Promise((resolve) => setTimeout(resolve, 60));
  const responded = Date.now();
  late.resolve(fresh([bob])());
  await reading;
  const updatedAt = queryClient.getQueryState(employeesQuery().queryKey)?.dataUpdatedAt;
  expect(updatedAt).toBeGreaterThanOrEqual(before);
  expect(updatedAt).toBeLessThan(responded);
});

test('another page from the backend makes a list no younger', async () => {
  const query = inboxQuery('ada@client.test', {});
  answer = cached({ items: [], startAfter: '2' }, 4321);
  await queryClient.fetchInfiniteQuery(query);
  const list = new InfiniteQueryObserver(queryClient, { ...query, refetchOnMount: false });
  const leave = list.subscribe(() => undefined);
  answer = fresh({ items: [], startAfter: null });
  await list.fetchNextPage();
  leave();
  const state = queryClient.getQueryState(query.queryKey);
  expect([state?.data?.pages.length, state?.dataUpdatedAt, state?.isInvalidated]).toEqual([2, 4321, true]);
});

test('a long conversation is as old as the cached response among those it consists of', async () => {
  const [first, second] = [sentMessage({ sequence: 7 }), sentMessage({ sequence: 8, earlier: true })];
  const responses = [fresh([second]), cached([first], 4321)];
  answer = () => responses.shift()?.() ?? Response.error();
  const queryKey = keys.conversation('J1');
  await queryClient.fetchQuery({
    queryKey,
    queryFn: (query) => readConversation('J1', readOptions(query)),
  });
  const state = queryClient.getQueryState(queryKey);
  expect(state?.data).toMatchObject([{ sequence: 7 }, { sequence: 8 }]);
  expect([state?.dataUpdatedAt, state?.isInvalidated]).toEqual([4321, true]);
});

test('what was being read for the first time as the connection was lost is read once more', async () => {
  const late = Promise.withResolvers<Response>();
  let requests = 0;
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    return requests === 1 ? late.promise : fresh([bob])();
  });
  const leave = new QueryObserver(queryClient, employeesQuery()).subscribe(() => undefined);
  await inTheEnd(() => expect(requests).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const missedAt = Date.now();
  apply({ kind: 'reset', readBefore: missedAt });
  late.resolve(fresh([bob])());
  await inTheEnd(() => expect(requests).toBe(2));
  await inTheEnd(() =>
    expect(queryClient.getQueryState(employeesQuery().queryKey)?.dataUpdatedAt).toBeGreaterThanOrEqual(
      missedAt,
    ),
  );
  leave();
});
