import { afterEach, expect, it, vi } from 'vitest';
import { noteReachable, noteUnreachable } from '../../src/api/connectivity.ts';
import type { OutboxRecord } from '../../src/outbox/records/record.ts';
import { createWire } from '../../src/outbox/sending/wire.ts';
import { answerJson, testBackend, wireJob } from '../app/support/backend.ts';
import { freshRecord } from '../support/app/freshRecord.ts';

const wire = createWire();

const backend = testBackend();

const message = {
  communicationId: 'm1',
  jobId: 'job-1',
  content: 'On the roof.',
  status: 'NEW',
  createdTimestamp: 1_795_000_000,
  sequence: 7,
  fromUserId: 'client@ev.test',
  toUserId: '',
  fromUserType: 'CLIENT',
  fileAttachmentsInfo: {},
  company: 'Sunline',
  fromUserName: 'Cleo C.',
  project: 'Elm Street carport',
  jobCode: 'ABCD1234',
};

const common = {
  ...freshRecord,
  seq: 1,
  clientId: 'key-1',
  ownerUid: 'uid-1',
  ownerEmail: 'client@ev.test',
  laneKey: 'job:job-1',
  jobId: 'job-1',
  files: [],
  state: 'sending',
  attempts: 1,
  firstAttemptAt: 0,
} as const satisfies Partial<OutboxRecord>;

afterEach(noteReachable);

const own = { idToken: 'token-of-the-owner', timeoutMs: 8000 };

it('a message is sent with its files under their fixed names, its key and its owner’s token', async () => {
  backend.handle = (_seen, response) =>
    answerJson(response, 200, { body: { job: wireJob, communication: message } });
  const payload = {
    content: 'On the roof.',
    fromUserType: 'CLIENT',
    jobReporter: 'client@ev.test',
    assignedTo: 'employee@ev.test',
  } as const;
  const file = {
    name: 'roof.20261121T193000.png',
    type: 'image/png',
    size: 6,
    chunks: [new TextEncoder().encode('abc').buffer, new TextEncoder().encode('def').buffer],
  };
  const delivered = await wire.send({
    record: { ...common, files: [], kind: 'message', payload },
    files: [file],
    ...own,
  });
  expect(delivered.serverId).toBe('m1');
  const [seen] = backend.seen;
  expect(seen).toMatchObject({
    url: '/api/jobs/update',
    headers: { authorization: 'Bearer token-of-the-owner', 'idempotency-key': '"key-1"' },
  });
  expect(seen?.body).toMatch(/name="attachments"; filename="roof\.20261121T193000\.png"[\s\S]*abcdef/);
  expect(seen?.body).toMatch(/name="evCommunication\.content"\s+On the roof\./);
  expect(seen?.body).toMatch(/name="evCommunication\.toUserId"\s+employee@ev\.test/);
});

it('the server is told when a message was written, and what it marks', async () => {
  backend.handle = (_seen, response) =>
    answerJson(response, 200, { body: { job: wireJob, communication: message } });
  const payload = {
    content: 'On the roof.',
    fromUserType: 'CLIENT',
    jobReporter: '',
    assignedTo: '',
  } as const;
  await wire.send({
    record: {
      ...common,
      files: [],
      kind: 'message',
      payload,
    },
    files: [],
    ...own,
    writtenSecondsAgo: 18_480,
  });
  expect(backend.seen[0]?.headers['written-seconds-ago']).toBe('18480');
  expect(backend.seen[0]?.body).not.toContain('18480');
});

it('a staff note is sent by its own call, with its key and when it was written, and never as a message', async () => {
  const answer = {
    noteId: 'n1',
    jobId: 'job-1',
    content: 'Ask for the permit.',
    createdTimestamp: 1_795_000_000,
    sequence: 1,
    fromUserId: 'employee@ev.test',
    fromUserName: 'Emil E.',
    mentions: [],
  };
  backend.handle = (_seen, response) => answerJson(response, 200, { body: answer });
  const payload = { content: 'Ask for the permit.', mentions: ['ada@ev.test'] };
  const record = { ...common, files: [], kind: 'note', payload } as const;
  const sent = { record: { ...record, files: [] }, files: [], ...own, writtenSecondsAgo: 60 };
  expect(await wire.send(sent)).toEqual({ serverId: 'n1', response: answer });
  const [seen, ...others] = backend.seen;
  expect(others).toEqual([]);
  expect(seen).toMatchObject({
    url: '/api/jobs/note',
    headers: {
      authorization: 'Bearer token-of-the-owner',
      'idempotency-key': '"key-1"',
      'written-seconds-ago': '60',
    },
  });
  expect(JSON.parse(seen?.body ?? '')).toEqual({
    jobId: 'job-1',
    note: 'Ask for the permit.',
    mentions: ['ada@ev.test'],
  });
});

it('a mark is sent as the status it aims at, with its number and when it was chosen', async () => {
  // An hour ahead of the device.
  const serverMs = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
  backend.handle = (_seen, response) => {
    response.setHeader('date', new Date(serverMs).toUTCString());
    answerJson(response, 200, { body: message });
  };
  const record = {
    ...common,
    files: [],
    kind: 'mark',
    payload: { communicationId: 'm1', target: 'ADDRESSED' },
    order: { device: 'phone-1', number: 12 },
  } as const;
  const sent = { record: { ...record, files: [] }, files: [], ...own, writtenSecondsAgo: 90 };
  const began = performance.now();
  expect((await wire.send(sent)).serverId).toBeNull();
  await wire.send(sent);
  const tookMs = performance.now() - began;
  const [, { headers = {} } = {}] = backend.seen;
  expect(headers).toMatchObject({ 'written-seconds-ago': '90' });
  // The server's clock is known by its first response.
  const [device, number, sentAt] = String(headers['chosen-as']).split(' ');
  expect([device, number]).toEqual(['phone-1', '12']);
  expect(Number(sentAt) * 1000).toBeGreaterThanOrEqual(serverMs);
  expect(Number(sentAt) * 1000).toBeLessThanOrEqual(serverMs + tookMs + 1000);
  expect(backend.seen[0]?.url).toBe('/api/update/communication');
  expect(JSON.parse(backend.seen[0]?.body ?? '')).toEqual({
    evCommunicationId: 'm1',
    jobId: 'job-1',
    status: 'ADDRESSED',
    userName: 'client@ev.test',
  });
});

it('a new job and its changes are sent as they were written', async () => {
  backend.handle = ({ url }, response) =>
    answerJson(response, 200, {
      body: url.endsWith('/report') ? wireJob : { job: wireJob, communication: null },
    });
  const report = { jobCode: 'ABCD1234', project: 'Elm Street carport' };
  const made = await wire.send({
    record: { ...common, files: [], kind: 'report', payload: report },
    files: [],
    ...own,
  });
  expect(made.serverId).toBe('job-1');
  const changes = { evJobId: 'job-1', version: 3, project: 'Elm Street garage' };
  await wire.send({ record: { ...common, files: [], kind: 'update', payload: changes }, files: [], ...own });
  expect(backend.seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/api/jobs/report', report],
    ['/api/jobs/update', changes],
  ]);
});

it.each([
  [8_000, true],
  [60_000, false],
  [-60_000, false],
])('a message after a probe during which the clock moved by %i ms is sent: %s', async (ms, goes) => {
  noteUnreachable();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 });
  backend.handle = ({ url }, response) => {
    vi.setSystemTime(1_795_000_000_000 + ms);
    answerJson(response, 200, { body: url.endsWith('/update/communication') ? message : { total: 1 } });
  };
  const payload = { communicationId: 'm1', target: 'ADDRESSED' } as const;
  const sent = wire.send({ record: { ...common, files: [], kind: 'mark', payload }, files: [], ...own });
  if (goes) await sent;
  else await expect(sent).rejects.toMatchObject({ code: 'offline', unsent: true });
  expect(backend.seen.map(({ url }) => url.split('/').at(-1))).toEqual(
    goes ? ['healthz', 'communication'] : ['healthz'],
  );
});
