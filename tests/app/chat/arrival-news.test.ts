import { expect, test } from 'vitest';
import type { Message } from '../../../src/contract/messages/message.ts';
import { arrivalNews, lastSequence } from '../../../src/features/chat/messages/arrivalNews.ts';

const reader = { email: 'ada@client.test', userType: 'CLIENT' } as const;

function message(sequence: number, content: string, more: Partial<Message> = {}): Message {
  return {
    communicationId: `m${sequence}`,
    jobId: 'J1',
    content,
    status: 'NEW',
    createdTimestamp: 1_764_000_000 + sequence,
    sequence,
    fromUserId: 'bob@ev.test',
    toUserId: reader.email,
    fromUserType: 'EMPLOYEE',
    fileAttachmentsInfo: {},
    company: '',
    fromUserName: 'Bob B.',
    project: '',
    jobCode: '',
    ...more,
  };
}

const own = { fromUserType: 'CLIENT', fromUserId: reader.email, fromUserName: 'Ada A.' } as const;

test.each<[string, Message[], string]>([
  ['one', [message(4, 'Stamped.')], 'Message from Bob B.: Stamped.'],
  ['one without a name', [message(4, 'Hi', { fromUserName: '' })], 'New message: Hi'],
  [
    'one that comes with a later one of the reader',
    [message(4, 'Stamped.'), message(5, 'Thanks', own)],
    'Message from Bob B.: Stamped.',
  ],
  [
    'several at once',
    [message(4, 'Stamped.'), message(5, 'Shipped.')],
    '2 new messages. Message from Bob B.: Shipped.',
  ],
  ['one of the reader alone', [message(4, 'Thanks', own)], ''],
  ['none', [], ''],
])('of what arrives, %s is announced as it should be', (_, arrived, said) => {
  const before = [message(1, 'Hello'), message(3, 'Here you are')];
  expect(arrivalNews(lastSequence(before), [...before, ...arrived], reader)).toBe(said);
});

test('earlier messages that are loaded later are no news', () => {
  const newest = [message(8, 'Newest')];
  expect(arrivalNews(lastSequence(newest), [message(2, 'Old'), ...newest], reader)).toBe('');
});
