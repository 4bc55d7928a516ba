import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { call } from '../../../src/api/client.ts';
import { untilIdle } from '../../../src/app/start/untilIdle.ts';
import { readDraft, saveDraft } from '../../../src/outbox/drafts/drafts.ts';
import { onSaveNow } from '../../../src/outbox/drafts/saveNow.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();

vi.stubGlobal('document', new EventTarget());
vi.stubGlobal('window', new EventTarget());

test('the page does not reload during a write', async () => {
  const order: string[] = [];
  const arrived = Promise.withResolvers<() => void>();
  backend.handle = (_seen, response) =>
    arrived.resolve(() => answerJson(response, 200, { body: { done: true } }));
  const write = call('endSessions', { body: { email: 'ada@client.test' } }).then(() => order.push('written'));
  const quiet = untilIdle().then(() => order.push('quiet'));
  (await arrived.promise)();
  await Promise.all([write, quiet]);
  expect(order).toEqual(['written', 'quiet']);
});

test('the page does not reload before every form has saved what is typed in it', async () => {
  const stop = onSaveNow(() => saveDraft('ada@client.test', 'new-job', { project: 'Elm Street' }));
  await untilIdle();
  stop();
  expect((await readDraft('ada@client.test', 'new-job'))?.content).toEqual({ project: 'Elm Street' });
});

test('a form that cannot save anything delays the reload for a limited time', async () => {
  const stop = onSaveNow(() => Promise.reject(new Error('full')));
  await untilIdle();
  stop();
});
