import { describe, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../../src/api/client.ts';
import { errors } from '../../../src/contract/errors.ts';
import { answerJson, errorOf, testBackend, wireJob } from '../support/backend.ts';

const backend = testBackend();

function readJob() {
  return call('job', { params: { jobId: 'job-1' } });
}

describe('responses', () => {
  it.each([
    ['in our envelope', { body: wireJob }],
    ['with an empty errorMessage beside the body', { body: wireJob, errorMessage: '' }],
    ['with a null errorMessage beside the body', { body: wireJob, errorMessage: null }],
    ['bare', wireJob],
  ])('an object %s is accepted', async (_, sent) => {
    backend.handle = (_seen, response) => answerJson(response, 200, sent);
    expect(await readJob()).toMatchObject({ jobId: 'job-1', status: 'IN_PROGRESS' });
  });

  it.each([
    ['bare', []],
    ['in the envelope', { body: [] }],
  ])('a list %s is accepted', async (_, sent) => {
    backend.handle = (_seen, response) => answerJson(response, 200, sent);
    expect(await call('conversation', { params: { jobId: 'job-1' } })).toEqual([]);
  });

  it.each(['version', 'attachments', 'trackingNumber', 'historyStartAfter'] as const)(
    'a job without its %s is refused: the server sends every field',
    async (name) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { [name]: _, ...others } = wireJob;
      backend.handle = (_seen, response) => answerJson(response, 200, { body: others });
      expect(await errorOf(readJob())).toMatchObject({ code: '', definite: true });
      expect(JSON.stringify(logged.mock.calls)).toContain(name);
      logged.mockRestore();
    },
  );

  it('a response that does not fit the contract is refused, and the console names fields, not values', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backend.handle = (_seen, response) =>
      answerJson(response, 200, { body: { ...wireJob, status: 'SECRET_VALUE' } });
    const error = await errorOf(readJob());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: '', definite: true });
    expect(JSON.stringify(logged.mock.calls)).toContain('status');
    expect(JSON.stringify(logged.mock.calls)).not.toContain('SECRET_VALUE');
    logged.mockRestore();
  });

  it('a write whose response does not fit the contract may have been carried out', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    backend.handle = (_seen, response) => answerJson(response, 200, { body: { ok: true } });
    const error = await errorOf(
      call('markMessage', {
        body: {
          evCommunicationId: 'm1',
          jobId: 'job-1',
          status: 'NEW',
          userName: 'client@ev.test',
        },
      }),
    );
    expect(error).toMatchObject({ definite: false });
    logged.mockRestore();
  });
});

describe('refusals', () => {
  it('a refusal by our server has its status, code, issues and sentence', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 422, {
        errorMessage: 'Project name is a required field',
        code: 'invalid',
        field: 'project',
        issues: [{ field: 'project', message: 'is a required field' }],
      });
    expect(await errorOf(readJob())).toMatchObject({
      message: 'Project name is a required field',
      code: 'invalid',
      status: 422,
      issues: [{ field: 'project', message: 'is a required field' }],
      definite: true,
    });
  });

  it('a duplicate refusal has the existing job and the specification’s sentence', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 409, {
        errorMessage: errors['duplicate-job'].message,
        code: 'duplicate-job',
        jobId: 'job-9',
      });
    expect(await errorOf(readJob())).toMatchObject({
      message: "There's an existing job for with same requested services for the provided address.",
      code: 'duplicate-job',
      jobId: 'job-9',
    });
  });

  it('a stale refusal has the current job and the names of the changed fields', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 409, {
        errorMessage: errors.stale.message,
        code: 'stale',
        job: { ...wireJob, version: 4 },
        changed: ['status'],
      });
    expect(await errorOf(readJob())).toMatchObject({
      code: 'stale',
      job: { version: 4 },
      changed: ['status'],
    });
  });

  it('an errorMessage under a 200 is a refusal in the backend’s words', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 200, { errorMessage: 'No such job.', body: null });
    expect(await errorOf(readJob())).toMatchObject({
      message: 'No such job.',
      code: '',
      status: 200,
      definite: true,
    });
  });

  it('an unknown code is dropped and its sentence is shown', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 409, { errorMessage: 'Not today.', code: 'moon' });
    expect(await errorOf(readJob())).toMatchObject({ message: 'Not today.', code: '', status: 409 });
  });

  it.each([
    [404, 'not-found', true],
    [413, 'too-large', true],
    [429, 'rate-limited', true],
    [408, 'timeout', false],
    [500, 'internal', false],
    [520, 'unavailable', false],
  ])('a %i without a body, marked as ours, becomes %s (definite: %s)', async (status, code, definite) => {
    backend.handle = (_seen, response) => response.writeHead(status, { 'ev-jobs': '1' }).end();
    expect(await errorOf(call('employees', { body: {} }))).toMatchObject({ status, code, definite });
  });

  it('our 429 says when to retry, whatever its body', async () => {
    for (const [type, body] of [
      ['text/html', '<html>Slow down</html>'],
      ['application/json', '{"errorMessage":"Slow down.","code":7}'],
    ] as const) {
      backend.handle = (_seen, response) =>
        response.writeHead(429, { 'content-type': type, 'retry-after': '30', 'ev-jobs': '1' }).end(body);
      expect(await errorOf(call('employees', { body: {} }))).toMatchObject({
        status: 429,
        retryAfterMs: 30_000,
        definite: true,
      });
    }
  });

  it('a proxy’s 413 page becomes the specification’s sentence', async () => {
    backend.handle = (_seen, response) =>
      response.writeHead(413, { 'content-type': 'text/html' }).end('<html>Request Entity Too Large</html>');
    expect(await errorOf(call('employees', { body: {} }))).toMatchObject({
      message: 'Total files size cannot exceed 100 MB',
      code: 'too-large',
    });
  });

  it.each([
    ['a captive portal’s page', 'text/html', '<html>Welcome to the hotel</html>'],
    ['a page that calls itself text', 'text/plain', '  <!doctype html><p>hello'],
    ['a response cut off halfway', 'application/json', '{"body":{"jobId":"jo'],
  ])('%s is not a definite outcome', async (_, type, text) => {
    backend.handle = (_seen, response) => response.writeHead(200, { 'content-type': type }).end(text);
    const error = await errorOf(readJob());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ definite: false });
  });
});
