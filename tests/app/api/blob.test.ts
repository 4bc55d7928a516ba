import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/ApiError.ts';
import { callForBlob, readBlob, readResumed } from '../../../src/api/downloads.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, errorOf, testBackend } from '../support/backend.ts';

const backend = testBackend();

function readFile(onProgress?: (moved: { transferred: number; total: number }) => void) {
  return callForBlob('attachment', { params: { key: 'k1', fileName: 'plan é.pdf' }, onProgress });
}

describe('downloading a file', () => {
  it('returns it whole, with its type, and reports progress', async () => {
    const moved: number[] = [];
    let total = 0;
    backend.handle = (_seen, response) => {
      response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'application/pdf', 'content-length': '8' });
      response.write('%PDF');
      setTimeout(() => response.end('-1.7'), 30);
    };
    const blob = await readFile((transfer) => {
      moved.push(transfer.transferred);
      total = transfer.total;
    });
    expect(await blob.text()).toBe('%PDF-1.7');
    expect(blob.type).toBe('application/pdf');
    expect(backend.seen[0]?.url).toBe('/api/attachments/k1/plan%20%C3%A9.pdf');
    expect(moved.at(-1)).toBe(8);
    expect(total).toBe(8);
  });

  it('reports our server’s refusal in its own words', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 404, {
        errorMessage: 'This doesn’t exist, or you don’t have access to it.',
        code: 'not-found',
      });
    expect(await errorOf(readFile())).toMatchObject({
      message: 'This doesn’t exist, or you don’t have access to it.',
      code: 'not-found',
      status: 404,
    });
  });

  it('treats a refusal under a 200 as an error, not as a file', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { errorMessage: 'No such file.' });
    expect(await errorOf(readFile())).toMatchObject({ message: 'No such file.', status: 200 });
  });

  it('rejects a captive portal’s page', async () => {
    backend.handle = (_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>');
    expect(await errorOf(readFile())).toMatchObject({ definite: false });
  });

  it('rejects a download that breaks off', async () => {
    backend.handle = (_seen, response) => {
      response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'application/pdf', 'content-length': '100' });
      response.write('%PDF');
      setTimeout(() => response.destroy(), 30);
    };
    expect(await errorOf(readFile())).toMatchObject({ code: 'offline', definite: false });
  });

  it('gives up a download that stalls, not one that is slow', async () => {
    const stalls = new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(4)) }));
    expect(await errorOf(readBlob(stalls, { stallMs: 40 }))).toMatchObject({ code: 'timeout' });
    let left = 12;
    const slow = new Response(
      new ReadableStream({
        async pull(to) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          to.enqueue(new Uint8Array(1));
          left -= 1;
          if (left === 0) to.close();
        },
      }),
    );
    expect((await readBlob(slow, { stallMs: 1000 })).size).toBe(12);
  });
});

const whole = 'the whole file, byte by byte';
const etag = '"f00d"';

/** Sends the file from `from` on, and breaks the connection after `count` bytes of it. */
function sendPart(response: ServerResponse, from: number, count = whole.length, tag = etag) {
  const rest = whole.slice(from);
  response.writeHead(from === 0 ? 200 : 206, {
    'ev-jobs': '1',
    'content-type': 'application/pdf',
    'content-length': rest.length,
    ...(tag === '' ? {} : { etag: tag }),
    ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
  });
  if (count >= rest.length) response.end(rest);
  else response.write(rest.slice(0, count), () => setTimeout(() => response.destroy(), 10));
}

const startOf = (range: string | undefined) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);

describe('a download whose connection breaks', () => {
  const none = Array.from({ length: 4 }, () => 1);
  /** Reads the file as the client does, without its waits. */
  async function read(options: Parameters<typeof readResumed>[2] = {}) {
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`${backend.origin}/file`, { headers });
      if (answer.status === 404) throw new ApiError('not-found', 'Gone.', { status: 404, definite: true });
      return answer;
    };
    return readResumed(await ask({}), ask, { waitsMs: none, ...options });
  }

  it('resumes where it stopped and returns the same bytes', async () => {
    backend.handle = ({ headers }, response) => {
      const from = startOf(headers.range);
      sendPart(response, from, from === 0 ? 9 : undefined);
    };
    const moved: string[] = [];
    const blob = await readFile(({ transferred, total }) => moved.push(`${transferred} of ${total}`));
    expect(await blob.text()).toBe(whole);
    expect(blob.type).toBe('application/pdf');
    expect(moved).toEqual([`9 of ${whole.length}`, `${whole.length} of ${whole.length}`]);
    expect(backend.seen[1]?.headers).toMatchObject({
      range: 'bytes=9-',
      'if-range': etag,
      authorization: 'Bearer token-1',
    });
  });

  it('resumes as often as needed while bytes arrive', async () => {
    backend.handle = ({ headers }, response) => sendPart(response, startOf(headers.range), 3);
    expect(await (await read()).text()).toBe(whole);
    expect(backend.seen.map(({ headers }) => startOf(headers.range))).toEqual([
      0, 3, 6, 9, 12, 15, 18, 21, 24, 27,
    ]);
  });

  it('waits until the server answers again and skips a captive portal’s page meanwhile', async () => {
    backend.handle = ({ headers }, response) => {
      const from = startOf(headers.range);
      if (backend.seen.length === 2) response.destroy();
      else if (backend.seen.length === 3)
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Pay');
      else sendPart(response, from, from === 0 ? 9 : undefined);
    };
    expect(await (await read()).text()).toBe(whole);
    expect(backend.seen).toHaveLength(4);
  });

  it('starts over when the file has changed', async () => {
    backend.handle = (_seen, response) => sendPart(response, 0, backend.seen.length === 1 ? 9 : undefined);
    expect(await (await read()).text()).toBe(whole);
  });

  it.each([
    ['sends no more bytes', 5, etag],
    ['has no ETag', 1, ''],
    ['has a weak ETag', 1, `W/${etag}`],
  ])('fails when the file %s, after %i requests', async (_, requests, tag) => {
    backend.handle = (_seen, response) => sendPart(response, 0, 9, tag);
    expect(await errorOf(read())).toBeInstanceOf(TypeError);
    expect(backend.seen).toHaveLength(requests);
  });

  it('fails at once when the file no longer exists', async () => {
    backend.handle = (_seen, response) => {
      if (backend.seen.length === 1) sendPart(response, 0, 9);
      else answerJson(response, 404, { errorMessage: 'Gone.' });
    };
    expect(await errorOf(read())).toMatchObject({ code: 'not-found' });
    expect(backend.seen).toHaveLength(2);
  });

  it('is not resumed after its caller aborts', async () => {
    backend.handle = (_seen, response) => sendPart(response, 0, 9);
    const wanted = new AbortController();
    const later = vi.spyOn(globalThis, 'setTimeout');
    const waitMs = 54_321;
    const reading = read({ signal: wanted.signal, waitsMs: [waitMs] });
    await inTheEnd(() => expect(later).toHaveBeenCalledWith(expect.any(Function), waitMs));
    wanted.abort('enough');
    expect(await errorOf(reading)).toBe('enough');
    expect(backend.seen).toHaveLength(1);
    later.mockRestore();
  });
});

describe('a download that something on the way ends early, without an error', () => {
  const digest = `sha-256=:${createHash('sha256').update(whole).digest('base64')}:`;

  /** Sends bytes as if they were all, with the headers of our server but its Content-Length. */
  function sendCut(response: ServerResponse, from: number, bytes: string, headers: Record<string, string>) {
    response.writeHead(from === 0 ? 200 : 206, {
      'ev-jobs': '1',
      'content-type': 'application/pdf',
      ...(from > 0 && { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` }),
      ...headers,
    });
    response.end(bytes);
  }

  function read(size: number): Promise<Blob> {
    return callForBlob('attachment', { params: { key: 'k1', fileName: 'plan.pdf' } }, size);
  }

  it('continues where it ended', async () => {
    backend.handle = ({ headers }, response) => {
      const from = startOf(headers.range);
      sendCut(response, from, whole.slice(from, from + 20), { etag, 'repr-digest': digest });
    };
    expect(await (await read(whole.length)).text()).toBe(whole);
    expect(backend.seen.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=20-']);
  });

  it('begins anew where only its digest says so', async () => {
    backend.handle = (_, response) =>
      sendCut(response, 0, backend.seen.length === 1 ? whole.slice(0, 9) : whole, {
        etag,
        'repr-digest': digest,
      });
    expect(await (await read(0)).text()).toBe(whole);
    expect(backend.seen).toHaveLength(2);
  });

  it.each([
    ['its bytes are others', whole.toUpperCase(), { etag, 'repr-digest': digest }, 2],
    ['it cannot be continued', whole.slice(0, 9), {}, 1],
    ['it is longer than the file', `${whole}<!-- an advertisement -->`, {}, 1],
  ])('fails where %s', async (_, bytes, headers, requests) => {
    backend.handle = (__, response) => sendCut(response, 0, bytes, headers);
    expect(await errorOf(read(whole.length))).toMatchObject({
      code: 'offline',
      message: expect.stringContaining('incomplete'),
    });
    expect(backend.seen).toHaveLength(requests);
  });
});

describe('a file that our server makes while it sends it', () => {
  const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  function ask(bytes: Buffer, type: string): Promise<Blob> {
    vi.stubGlobal('location', { href: backend.origin });
    backend.handle = (_, response) => {
      response.writeHead(200, { 'content-type': type, 'ev-jobs': '1' });
      response.end(bytes);
    };
    return callForBlob('download', { body: { format: 'zip', jobId: 'J1' } });
  }

  it.each([
    ['an archive', Buffer.concat([Buffer.from('PK\x03\x04 files'), zipEnd]), 'application/zip'],
    ['a spreadsheet', Buffer.concat([Buffer.from('PK\x03\x04 sheets'), zipEnd]), excel],
    ['a list', Buffer.from('"Job"\r\n"Roof"\r\n'), 'text/csv; charset=utf-8'],
  ])('is whole with its end, and fails without it: %s', async (_, bytes, type) => {
    expect((await ask(bytes, type)).size).toBe(bytes.length);
    expect(await errorOf(ask(bytes.subarray(0, -3), type))).toMatchObject({
      message: expect.stringContaining('incomplete'),
    });
    vi.unstubAllGlobals();
  });
});
