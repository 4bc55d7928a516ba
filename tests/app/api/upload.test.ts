import { describe, expect, it, vi } from 'vitest';
import { call } from '../../../src/api/client.ts';
import { timeoutFor } from '../../../src/api/requestBody.ts';
import { answerJson, errorOf, testBackend, wireJob } from '../support/backend.ts';

const backend = testBackend();

const pdf = new File(['%PDF-1.7 small'], 'plan.20261121T103000.pdf', { type: 'application/pdf' });

const change = {
  evJobId: 'job-1',
  jobUpdateUser: 'client@ev.test',
  version: 3,
  project: 'Elm Street carport',
} as const;

const chat = {
  evJobId: 'job-1',
  jobReporter: 'client@ev.test',
  jobUpdateUser: 'employee@ev.test',
  'evCommunication.content': 'See the plan.',
  'evCommunication.fromUserId': 'employee@ev.test',
  'evCommunication.toUserId': 'client@ev.test',
  'evCommunication.fromUserType': 'EMPLOYEE',
} as const;

function answerUpdate() {
  backend.handle = (_seen, response) =>
    answerJson(response, 200, { body: { job: wireJob, communication: null } });
}

async function partsSeen(): Promise<FormData> {
  const [seen] = backend.seen;
  return new Response(seen?.body ?? '', {
    headers: { 'content-type': seen?.headers['content-type'] ?? '' },
  }).formData();
}

describe('the body of a write', () => {
  it('is JSON for a change without files', async () => {
    answerUpdate();
    await call('updateJob', { body: change });
    expect(backend.seen[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(backend.seen[0]?.body ?? '')).toEqual(change);
  });

  it('is the part "job" and repeated "attachments" for a change with files', async () => {
    answerUpdate();
    await call('updateJob', { body: change, files: [pdf, pdf] });
    const parts = await partsSeen();
    expect(JSON.parse(String(parts.get('job')))).toEqual(change);
    const files = parts.getAll('attachments') as File[];
    expect(files.map((file) => [file.name, file.type])).toEqual([
      ['plan.20261121T103000.pdf', 'application/pdf'],
      ['plan.20261121T103000.pdf', 'application/pdf'],
    ]);
    expect(await files[0]?.text()).toBe('%PDF-1.7 small');
  });

  it('is the specification’s text parts for a chat message, with or without files', async () => {
    answerUpdate();
    await call('updateJob', { body: chat });
    const parts = await partsSeen();
    expect(Object.fromEntries(parts)).toEqual(chat);
  });
});

describe('the timeout of a request', () => {
  it.each([
    ['nothing', [], 8000],
    ['1 MiB', [1024 * 1024], 8000 + 32_000],
    ['two files of 512 KiB', [512 * 1024, 512 * 1024], 8000 + 32_000],
    ['100 MB', [104_857_600], 600_000],
  ])('allows for %s', (_, sizes, ms) => {
    expect(timeoutFor(sizes.map((size) => ({ size }) as Blob))).toBe(ms);
  });
});

describe('an upload whose connection breaks', () => {
  function cutUploads() {
    backend.handleHead = (request, response) => {
      if (request.url !== '/api/jobs/update') return false;
      response.destroy();
      return true;
    };
  }

  it('is "Content too large" while the backend answers other calls', async () => {
    cutUploads();
    backend.handle = (_seen, response) => answerJson(response, 403, { errorMessage: 'Not for you.' });
    expect(await errorOf(call('updateJob', { body: chat, files: [pdf] }))).toMatchObject({
      message: 'Content too large',
      code: 'content-too-large',
      definite: false,
    });
  });

  it('is "offline" while a captive portal answers everything', async () => {
    cutUploads();
    backend.handle = (_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel</html>');
    expect(await errorOf(call('updateJob', { body: chat, files: [pdf] }))).toMatchObject({ code: 'offline' });
  });

  it('is "offline" while no server answers', async () => {
    await backend.close();
    expect(await errorOf(call('updateJob', { body: chat, files: [pdf] }))).toMatchObject({ code: 'offline' });
  });

  it('is never "Content too large" without files', async () => {
    cutUploads();
    backend.handle = (_seen, response) => answerJson(response, 200, { body: {} });
    expect(await errorOf(call('updateJob', { body: chat }))).toMatchObject({ code: 'offline' });
  });

  it('is "timeout" when its time runs out', async () => {
    const arrived = Promise.withResolvers<void>();
    backend.handle = () => arrived.resolve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pending = errorOf(call('updateJob', { body: chat, files: [pdf] }));
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(8001);
    expect(await pending).toMatchObject({ code: 'timeout', definite: false });
  });
});
