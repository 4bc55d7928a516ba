import { expect, test } from 'vitest';
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
