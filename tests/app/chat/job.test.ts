import { afterEach, describe, expect, test } from 'vitest';
import { keys, queryClient } from '../../../src/api/queries.ts';
import { companyOf } from '../../../src/cache/cachedJobs.ts';
import { chatJobOf } from '../../../src/features/chat/chatJob.ts';
import { job, sentMessage } from '../../support/app/fakeBackend.ts';

test('the chat of a cached job has its name and addresses', () => {
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
] as const)(
  'the newest message, %s, names the job and its client when the job is not cached',
  (_, message) => {
    const known = chatJobOf('J1', undefined, [sentMessage(), sentMessage(message)]);
    expect(known).toMatchObject({ project: job.project, jobReporter: 'ada@client.test' });
  },
);

test('there is no chat job without a job or a message', () => {
  expect(chatJobOf('J1', undefined)).toBeUndefined();
});

describe('the company in a caption', () => {
  const unnamed = sentMessage({ company: '' });
  afterEach(() => queryClient.clear());

  test('is the message’s own if it has one', () => {
    expect(companyOf(sentMessage({ company: 'Old Roofs' }))).toBe('Old Roofs');
  });

  test('is the job’s if the backend names none on messages', () => {
    queryClient.setQueryData(keys.job('J1'), job);
    expect(companyOf(unnamed)).toBe('Sun Roofs');
  });

  test('is that of a list when the job itself was not read', () => {
    const pages = { pages: [{ items: [job], startAfter: null }], pageParams: [null] };
    queryClient.setQueryData(['jobs', {}], pages);
    expect(companyOf(unnamed)).toBe('Sun Roofs');
  });

  test('is empty when nothing names it', () => {
    expect(companyOf(unnamed)).toBe('');
  });
});
