import { describe, expect, test } from 'vitest';
import type { InboxMessage } from '../../../src/contract/messages/message.ts';
import { byJob, type JobGroup } from '../../../src/features/messages/byJob.ts';
import { heldRows } from '../../../src/features/messages/heldRows.ts';
import { waitedTime } from '../../../src/format/waitedTime.ts';
import { sentMessage } from '../../support/app/fakeBackend.ts';

function inbox(more: Partial<InboxMessage> = {}): InboxMessage {
  return { ...sentMessage(), turn: 'NOBODY', assignedTo: '', ...more };
}

test('messages are grouped by job, the one waiting longest first', () => {
  const list = [
    inbox({ jobId: 'A', content: 'a1' }),
    inbox({ jobId: 'B', content: 'b1' }),
    inbox({ jobId: 'A', content: 'a2' }),
  ];
  expect(byJob(list).map(({ jobId, messages }) => [jobId, ...messages.map((one) => one.content)])).toEqual([
    ['A', 'a1', 'a2'],
    ['B', 'b1'],
  ]);
});

test('rows that are shown stay where they are while a conversation is read, and new ones come after them', () => {
  const group = (jobId: string, content = jobId) => byJob([inbox({ jobId, content })])[0] as JobGroup;
  const shown = ['C', 'A', 'B'].map((jobId) => group(jobId));
  const now = [group('D'), group('A', 'more'), group('C')];
  expect(heldRows(shown, now).map(({ jobId, first, left }) => [jobId, first.content, left])).toEqual([
    ['C', 'C', undefined],
    ['A', 'more', undefined],
    ['B', 'B', true],
    ['D', 'D', undefined],
  ]);
  // One that left comes back to its place.
  expect(heldRows(heldRows(shown, now), shown).map(({ jobId, left }) => [jobId, left])).toEqual([
    ['C', undefined],
    ['A', undefined],
    ['B', undefined],
    ['D', true],
  ]);
});

describe('the time a message has waited', () => {
  const day = 86_400;
  test.each([
    [-5, 'less than a minute'],
    [59, 'less than a minute'],
    [60, '1 minute'],
    [3599, '59 minutes'],
    [3600, '1 hour'],
    [day - 1, '23 hours'],
    [day, '1 day'],
    [13 * day, '13 days'],
    [14 * day, '2 weeks'],
    [59 * day, '8 weeks'],
    [60 * day, '2 months'],
    [365 * day, '1 year'],
  ])('is shown for %i s as “%s”', (seconds, words) => {
    expect(waitedTime(1_000_000_000 - seconds, 1_000_000_000)).toBe(words);
  });
});
