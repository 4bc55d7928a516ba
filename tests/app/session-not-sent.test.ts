import { expect, test } from 'vitest';
import { type NotSent, wordsOfNotSent } from '../../src/app/signOut/notSent.ts';

test.each<[NotSent['kind'][], string]>([
  [['message'], '1 message'],
  [['message', 'message', 'message'], '3 messages'],
  [['toggle', 'message', 'toggle'], '1 message and 2 marks'],
  [['report', 'update', 'message'], '1 message, 1 new job, and 1 change of a job'],
  [['unreadable', 'unreadable'], '2 entries that cannot be read'],
])('the unsent items %j are worded “%s”', (kinds, words) => {
  expect(wordsOfNotSent(kinds.map((kind) => ({ kind, isStuck: false })))).toBe(words);
});
