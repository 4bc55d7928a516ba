import { describe, expect, it, vi } from 'vitest';
import { call, setClient } from '../../../src/api/client.ts';
import { type ClientOptions, createClient } from '../../../src/api/createClient.ts';
import { jobQuery, queryClient, searchQuery } from '../../../src/api/queries.ts';
import { answerJson, errorOf, testBackend, wireJob } from '../support/backend.ts';

const backend = testBackend();

function signIn(options: Partial<ClientOptions>): void {
  setClient(createClient({ token: async () => 'token-1', ...options }));
}

const mark = {
  evCommunicationId: 'm1',
  jobId: 'job-1',
  status: 'ADDRESSED',
  userName: 'client@ev.test',
} as const;

const wireMessage = {
  communicationId: 'm1',
  jobId: 'job-1',
  content: 'Hello',
  status: 'ADDRESSED',
  createdTimestamp: 1_795_000_000,
  sequence: 7,
  fromUserId: 'employee@ev.test',
  toUserId: 'client@ev.test',
  fromUserType: 'EMPLOYEE',
  fileAttachmentsInfo: {},
  company: 'Sunline',
  fromUserName: 'Emil E.',
  project: 'Elm Street carport',
  jobCode: 'ABCD1234',
};

describe('a request', () => {
  it('goes to the API base with the bearer, its parameters encoded', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { body: wireJob });
    await call('job', { params: { jobId: '../a b?c' } });
    expect(backend.seen).toMatchObject([
      { method: 'GET', url: '/api/jobs/..%2Fa%20b%3Fc', headers: { authorization: 'Bearer token-1' } },
    ]);
  });

  it('carries the idempotency key of a write', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { body: wireMessage });
    await call('markMessage', { body: mark, idempotencyKey: 'key-7' });
    expect(backend.seen[0]?.headers['idempotency-key']).toBe('"key-7"');
    expect(JSON.parse(backend.seen[0]?.body ?? '')).toEqual(mark);
  });

  it('is not sent when nobody is signed in', async () => {
    signIn({ token: async () => null });
    expect(await errorOf(call('stats', {}))).toMatchObject({ code: 'unauthorized' });
    expect(backend.seen).toEqual([]);
  });
});

describe('a 401', () => {
  it('is followed by one renewed token and one retry', async () => {
    backend.handle = (seen, response) =>
      seen.headers.authorization === 'Bearer token-2'
        ? answerJson(response, 200, { body: wireMessage })
        : answerJson(response, 401, { errorMessage: 'Sign in to continue.', code: 'unauthorized' });
    await call('markMessage', { body: mark, idempotencyKey: 'key-7' });
    expect(backend.seen.map((seen) => seen.headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(backend.seen[1]?.headers['idempotency-key']).toBe('"key-7"');
  });

  it('after the retry is an error, not a loop', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 401, { errorMessage: 'Sign in to continue.', code: 'unauthorized' });
    expect(await errorOf(call('stats', {}))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(backend.seen).toHaveLength(2);
  });

  it('is "offline", not "signed out", when the identity provider cannot be reached', async () => {
    const unreachable = new Error('auth/network-request-failed');
    signIn({ token: (renew) => (renew ? Promise.reject(unreachable) : Promise.resolve('token-1')) });
    backend.handle = (_seen, response) => answerJson(response, 401, { errorMessage: 'No.' });
    expect(await errorOf(call('stats', {}))).toMatchObject({ code: 'offline', definite: false });
  });
});

describe('a failed request', () => {
  it('ends after 8,000 ms without a response, and not before', async () => {
    const arrived = Promise.withResolvers<void>();
    backend.handle = () => arrived.resolve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let outcome: unknown;
    const pending = errorOf(call('stats', {})).then((error) => {
      outcome = error;
    });
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(7900);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    await pending;
    expect(outcome).toMatchObject({ code: 'timeout', status: 0, definite: false });
  });

  it('is not retried when it is a write, which may have been carried out', async () => {
    backend.handleHead = (request, response) => {
      request.resume();
      request.on('end', () => {
        backend.seen.push({ method: 'POST', url: request.url ?? '', headers: request.headers, body: '' });
        response.destroy();
      });
      return true;
    };
    expect(await errorOf(call('markMessage', { body: mark, idempotencyKey: 'key-7' }))).toMatchObject({
      code: 'offline',
      status: 0,
      definite: false,
    });
    expect(backend.seen).toHaveLength(1);
  });

  it('is not retried when it is a write answered by a 503', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 503, { errorMessage: 'Back soon.', code: 'unavailable' });
    expect(await errorOf(call('markMessage', { body: mark }))).toMatchObject({ code: 'unavailable' });
    expect(backend.seen).toHaveLength(1);
  });

  it('is retried once by a page when it is a GET answered by a 503', async () => {
    signIn({ repeatsReads: true });
    backend.handle = (_seen, response) =>
      backend.seen.length === 1
        ? answerJson(response, 503, { errorMessage: 'Back soon.', code: 'unavailable' })
        : answerJson(response, 200, { body: wireJob });
    expect(await call('job', { params: { jobId: 'job-1' } })).toMatchObject({ jobId: 'job-1' });
  });

  it.each([
    ['is for a list, which is a POST,', () => queryClient.fetchInfiniteQuery(searchQuery({ text: 'dock' }))],
    ['is a GET', () => queryClient.fetchQuery(jobQuery('job-1'))],
  ])('is sent twice and no more when it %s', async (_, read) => {
    signIn({ repeatsReads: true });
    backend.handle = (_seen, response) => response.destroy();
    expect(await errorOf(read())).toMatchObject({ code: 'offline' });
    expect(backend.seen).toHaveLength(2);
  });

  it('is retried when a GET’s response breaks off', async () => {
    signIn({ repeatsReads: true });
    backend.handle = (_seen, response) => {
      if (backend.seen.length > 1) return answerJson(response, 200, { body: wireJob });
      response.writeHead(200, {
        'ev-jobs': '1',
        'content-type': 'application/json',
        'content-length': '9999',
      });
      response.write('{"body":{"jobId"', () => response.destroy());
    };
    expect(await call('job', { params: { jobId: 'job-1' } })).toMatchObject({ jobId: 'job-1' });
  });

  it('is not retried by the worker, nor by anyone after a 500', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 503, { errorMessage: 'Back soon.', code: 'unavailable' });
    expect(await errorOf(call('stats', {}))).toMatchObject({ message: 'Back soon.', status: 503 });
    expect(backend.seen).toHaveLength(1);
    signIn({ repeatsReads: true });
    backend.handle = (_seen, response) => answerJson(response, 500, { errorMessage: 'Broken.' });
    expect(await errorOf(call('stats', {}))).toMatchObject({ message: 'Broken.', status: 500 });
    expect(backend.seen).toHaveLength(2);
  });

  it('is "offline" without any response, and an aborted call keeps its reason', async () => {
    for (const options of [{}, { repeatsReads: true }]) {
      signIn(options);
      backend.handle = (_seen, response) => response.destroy();
      expect(await errorOf(call('stats', {}))).toMatchObject({ code: 'offline' });
      const stopped = AbortSignal.abort('nobody looks');
      await expect(call('stats', { signal: stopped })).rejects.toBe('nobody looks');
    }
  });

  it('is "offline" when no server listens', async () => {
    await backend.close();
    expect(await errorOf(call('employees', { body: {} }))).toMatchObject({
      message: 'Can’t connect to EV Jobs. Check your connection and try again.',
      code: 'offline',
      definite: false,
    });
  });

  it('throws the reason of its abort', async () => {
    const control = new AbortController();
    const reason = new Error('The page was left.');
    backend.handle = () => control.abort(reason);
    expect(await errorOf(call('stats', { signal: control.signal }))).toBe(reason);
  });
});
