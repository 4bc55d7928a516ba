import { expect, test } from 'vitest';
import type { InboxMessage } from '../../../src/contract/messages/message.ts';
import { morningIn, morningOf, snoozeChoices, unanswered } from '../../../src/features/messages/snoozed.ts';
import { sentMessage } from '../../support/app/fakeBackend.ts';

const now = 1_000_000;

function message(jobId: string, sequence: number, more: Partial<InboxMessage> = {}): InboxMessage {
  const id = { jobId, sequence, communicationId: `${jobId}-${sequence}` };
  return { ...sentMessage(), toUserId: 'bob@ev.test', turn: 'EV', assignedTo: '', ...more, ...id };
}

function told(messages: InboxMessage[], chosen: [string, { until: number; seen: number }][] = [], at = now) {
  const choices = new Map(chosen.map(([jobId, one]) => [jobId, { jobId, ...one }]));
  const { needed, shared, snoozed } = unanswered(messages, choices, at);
  const ids = (list: readonly InboxMessage[]) => list.map(({ communicationId }) => communicationId);
  return { needed: ids(needed), shared: ids(shared), snoozed: ids(snoozed) };
}

test('what is put off here is so before the server knows it, with all its messages, and can be taken back', () => {
  const all = [message('A', 1), message('B', 2), message('A', 3), message('C', 4, { toUserId: '' })];
  expect(told(all)).toEqual({ needed: ['A-1', 'B-2', 'A-3'], shared: ['C-4'], snoozed: [] });
  const chosen: Parameters<typeof told>[1] = [
    ['A', { until: now + 60, seen: 3 }],
    ['C', { until: now + 60, seen: 4 }],
  ];
  expect(told(all, chosen)).toEqual({ needed: ['B-2'], shared: [], snoozed: ['A-1', 'A-3', 'C-4'] });
  const off = all.map((one) => ({ ...one, snoozedUntil: now + 60 }));
  expect(told(off, [['A', { until: 0, seen: 3 }]])).toEqual({
    needed: ['A-1', 'A-3'],
    shared: [],
    snoozed: ['B-2', 'C-4'],
  });
});

test('what is put off comes back with its time without a read, and with a message that was not seen', () => {
  const all = [message('A', 1, { snoozedUntil: now + 60 }), message('B', 2)];
  expect(told(all, [], now + 59).snoozed).toEqual(['A-1']);
  expect(told(all, [], now + 60)).toEqual({ needed: ['A-1', 'B-2'], shared: [], snoozed: [] });
  const more = [message('B', 2), message('B', 5)];
  expect(told(more, [['B', { until: now + 60, seen: 2 }]]).needed).toEqual(['B-2', 'B-5']);
});

test('a day begins at eight in the morning by the reader’s clock', () => {
  const late = new Date(2026, 10, 28, 23, 50);
  expect(new Date(morningIn(1, late) * 1000)).toEqual(new Date(2026, 10, 29, 8));
  expect(new Date(morningOf('2026-12-31') * 1000)).toEqual(new Date(2026, 11, 31, 8));
});

test.each([
  ['a Saturday', 28, ['Tomorrow', 'Monday', 'In a week']],
  ['a Sunday', 29, ['Tomorrow', 'In a week']],
  ['a Monday', 30, ['Tomorrow', 'In a week']],
])('on %s no day is offered twice', (_, day, labels) => {
  const choices = snoozeChoices(new Date(2026, 10, day, 12));
  expect(choices.map(([label]) => label)).toEqual(labels);
  expect(new Set(choices.map(([, until]) => until)).size).toBe(labels.length);
});
