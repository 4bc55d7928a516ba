import { afterEach, describe, expect, test } from 'vitest';
import { keys, queryClient } from '../../src/api/queries.ts';
import { companyOf } from '../../src/cache/cachedJobs.ts';
import { chatJobOf } from '../../src/features/chat/chatJob.ts';
import { job, sentMessage } from '../support/fakeBackend.ts';

test('the job of a chat is named and addressed by what is known of it', () => {
  expect(chatJobOf('J1', job)).toEqual({
    jobId: 'J1',
    jobCode: job.jobCode,
    project: job.project,
    company: 'Sun Roofs',
    jobReporter: 'ada@client.test',
    assignedTo: 'bob@ev.test',
  });
});

test.each([
  ['of a client', { fromUserId: 'ada@client.test', fromUserType: 'CLIENT' }],
  ['of staff', { fromUserId: 'bob@ev.test', toUserId: 'ada@client.test', fromUserType: 'EMPLOYEE' }],
] as const)('without the job, by its newest message, %s', (_, message) => {
  const known = chatJobOf('J1', undefined, [sentMessage(), sentMessage(message)]);
  expect(known).toMatchObject({ project: job.project, jobReporter: 'ada@client.test' });
});

test('without anything, there is none', () => {
  expect(chatJobOf('J1', undefined)).toBeUndefined();
});

describe('the company in a caption', () => {
  const unnamed = sentMessage({ company: '' });
  afterEach(() => queryClient.clear());

  test('is the message’s own where it has one', () => {
    expect(companyOf(sentMessage({ company: 'Old Roofs' }))).toBe('Old Roofs');
  });

  test('is the job’s where the backend names none on its messages', () => {
    queryClient.setQueryData(keys.job('J1'), job);
    expect(companyOf(unnamed)).toBe('Sun Roofs');
  });

  test('is found in a list where the job itself was not read', () => {
    const pages = { pages: [{ items: [job], startAfter: null }], pageParams: [null] };
    queryClient.setQueryData(['jobs', {}], pages);
    expect(companyOf(unnamed)).toBe('Sun Roofs');
  });

  test('is not guessed', () => {
    expect(companyOf(unnamed)).toBe('');
  });
});
