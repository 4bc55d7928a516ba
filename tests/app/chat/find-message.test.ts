import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { queryClient } from '../../../src/api/queries.ts';
import { messageQuery } from '../../../src/features/attachments/findMessage.ts';
import { address, FakeBackend, sentMessage } from '../../support/app/fakeBackend.ts';

let backend: FakeBackend;

beforeEach(() => {
  backend = new FakeBackend();
  backend.conversation = [sentMessage({ communicationId: 'in-job' })];
  backend.inbox = [
    [sentMessage({ communicationId: 'first-page' })],
    [],
    [sentMessage({ communicationId: 'last-page' })],
  ];
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('fetch', backend.fetch);
  setClient(createClient({ token: async () => 'token' }));
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.unstubAllGlobals();
});

test.each([
  ['in the conversation of the job that is named', 'in-job', 'J1', 'in-job'],
  ['among all messages, when no job is named', 'first-page', undefined, 'first-page'],
  ['on a later page', 'last-page', undefined, 'last-page'],
  ['among all messages, when another job is named', 'last-page', 'J1', 'last-page'],
  ['among all messages, when the named job is not there', 'last-page', 'gone', 'last-page'],
  ['nowhere', 'unknown', 'J1', undefined],
])('a message is found %s', async (_, id, jobId, found) => {
  const message = await queryClient.fetchQuery(messageQuery('ada@client.test', id, jobId));
  expect(message?.communicationId).toBe(found);
});
