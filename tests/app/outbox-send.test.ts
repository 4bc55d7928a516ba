import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTokenSource } from '../../src/api/client.ts';
import { keys, queryClient } from '../../src/api/queries.ts';
import type { Message } from '../../src/contract/message.ts';
import { discardMessage, markMessage, reportJob, retryMessage, sendMessage } from '../../src/outbox/send.ts';
import { waitingMessages } from '../../src/outbox/waiting.ts';
import { address, FakeBackend, job, newJob, sentMessage } from '../support/fakeBackend.ts';

let backend: FakeBackend;

beforeEach(() => {
  backend = new FakeBackend();
  vi.stubEnv('VITE_API_BASE', address);
  vi.stubGlobal('fetch', backend.fetch);
  setTokenSource(
    async () => 'token',
    async () => 'token',
  );
  queryClient.clear();
});

afterEach(async () => {
  backend.always({ status: 422, errorMessage: 'The test is over.' });
  await settled();
  for (const { id } of [...waitingMessages()].reverse()) discardMessage(id);
  await settled();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const sender = { email: 'ada@client.test', userType: 'CLIENT' } as const;

function message(content: string, jobId = 'J1') {
  return { jobId, content, jobReporter: sender.email, assignedTo: 'bob@ev.test', sender };
}

/** Until nothing is on its way. */
async function settled() {
  await vi.waitFor(() => {
    if (waitingMessages().some(({ state }) => state === 'sending')) throw new Error('still sending');
  });
}

function states() {
  return waitingMessages().map(({ message: { content }, state }) => `${content}: ${state}`);
}

test('a sent message shows in its conversation at once and stops waiting', async () => {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), []);
  sendMessage(message('Hello'));
  expect(states()).toEqual(['Hello: sending']);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  const shown = queryClient.getQueryData<Message[]>(keys.conversation('J1'));
  expect(shown?.map((one) => one.content)).toEqual(['Hello']);
});

test('the wire has the specification’s parts, and the assignee for a client’s message', async () => {
  sendMessage(message('Hello'), [new File(['x'], 'roof.png', { type: 'image/png' })]);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  const [sent] = backend.requests;
  expect(sent?.path).toBe('/jobs/update');
  expect(sent?.parts).toEqual({
    evJobId: 'J1',
    jobReporter: 'ada@client.test',
    jobUpdateUser: 'ada@client.test',
    'evCommunication.content': 'Hello',
    'evCommunication.fromUserId': 'ada@client.test',
    'evCommunication.toUserId': 'bob@ev.test',
    'evCommunication.fromUserType': 'CLIENT',
  });
  expect(sent?.fileNames[0]).toMatch(/^roof\.\d{8}T\d{6}\.png$/);
});

test('a retry after a lost answer has the same key and the same file names', async () => {
  backend.next('lost');
  const id = sendMessage(message('Hello'), [new File(['x'], 'roof.png', { type: 'image/png' })]);
  await vi.waitFor(() => expect(states()).toEqual(['Hello: failed']));
  expect(waitingMessages()[0]?.error?.definite).toBe(false);
  retryMessage(id);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  const [first, second] = backend.requests.filter(({ path }) => path === '/jobs/update');
  expect(second?.key).toBe(first?.key);
  expect(second?.fileNames).toEqual(first?.fileNames);
});

test('a message that had arrived although its answer was lost is not sent again', async () => {
  backend.next('lost');
  const id = sendMessage(message('Hello'));
  await vi.waitFor(() => expect(states()).toEqual(['Hello: failed']));
  backend.conversation = [sentMessage({ content: 'Hello', createdTimestamp: Math.floor(Date.now() / 1000) })];
  retryMessage(id);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  expect(backend.requests.filter(({ path }) => path === '/jobs/update')).toHaveLength(1);
});

test('an equal message that was there before is not taken for it', async () => {
  const before = sentMessage({ content: 'Hello', createdTimestamp: Math.floor(Date.now() / 1000) });
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [before]);
  backend.conversation = [before];
  backend.next('lost');
  const id = sendMessage(message('Hello'));
  await vi.waitFor(() => expect(states()).toEqual(['Hello: failed']));
  retryMessage(id);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  expect(backend.requests.filter(({ path }) => path === '/jobs/update')).toHaveLength(2);
});

test('a refused message keeps its text and files; later ones of its job wait, other jobs go on', async () => {
  backend.next({ status: 422, errorMessage: 'Not like this.' });
  const files = [new File(['x'], 'a.pdf', { type: 'application/pdf' })];
  const id = sendMessage(message('One'), files);
  sendMessage(message('Two'));
  await vi.waitFor(() => expect(states()).toEqual(['One: failed', 'Two: waiting']));
  sendMessage(message('Elsewhere', 'J2'));
  await vi.waitFor(() => expect(states()).toEqual(['One: failed', 'Two: waiting']));
  const [failed] = waitingMessages();
  expect(failed?.error?.message).toBe('Not like this.');
  expect(failed?.files).toBe(files);
  discardMessage(id);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
});

test('messages of one job go out one after the other, in their order', async () => {
  for (const content of ['One', 'Two', 'Three']) sendMessage(message(content));
  expect(states()).toEqual(['One: sending', 'Two: waiting', 'Three: waiting']);
  await vi.waitFor(() => expect(waitingMessages()).toEqual([]));
  const contents = backend.requests
    .filter(({ path }) => path === '/jobs/update')
    .map(({ parts }) => parts['evCommunication.content']);
  expect(contents).toEqual(['One', 'Two', 'Three']);
  expect(backend.mostAtOnce).toBe(1);
});

function statusShown() {
  return queryClient.getQueryData<Message[]>(keys.conversation('J1'))?.map(({ status }) => status);
}

const marked = { communicationId: 'C1', jobId: 'J1', email: sender.email };

test('a mark shows at once and sends the target status', async () => {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
  const done = markMessage({ ...marked, status: 'ADDRESSED' }, 'NEW');
  expect(statusShown()).toEqual(['ADDRESSED']);
  await done;
  expect(backend.requests[0]?.json).toEqual({
    evCommunicationId: 'C1',
    jobId: 'J1',
    status: 'ADDRESSED',
    userName: sender.email,
  });
});

test('a refused mark is taken back', async () => {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
  backend.next({ status: 404, errorMessage: 'Not yours.' });
  await expect(markMessage({ ...marked, status: 'ADDRESSED' }, 'NEW')).rejects.toThrow('Not yours.');
  expect(statusShown()).toEqual(['NEW']);
});

test('two quick marks go out in their order, and the last one is shown throughout', async () => {
  queryClient.setQueryData<Message[]>(keys.conversation('J1'), [sentMessage({ communicationId: 'C1' })]);
  const first = markMessage({ ...marked, status: 'ADDRESSED' }, 'NEW');
  const second = markMessage({ ...marked, status: 'NEW' }, 'ADDRESSED');
  expect(statusShown()).toEqual(['NEW']);
  await Promise.all([first, second]);
  expect(statusShown()).toEqual(['NEW']);
  expect(backend.requests.map(({ json }) => (json as { status: string } | undefined)?.status)).toEqual([
    'ADDRESSED',
    'NEW',
  ]);
});

function codeOf(json: unknown) {
  return (json as { jobCode: string } | undefined)?.jobCode;
}

test('the same new job after a lost answer has the same key and code; another one has its own', async () => {
  backend.next('lost');
  await expect(reportJob(newJob)).rejects.toMatchObject({ definite: false });
  await reportJob(newJob);
  await reportJob(newJob);
  const [first, second, third] = backend.requests;
  expect(second?.key).toBe(first?.key);
  expect(second?.json).toEqual(first?.json);
  expect(third?.key).not.toBe(first?.key);
  expect(codeOf(third?.json)).not.toBe(codeOf(first?.json));
});

test('a reported job is what its page shows at once', async () => {
  await reportJob(newJob);
  expect(queryClient.getQueryData(keys.job(job.jobId))).toMatchObject({ project: job.project });
});
