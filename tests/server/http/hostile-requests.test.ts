import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverCalls } from '../../../server/calls/calls.ts';
import { endOfParts, filePart, sendRaw, textPart } from '../../support/files/rawUpload.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { askOverSocket, portOf } from '../../support/network/socketCall.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const invalid = { code: 'invalid' };

onOneDatabase('a request', (start) => {
  const server = start.forAll();
  let ask: ReturnType<typeof askOverSocket>;
  let headers: Record<string, string>;
  beforeAll(async () => {
    ask = askOverSocket(await portOf(server));
    headers = { authorization: `Bearer ${server.token('client')}`, 'content-type': 'application/json' };
  });

  const list = (payload: string | Buffer, more: Record<string, string> = {}) =>
    ask({ method: 'POST', url: '/api/v2/evjobs', headers: { ...headers, ...more }, payload });
  const good = { username: people.client.email };

  it.each([
    ['an array', (levels: number) => `{"username":${'['.repeat(levels)}${']'.repeat(levels)}}`],
    ['an object', (levels: number) => `{"username":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`],
  ])('with deeply nested %s is refused without a crash', async (_, nested) => {
    for (const levels of [30, 3000, 100_000]) {
      const body = nested(levels);
      const answer = await list(body);
      const isTooLarge = body.length > serverCalls.jobs.cost.bodyBytes;
      expect(answer.statusCode).toBe(isTooLarge ? 413 : 422);
      expect(answer.json()).toMatchObject(isTooLarge ? { code: 'too-large' } : invalid);
    }
    expect((await list(JSON.stringify(good))).statusCode).toBe(200);
  });

  it.each([
    '"__proto__":{"isAdmin":true}',
    '"a":[{"constructor":{"prototype":{"isAdmin":true}}}]',
    '"\\u005f_proto__":{"isAdmin":true}',
  ])('with property names that mean something to JavaScript is refused: %s', async (name) => {
    const whole = JSON.stringify(good);
    expect((await list(whole)).statusCode).toBe(200);
    expect((await list(`${whole.slice(0, -1)},${name}}`)).json()).toMatchObject(invalid);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each(['job', 'anything'])('is refused for the same in a part of form data (%s)', async (name) => {
    for (const text of ['{"__proto__":{"isAdmin":true}}', `${'['.repeat(5000)}${']'.repeat(5000)}`]) {
      const typed = textPart(name, text).replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n');
      const answer = await sendRaw(server, '/jobs/report', [typed, endOfParts]);
      expect(answer).toMatchObject({ status: 422, body: invalid });
    }
    for (const proto of ['__proto__', 'constructor', 'toString']) {
      const answer = await sendRaw(server, '/jobs/report', [textPart(proto, 'x'), endOfParts]);
      expect(answer).toMatchObject({ status: 422, body: invalid });
    }
  });

  it('larger than a megabyte is refused without being read, unless it brings files', async () => {
    const answer = await list(JSON.stringify({ ...good, more: 'x'.repeat(1_100_000) }));
    expect(answer.statusCode).toBe(413);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(1_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(5_000_000))],
    ['gzip', gzipSync(JSON.stringify(good))],
  ] as const)('is never decompressed: %s', async (encoding, payload) => {
    const answer = await list(payload, { 'content-encoding': encoding });
    expect(answer.statusCode).toBe(422);
  });

  it('with an oversized token, path or header is refused', async () => {
    expect(
      (
        await ask({
          method: 'GET',
          url: '/api/evjobs/stats',
          headers: { authorization: `Bearer ${'a'.repeat(9000)}` },
        })
      ).statusCode,
    ).toBe(401);
    expect((await ask({ method: 'GET', url: `/api/jobs/${'a'.repeat(10_000)}`, headers })).statusCode).toBe(
      404,
    );
    expect(
      (await ask({ method: 'GET', url: '/api/healthz', headers: { x: 'y'.repeat(40_000) } })).statusCode,
    ).toBe(422);
    expect((await ask({ method: 'GET', url: '/api/healthz', headers: {} })).statusCode).toBe(200);
  });

  const bombs: [string, Buffer][] = [
    [
      'an archive whose first entry unpacks to gigabytes',
      Buffer.concat([
        Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
        Buffer.alloc(16, 0xff),
        Buffer.from([19, 0, 0, 0]),
        Buffer.from('[Content_Types].xml'),
        gzipSync(Buffer.alloc(1_000_000)).subarray(10),
      ]),
    ],
    ['a gzip of zeros', gzipSync(Buffer.alloc(1_000_000))],
    [
      'a picture of 65,000 by 65,000',
      (() => {
        const bytes = Buffer.from(samples.png.bytes);
        bytes.writeUInt32BE(65_000, 16);
        bytes.writeUInt32BE(65_000, 20);
        return bytes;
      })(),
    ],
  ];
  it.each(bombs)('with %s is judged by its first bytes, and takes no memory', async (_, bytes) => {
    const { jobId } = await newJob(server, {}, { files: [samples.pdf] });
    const before = process.memoryUsage().rss;
    const body = {
      evJobId: jobId,
      jobUpdateUser: people.client.email,
      jobReporter: '',
      'evCommunication.content': 'See',
      'evCommunication.fromUserId': people.client.email,
      'evCommunication.toUserId': '',
      'evCommunication.fromUserType': 'CLIENT',
    };
    const parts = Object.entries(body).map(([name, value]) => textPart(name, value));
    const answer = await sendRaw(server, '/jobs/update', [
      ...parts,
      filePart('bomb.zip'),
      bytes,
      '\r\n',
      endOfParts,
    ]);
    expect([200, 422]).toContain(answer.status);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  describe('that arrives very slowly', () => {
    let hasty: TestServer;
    beforeAll(async () => {
      hasty = await start({ timeouts: { headMs: 200, bodyMs: 200, silenceMs: 400 } });
    });

    /** What came back, once the server has closed the line. */
    async function drip(first: string, drop: string): Promise<string> {
      const socket = connect({ port: await portOf(hasty), host: '127.0.0.1' });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => undefined);
      socket.write(first);
      let open = true;
      void closed.then(() => {
        open = false;
      });
      while (open) {
        if (drop !== '') socket.write(drop);
        await wait(20);
      }
      return text;
    }
    const line = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\n`;

    it('is cut off in its head', async () => {
      expect(await drip(line('/api/v2/evjobs'), 'X-More: y\r\n')).not.toContain('200 OK');
    });

    it('is cut off in a body without files', async () => {
      const bearer = `Authorization: ${headers.authorization}\r\nContent-Type: application/json\r\n`;
      const text = await drip(
        `${line('/api/jobs/report')}${bearer}Content-Length: 100000\r\n\r\n{"a":"`,
        'x',
      );
      expect(text).toBe('');
    });

    it('is cut off when nothing comes at all', async () => {
      expect(
        await drip(
          `${line('/api/jobs/report')}Content-Type: multipart/form-data; boundary=b\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 100000\r\n\r\n--b`,
          '',
        ),
      ).not.toContain('200 OK');
    });
  });

  describe('that is refused before its body has arrived', () => {
    let hasty: TestServer;
    beforeAll(async () => {
      hasty = await start({ timeouts: { restMs: 500 } });
    });
    const multipart = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 8000000\r\n';
    const refused: [string, string, number][] = [
      ['/api/jobs/report', '', 401],
      ['/api/nothing', '', 404],
      ['/api/v2/evjobs', 'bearer', 422],
      ['/api/uploads', '', 401],
    ];

    it.each(refused)('has its connection closed: POST %s %s', async (path, bearer, status) => {
      const authorization = bearer ? `Authorization: ${headers.authorization}\r\n` : '';
      const socket = connect({ port: await portOf(hasty), host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
      socket.on('error', () => undefined);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}${multipart}\r\n--b`);
      const drops = setInterval(() => socket.write('x'), 20);
      expect(await Promise.race([closed, wait(10_000, 'open', { ref: false })])).toBe('closed');
      clearInterval(drops);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text.toLowerCase()).toContain('connection: close\r\n');
      expect(text).toContain('"code":');
    });

    it('still gets the full response when the client sends the whole body first', async () => {
      const socket = connect({ port: await portOf(hasty), host: '127.0.0.1' });
      const closed = new Promise((resolve, reject) => {
        socket.once('close', resolve);
        socket.once('error', reject);
      });
      socket.write(`POST /api/jobs/report HTTP/1.1\r\nHost: x\r\n${multipart}\r\n`);
      for (let sent = 0; sent < 8_000_000; sent += 1_000_000) {
        await new Promise((resolve) => socket.write(Buffer.alloc(1_000_000, 'x'), resolve));
      }
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      await closed;
      expect(text).toContain('401 Unauthorized');
      expect(text).toContain('"code":"unauthorized"');
    });

    it('keeps its connection when the body had arrived', async () => {
      const answer = await ask({ method: 'POST', url: '/api/v2/evjobs', headers: {}, payload: '{}' });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers.connection).not.toBe('close');
    });
  });
});
