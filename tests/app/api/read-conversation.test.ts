import { expect, it } from 'vitest';
import { readConversation } from '../../../src/api/readConversation.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();

function message(sequence: number, isCut = false) {
  return {
    communicationId: `m${sequence}`,
    jobId: 'job-1',
    content: `Message ${sequence}`,
    status: 'NEW',
    createdTimestamp: sequence,
    sequence,
    fromUserId: 'client@ev.test',
    toUserId: '',
    fromUserType: 'CLIENT',
    fileAttachmentsInfo: {},
    company: 'Sunline',
    fromUserName: 'Cleo C.',
    project: 'Elm Street carport',
    jobCode: 'ABCD1234',
    ...(isCut ? { earlier: true } : {}),
  };
}

it('a conversation in several responses is read to its first message', async () => {
  const parts: Record<string, unknown[]> = {
    '': [message(5, true), message(6)],
    '?before=5': [message(3, true), message(4)],
    '?before=3': [message(1), message(2)],
  };
  backend.handle = ({ url }, response) =>
    answerJson(response, 200, { body: parts[url.replace('/api/jobs/job-1/communication', '')] });
  const messages = await readConversation('job-1', {});
  expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(messages.some(({ earlier }) => earlier)).toBe(false);
});

it('the messages read so far are shown, with a note, when an earlier response cannot be read', async () => {
  backend.handle = ({ url }, response) =>
    url.includes('before')
      ? answerJson(response, 404, { errorMessage: 'Nothing here.', code: 'not-found' })
      : answerJson(response, 200, { body: [message(5, true), message(6)] });
  const messages = await readConversation('job-1', {});
  expect(messages.map(({ sequence, earlier }) => [sequence, earlier])).toEqual([
    [5, true],
    [6, undefined],
  ]);
});
