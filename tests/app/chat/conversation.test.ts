import { describe, expect, test } from 'vitest';
import { isOwnSide, mayMark } from '../../../src/contract/messages/marking.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import {
  dividerAt,
  fromSelected,
  newMessages,
  suggestedText,
} from '../../../src/features/chat/messages/conversation.ts';

const noon = new Date(2026, 10, 21, 12).getTime() / 1000;

function message(id: string, more: Partial<Message> = {}): Message {
  return {
    communicationId: id,
    jobId: 'J1',
    content: id,
    status: 'NEW',
    createdTimestamp: noon,
    sequence: 0,
    fromUserId: 'ada@client.test',
    toUserId: 'bob@ev.test',
    fromUserType: 'CLIENT',
    fileAttachmentsInfo: {},
    company: 'Sun Roofs',
    fromUserName: '',
    project: '',
    jobCode: '',
    ...more,
  };
}

const client = { email: 'ada@client.test', userType: 'CLIENT' } as const;
const staff = { email: 'bob@ev.test', userType: 'EMPLOYEE' } as const;
const fromStaff = { fromUserType: 'EMPLOYEE', fromUserId: staff.email, toUserId: client.email } as const;

function ids(messages: readonly Message[]) {
  return messages.map((one) => one.communicationId);
}

describe('the conversation is cut at the selected message’s time', () => {
  const list = [
    message('a', { createdTimestamp: noon - 2 }),
    message('b', { createdTimestamp: noon }),
    message('c', { createdTimestamp: noon }),
    message('d', { createdTimestamp: noon + 1 }),
  ];
  test.each([
    [undefined, ['a', 'b', 'c', 'd']],
    ['a', ['a', 'b', 'c', 'd']],
    ['c', ['b', 'c', 'd']],
    ['d', ['d']],
    ['gone', ['a', 'b', 'c', 'd']],
  ])('selecting %s leaves %j', (selected, kept) => {
    expect(ids(fromSelected(list, selected))).toEqual(kept);
  });
});

describe('permission to mark a message', () => {
  test.each([
    ['staff and any message', staff, message('a', fromStaff), true],
    ['a client and a message to them', client, message('a', fromStaff), true],
    [
      'a client and a message to them in another case',
      client,
      message('a', { ...fromStaff, toUserId: 'Ada@Client.test' }),
      true,
    ],
    ['a client and their own message', client, message('a'), false],
    ['a client and a message without recipient', client, message('a', { toUserId: '' }), false],
  ])('for %s is %s', (_, reader, one, may) => {
    expect(mayMark(one, reader)).toBe(may);
  });
});

test('all staff are one side of a conversation', () => {
  expect(isOwnSide(message('a', fromStaff), { email: 'eve@ev.test', userType: 'ADMIN' })).toBe(true);
  expect(isOwnSide(message('a'), staff)).toBe(false);
});

describe('the new messages', () => {
  const list = [
    message('old', { status: 'ADDRESSED' }),
    message('mine', { ...fromStaff }),
    message('first'),
    message('second'),
  ];
  test.each<[string, string | null, string[]]>([
    ['all of the other side with status NEW, when nothing was seen here', null, ['first', 'second']],
    ['those after the last one seen', 'first', ['second']],
    ['those after the reader’s own message', 'mine', ['first', 'second']],
    ['none, when all were seen', 'second', []],
    ['all with status NEW, when the last one seen is gone', 'gone', ['first', 'second']],
  ])('are %s', (_, seen, found) => {
    expect(ids(newMessages(list, seen, staff))).toEqual(found);
  });
});

describe('files without a text get a suggested text', () => {
  const photo = { name: 'roof.jpg', type: 'image/jpeg' };
  const plan = { name: 'plan.pdf', type: 'application/pdf' };
  test.each([
    [[], 'Elm Street', ''],
    [[photo], 'Elm Street', 'Photo of Elm Street'],
    [[photo], '', 'Photo of the site'],
    [[photo, { name: 'b.PNG', type: '' }], 'Elm Street', '2 photos of Elm Street'],
    [[plan], 'Elm Street', 'File: plan.pdf'],
    [[plan, photo], 'Elm Street', '2 files for Elm Street'],
  ])('%j for the project “%s” suggest “%s”', (files, project, words) => {
    expect(suggestedText(files, project)).toBe(words);
  });
});

describe('the place of the “new” divider, while only the newest messages are loaded', () => {
  const part = [
    message('a', { status: 'ADDRESSED' }),
    message('b', fromStaff),
    message('c'),
    message('d', { status: 'ADDRESSED' }),
  ];

  test('is after the message seen last, if that is loaded', () => {
    expect(dividerAt(part, true, 'a', staff)).toBe(part[2]);
    expect(dividerAt(part, true, 'd', staff)).toBeUndefined();
  });

  test('is before the first new message that follows one that is not new', () => {
    expect(dividerAt(part, true, null, staff)).toBe(part[2]);
  });

  test('is undecided where an earlier message may be new', () => {
    expect(dividerAt(part.slice(1), true, 'gone', staff)).toBe('undecided');
    expect(dividerAt(part.slice(3), true, null, staff)).toBe('undecided');
    expect(dividerAt(part.slice(1), false, 'gone', staff)).toBe(part[2]);
  });
});
