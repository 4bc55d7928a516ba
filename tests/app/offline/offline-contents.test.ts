import { expect, test } from 'vitest';
import { contentsText, countCached } from '../../../src/offline/cachedCalls.ts';
import { cacheKey } from '../../../src/offline/responses.ts';
import { tallyOf, tallyText } from '../../../src/outbox/records/tally.ts';

test('the cache is counted by what a person reads in it', async () => {
  const addresses = await Promise.all([
    cacheKey('uid/1', '/jobs/j1'),
    cacheKey('uid/1', '/jobs/j2'),
    cacheKey('uid/1', '/jobs/j1/communication'),
    cacheKey('uid/1', '/v2/evjobs', '{}'),
    cacheKey('uid/1', '/evjobs/v2/search', '{"text":"dock"}'),
    cacheKey('uid/1', '/evjobs/stats'),
    cacheKey('uid/1', '/users/profile/ada%40client.test'),
  ]);
  const files = await Promise.all([
    cacheKey('uid/1', '/attachments/k1/plan.pdf'),
    cacheKey('uid/1', '/attachments/k1/preview/thumb'),
    cacheKey('uid/1', '/attachments/k2/roof.jpg'),
  ]);
  expect(countCached([...addresses, ...files])).toEqual({ jobs: 2, chats: 1, lists: 2, files: 2 });
});

test.each([
  [{ jobs: 0, chats: 0, lists: 0, files: 0 }, 'Nothing yet'],
  [{ jobs: 1, chats: 0, lists: 0, files: 0 }, '1 job'],
  [{ jobs: 3, chats: 2, lists: 4, files: 1 }, '3 jobs, 2 chats, 4 lists, and 1 file'],
])('%j reads “%s”', (kept, words) => {
  expect(contentsText(kept)).toBe(words);
});

test.each([
  [[], 'Everything has been sent'],
  [['acked'], 'Everything has been sent'],
  [['queued', 'sending'], '2 waiting to send'],
  [['failed', 'blocked-auth', 'uncertain'], '1 not sent, 1 waiting for sign-in, 1 waiting to send'],
] as const)('unsent records %j read “%s”', (states, words) => {
  expect(tallyText(tallyOf(states.map((state) => ({ state, kind: 'message', error: null }))))).toBe(words);
});
