import { dehydrate, hydrate } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, provideClient } from '../../src/api/client.ts';
import { inboxQuery, queryClient } from '../../src/api/queries.ts';

const email = 'ada@client.test';
let bodies: object[] = [];

beforeEach(() => {
  bodies = [];
  vi.stubEnv('VITE_API_BASE', 'http://backend.test/api');
  provideClient(createClient({ token: async () => 'token' }));
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    bodies.push(await new Request(input, init).json());
    return Response.json({ body: { items: [], startAfter: null } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
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
