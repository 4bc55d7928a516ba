import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/contract/message.ts';
import {
  dividerAt,
  fromSelected,
  isOwnSide,
  mayMark,
  newMessages,
  suggestedText,
} from '../../src/features/chat/conversation.ts';

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

describe('the list is kept from the selected message’s time onward', () => {
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
  ])('selected %s: %j', (selected, kept) => {
    expect(ids(fromSelected(list, selected))).toEqual(kept);
  });
});

describe('who may mark a message', () => {
  test.each([
    ['staff, any', staff, message('a', fromStaff), true],
    ['a client, one addressed to them', client, message('a', fromStaff), true],
    ['a client, in other letters', client, message('a', { ...fromStaff, toUserId: 'Ada@Client.test' }), true],
    ['a client, their own', client, message('a'), false],
    ['a client, one addressed to nobody', client, message('a', { toUserId: '' }), false],
  ])('%s: %s', (_, reader, one, may) => {
    expect(mayMark(one, reader)).toBe(may);
  });
});

test('staff speak as one side', () => {
  expect(isOwnSide(message('a', fromStaff), { email: 'eve@ev.test', userType: 'ADMIN' })).toBe(true);
  expect(isOwnSide(message('a'), staff)).toBe(false);
});

describe('what is new to the reader', () => {
  const list = [
    message('old', { status: 'ADDRESSED' }),
    message('mine', { ...fromStaff }),
    message('first'),
    message('second'),
  ];
  test.each<[string, string | null, string[]]>([
    ['all still new of the other side, where nothing was seen here', null, ['first', 'second']],
    ['what came after the last one seen', 'first', ['second']],
    ['what came after one’s own message', 'mine', ['first', 'second']],
    ['nothing, when all was seen', 'second', []],
    ['all still new, when the last one seen is gone', 'gone', ['first', 'second']],
  ])('is %s', (_, seen, found) => {
    expect(ids(newMessages(list, seen, staff))).toEqual(found);
  });
});

describe('files without a text are offered one', () => {
  const photo = { name: 'roof.jpg', type: 'image/jpeg' };
  const plan = { name: 'plan.pdf', type: 'application/pdf' };
  test.each([
    [[], 'Elm Street', ''],
    [[photo], 'Elm Street', 'Photo of Elm Street'],
    [[photo], '', 'Photo of the job'],
    [[photo, { name: 'b.PNG', type: '' }], 'Elm Street', '2 photos of Elm Street'],
    [[plan], 'Elm Street', 'File: plan.pdf'],
    [[plan, photo], 'Elm Street', '2 files for Elm Street'],
  ])('%j of %s: %s', (files, project, words) => {
    expect(suggestedText(files, project)).toBe(words);
  });
});

describe('above which message the divider stands, while only the newest messages are here', () => {
  const part = [
    message('a', { status: 'ADDRESSED' }),
    message('b', fromStaff),
    message('c'),
    message('d', { status: 'ADDRESSED' }),
  ];

  test('is known by the message seen last, if that is here', () => {
    expect(dividerAt(part, true, 'a', staff)).toBe(part[2]);
    expect(dividerAt(part, true, 'd', staff)).toBeUndefined();
  });

  test('is known where what is new begins after something that is not', () => {
    expect(dividerAt(part, true, null, staff)).toBe(part[2]);
  });

  test('is not known where it may begin among older ones', () => {
    expect(dividerAt(part.slice(1), true, 'gone', staff)).toBe('undecided');
    expect(dividerAt(part.slice(3), true, null, staff)).toBe('undecided');
    expect(dividerAt(part.slice(1), false, 'gone', staff)).toBe(part[2]);
  });
});
