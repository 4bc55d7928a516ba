import { beforeEach, expect, test, vi } from 'vitest';
import { cachedSince, cachedSinceHeader } from '../../../src/api/cachedSince.ts';
import { createClient, provideClient } from '../../../src/api/client.ts';
import { employeesQuery, inboxQuery, queryClient } from '../../../src/api/queries.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { address } from '../../support/app/fakeBackend.ts';

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
  provideClient(createClient({ token: async () => 'token' }));
});

function fresh(body: unknown): () => Response {
  return () => Response.json({ body }, { headers: { [responseMark]: '1' } });
}

function cached(body: unknown, since: number): () => Response {
  return () => Response.json({ body }, { headers: { [cachedSinceHeader]: String(since) } });
}

test('data from a cached response is as old as the response, and is read again', async () => {
  answer = cached([bob], 1234);
  const data = await queryClient.fetchQuery(employeesQuery());
  const state = queryClient.getQueryState(employeesQuery().queryKey);
  expect(cachedSince(data)).toBe(1234);
  expect(state?.dataUpdatedAt).toBe(1234);
  expect(state?.isInvalidated).toBe(true);
});

test('the same data from the backend itself is fresh', async () => {
  answer = cached([bob], 1234);
  await queryClient.fetchQuery(employeesQuery());
  const before = Date.now();
  answer = fresh([bob]);
  const data = await queryClient.fetchQuery(employeesQuery());
  const state = queryClient.getQueryState(employeesQuery().queryKey);
  expect(cachedSince(data)).toBeUndefined();
  expect(cachedSince(state?.data)).toBeUndefined();
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
  expect(cachedSince(queryClient.getQueryData(query.queryKey))).toBe(1234);
  expect(queryClient.getQueryState(query.queryKey)?.dataUpdatedAt).toBe(1234);
  expect(asked.map(({ cache }) => cache)).toEqual(['no-store', 'reload', 'no-store']);
});
