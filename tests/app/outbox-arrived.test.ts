import { expect, test } from 'vitest';
import type { Message } from '../../src/contract/message.ts';
import { arrivedTwin } from '../../src/outbox/arrived.ts';
import type { Intent } from '../../src/outbox/intents.ts';
import { sentMessage } from '../support/fakeBackend.ts';

const tried = 1_000_000;

function waiting(intent: Partial<Intent> = {}) {
  return {
    message: {
      jobId: 'J1',
      content: 'Hello ',
      jobReporter: 'ada@client.test',
      assignedTo: '',
      sender: { email: 'ada@client.test', userType: 'CLIENT' as const },
    },
    intent: { key: 'K', code: 'C', files: [], ...intent },
    createdTimestamp: tried,
    known: new Set(['known']),
  };
}

function inConversation(more: Partial<Message>) {
  return sentMessage({ communicationId: 'twin', content: 'Hello', createdTimestamp: tried + 3, ...more });
}

function withFile(fileName: string): Partial<Message> {
  return { fileAttachmentsInfo: { key: { link: '', fileName, contentType: '', size: 1 } } };
}

test.each<[string, Partial<Message>, boolean]>([
  ['the same words of the same sender', {}, true],
  ['a server whose clock is two minutes behind', { createdTimestamp: tried - 120 }, true],
  ['an older message', { createdTimestamp: tried - 121 }, false],
  ['one that was there before', { communicationId: 'known' }, false],
  ['one of somebody else', { fromUserId: 'bob@ev.test' }, false],
  ['other words', { content: 'Hello?' }, false],
  ['one with a file', withFile('roof.20261121T103000.png'), false],
])('of a message without files, the twin may be %s', (_, more, found) => {
  expect(arrivedTwin(waiting(), [inConversation(more)]) !== undefined).toBe(found);
});

test.each<[string, Partial<Message>, boolean]>([
  ['its frozen file name', withFile('roof.20261121T103000.png'), true],
  ['another file name', withFile('roof.20261121T103001.png'), false],
  ['no file', {}, false],
])('a message with files is known by %s', (_, more, found) => {
  const files = [new File(['x'], 'roof.20261121T103000.png')];
  expect(arrivedTwin(waiting({ files }), [inConversation(more)]) !== undefined).toBe(found);
});
