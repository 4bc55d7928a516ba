import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { type NotSent, notSentText, unfinishedOf } from '../../../src/app/signOut/notSent.ts';
import { openWithoutStorage, sender } from '../support/openTestOutbox.ts';

test.each<[NotSent['kind'][], string]>([
  [['message'], '1 message'],
  [['message', 'message', 'message'], '3 messages'],
  [['mark', 'message', 'mark'], '1 message and 2 message status changes'],
  [['report', 'update', 'message'], '1 message, 1 new job, and 1 job change'],
  [['unreadable', 'unreadable'], '2 unreadable items'],
])('the unsent items %j are worded “%s”', (kinds, words) => {
  expect(notSentText(kinds.map((kind) => ({ kind, isStuck: false })))).toBe(words);
});

test('where unsent items and drafts cannot be read, a sign-out does not take them for none', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await openWithoutStorage('UnknownError');
  expect(notSentText(await unfinishedOf(sender))).toBe('2 unreadable items');
});

test('where the browser denies storage, there are none', async () => {
  await openWithoutStorage();
  expect(await unfinishedOf(sender)).toEqual([]);
});
