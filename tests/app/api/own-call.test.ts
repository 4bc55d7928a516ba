import { describe, expect, it } from 'vitest';
import { checklistsQuery } from '../../../src/api/checklistsQuery.ts';
import { call } from '../../../src/api/client.ts';
import { getConnectivity, noteUnreachable } from '../../../src/api/connectivity.ts';
import { figuresQuery } from '../../../src/api/figuresQuery.ts';
import { invitationByToken } from '../../../src/api/invitationQuery.ts';
import { queryClient } from '../../../src/api/queries.ts';
import { dueRulesQuery } from '../../../src/features/dueRules/dueRulesQueries.ts';
import { erasureRequestsQuery } from '../../../src/features/users/erasureRequestsQuery.ts';
import { answerJson, errorOf, testBackend } from '../support/backend.ts';

const backend = testBackend();

describe('a call of our own API', () => {
  it('carries the bearer, the key and the body, and returns the envelope’s content', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { body: { done: true } });
    expect(await call('removeDevice', { body: { deviceId: 'd1' }, idempotencyKey: 'key-7' })).toEqual({
      done: true,
    });
    expect(backend.seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/notifications/devices/remove',
        headers: { authorization: 'Bearer token-1', 'idempotency-key': '"key-7"' },
        body: '{"deviceId":"d1"}',
      },
    ]);
  });

  it('goes without a bearer where none is wanted', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { body: null });
    expect(await invitationByToken('a/b')).toBeNull();
    expect(backend.seen[0]?.url).toBe('/api/users/invitation/a%2Fb');
    expect(backend.seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('proves by a refusal too that the server is reachable', async () => {
    noteUnreachable();
    backend.handle = (_seen, response) => answerJson(response, 404, { errorMessage: 'Nothing here.' });
    expect(await errorOf(call('events', { body: { cursor: null } }))).toMatchObject({ status: 404 });
    expect(getConnectivity().reachable).toBe(true);
  });

  it.each([
    ['checklists', () => queryClient.fetchQuery(checklistsQuery())],
    ['rules of due dates', () => queryClient.fetchQuery(dueRulesQuery())],
    ['figures', () => queryClient.fetchQuery(figuresQuery({ weeks: 4, by: 'week', timeZone: 'UTC' }))],
    ['requests for deletion', () => queryClient.fetchQuery(erasureRequestsQuery())],
  ])('fails for %s when the answer is 404: the server always has them', async (_, read) => {
    backend.handle = (_seen, response) =>
      answerJson(response, 404, { errorMessage: 'Not found.', code: 'not-found' });
    expect(await errorOf(read())).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('rejects a response that the contract does not know', async () => {
    const said: unknown[] = [];
    const before = console.error;
    console.error = (...words: unknown[]) => said.push(words);
    backend.handle = (_seen, response) => answerJson(response, 200, { body: { cursor: 7 } });
    const error = await errorOf(call('events', { body: { cursor: null } }));
    console.error = before;
    expect(error).toMatchObject({ status: 200, definite: true });
    expect(said).toHaveLength(1);
  });
});
