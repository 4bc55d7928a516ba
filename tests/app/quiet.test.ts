import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { countedWrite } from '../../src/api/underWay.ts';
import { untilQuiet } from '../../src/app/quiet.ts';
import { keepDraft, readDraft } from '../../src/session/drafts.ts';
import { onKeepNow } from '../../src/session/keepNow.ts';

test('the page is not loaded anew under a write', async () => {
  const order: string[] = [];
  const answered = Promise.withResolvers<void>();
  const write = countedWrite(() => answered.promise).then(() => order.push('written'));
  const quiet = untilQuiet().then(() => order.push('quiet'));
  answered.resolve();
  await Promise.all([write, quiet]);
  expect(order).toEqual(['written', 'quiet']);
});

test('nor before every form has kept what is typed in it', async () => {
  const stop = onKeepNow(() => keepDraft('ada@client.test', 'new-job', { project: 'Elm Street' }));
  await untilQuiet();
  stop();
  expect((await readDraft('ada@client.test', 'new-job'))?.content).toEqual({ project: 'Elm Street' });
});

test('a form that cannot keep anything does not hold the page for ever', async () => {
  const stop = onKeepNow(() => Promise.reject(new Error('full')));
  await untilQuiet();
  stop();
});
