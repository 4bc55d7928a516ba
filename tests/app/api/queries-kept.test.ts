import { dehydrate, hydrate } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { inboxQuery, queryClient } from '../../../src/api/queries.ts';
import { responseMark } from '../../../src/contract/calls.ts';

const email = 'ada@client.test';
let bodies: object[] = [];

beforeEach(() => {
  bodies = [];
  vi.stubGlobal('location', new URL('http://backend.test/'));
  setClient(createClient({ token: async () => 'token' }));
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    bodies.push(await new Request(input, init).json());
    return Response.json({ body: { items: [], startAfter: null } }, { headers: { [responseMark]: '1' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a list restored from JSON is refetched with its original request', async () => {
  await queryClient.fetchInfiniteQuery(inboxQuery(email, {}));
  const json = JSON.stringify(dehydrate(queryClient));
  queryClient.clear();
  hydrate(queryClient, JSON.parse(json));
  await queryClient.fetchInfiniteQuery({ ...inboxQuery(email, {}), staleTime: 0 });
  expect(bodies).toEqual([{ username: email }, { username: email }]);
});
