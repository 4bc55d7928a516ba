import { describe, expect, test } from 'vitest';
import type { InboxMessage } from '../../../src/contract/messages/message.ts';
import { byJob } from '../../../src/features/messages/byJob.ts';
import { whoseTurn } from '../../../src/features/messages/whoseTurn.ts';
import { waitedTime } from '../../../src/format/waitedTime.ts';
import { sentMessage } from '../../support/app/fakeBackend.ts';

function inbox(more: Partial<InboxMessage> = {}): InboxMessage {
  return { ...sentMessage(), turn: 'NOBODY', assignedTo: '', ...more };
}

const client = { email: 'ada@client.test', userType: 'CLIENT' } as const;
const staff = { email: 'bob@ev.test', userType: 'EMPLOYEE' } as const;

describe('whose turn it is', () => {
  test.each<[string, typeof client | typeof staff, Partial<InboxMessage>, string]>([
    ['for the assignee', staff, { turn: 'EV', assignedTo: 'Bob@ev.test' }, 'Your turn'],
    ['for staff, of nobody’s job', staff, { turn: 'EV' }, 'Your turn'],
    ['for staff, of a colleague’s job', staff, { turn: 'EV', assignedTo: 'eve@ev.test' }, 'EV’s turn'],
    ['for staff, when EV spoke last', staff, { turn: 'CLIENT' }, 'Sun Roofs’s turn'],
    ['for staff, of a client without a company', staff, { turn: 'CLIENT', company: '' }, 'The client’s turn'],
    ['for the client, when EV spoke last', client, { turn: 'CLIENT' }, 'Your turn'],
    ['for the client, when they spoke last', client, { turn: 'EV', assignedTo: client.email }, 'EV’s turn'],
    ['when all that was said last is addressed', staff, { turn: 'NOBODY' }, 'Replied'],
  ])('%s', (_, reader, message, words) => {
    const turn = whoseTurn(inbox(message), reader);
    expect(turn.text).toBe(words);
    expect(turn.isReaders).toBe(words === 'Your turn');
  });
});

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
