import { expect, test } from 'vitest';
import { type NotSent, notSentText } from '../../../src/app/signOut/notSent.ts';

test.each<[NotSent['kind'][], string]>([
  [['message'], '1 message'],
  [['message', 'message', 'message'], '3 messages'],
  [['mark', 'message', 'mark'], '1 message and 2 message status changes'],
  [['report', 'update', 'message'], '1 message, 1 new job, and 1 job change'],
  [['unreadable', 'unreadable'], '2 unreadable items'],
])('the unsent items %j are worded “%s”', (kinds, words) => {
  expect(notSentText(kinds.map((kind) => ({ kind, isStuck: false })))).toBe(words);
});
