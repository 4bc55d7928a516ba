import { expect, test } from 'vitest';
import { calls, pathOf } from '../../src/contract/calls.ts';
import { errors } from '../../src/contract/errors.ts';
import { sentence } from '../../src/contract/labels.ts';
import { filesOf, oppositeStatus } from '../../src/contract/messages/message.ts';
import { requests } from '../../src/contract/requests.ts';
import { userNameOf } from '../../src/contract/users/user.ts';

/** The specification's §7, line by line. */
const specified = [
  'POST /evcommunications',
  'POST /update/communication',
  'GET /attachments/{key}/{fileName}',
  'GET /jobs/{jobId}',
  'GET /jobs/{jobId}/communication',
  'POST /jobs/report',
  'POST /jobs/update',
  'POST /users/invite/v2',
  'POST /evjobs/download',
  'POST /register',
  'POST /users/employees/emails',
  'GET /users/profile/{email}',
  'POST /users/profiles',
  'POST /users/update/profiles',
  'POST /v2/evjobs',
  'POST /evjobs/v2/search',
  'GET /evjobs/{email}/stats',
  'GET /evjobs/stats',
];

test('the table has the 18 calls of the specification, and marks every other one as ours', () => {
  const unmarked = Object.values(calls).filter((call) => !('ours' in call));
  expect(unmarked.map((call) => `${call.method} ${call.path}`)).toEqual(specified);
});

test('every POST has its request under the same name, no GET has one', () => {
  const posts = Object.entries(calls).filter(([, call]) => call.method === 'POST');
  expect(Object.keys(requests).sort()).toEqual(posts.map(([name]) => name).sort());
});

test('a path encodes its parameters', () => {
  expect(pathOf('attachment', { key: 'a/b', fileName: 'räum 1.pdf' })).toBe(
    '/attachments/a%2Fb/r%C3%A4um%201.pdf',
  );
  expect(pathOf('userStats', { email: 'a+b@ev.test' })).toBe('/evjobs/a%2Bb%40ev.test/stats');
});

test('the error catalogue says the words of the specification', () => {
  expect(errors['content-too-large'].message).toBe('Content too large');
  expect(errors['too-large']).toEqual({ status: 413, message: 'Total files size cannot exceed 100 MB' });
  expect(errors['duplicate-job'].message).toBe(
    "There's an existing job for with same requested services for the provided address.",
  );
});

test('no error sentence shows details of the machine', () => {
  for (const error of Object.values(errors)) expect(error.message).toMatch(/^[A-Z][^{}<>]+$/);
});

test.each([
  ['firstName', 'is a required field', 'First name is a required field'],
  ['address.zipcode', 'Zip code is not valid (12345-6789)', 'Zip code is not valid (12345-6789)'],
  ['address.city', 'is a required field', 'City is a required field'],
  [
    'jobEVService.0.evServices',
    'service may have at least 1 value selected',
    'service may have at least 1 value selected',
  ],
  ['evCommunication.content', 'is a required field', 'Message is a required field'],
  ['inviteeList.3.email', 'must be a valid email', 'Email must be a valid email'],
  ['', 'is a required field', 'This is a required field'],
  ['evJobId', 'is a required field', 'This is a required field'],
])('%s + %s → %s', (field, message, expected) => expect(sentence(field, message)).toBe(expected));

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  [' Ada ', ' lovelace', 'Ada L.'],
  ['Ada', '', 'Ada'],
  ['佐藤', '太郎', '佐藤 太.'],
  ['A', '😀x', 'A 😀.'],
])('user name of %s %s is %s', (firstName, lastName, expected) =>
  expect(userNameOf({ firstName, lastName })).toBe(expected),
);

test('the toggle asks for the opposite status', () => {
  expect(oppositeStatus('NEW')).toBe('ADDRESSED');
  expect(oppositeStatus('ADDRESSED')).toBe('NEW');
});

test('the files of a message are a list of key and link', () => {
  const file = { link: '/attachments/k/a.pdf', fileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
  expect(filesOf({ fileAttachmentsInfo: { k: file } })).toEqual([{ key: 'k', ...file }]);
});
