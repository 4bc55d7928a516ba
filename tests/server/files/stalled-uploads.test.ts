import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { filesAtOnce } from '../../../server/http/callCosts.ts';
import { tusOf } from '../../support/files/tus.ts';
import { portOf } from '../../support/network/socketCall.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** The machine may be busy. */
const poll = <T>(of: () => T) => expect.poll(of, { timeout: 20_000 });

onOneDatabase('requests with files that stall', (start) => {
  const server = start.forAll();
  let open: { socket: Socket; text: () => string }[] = [];
  afterEach(async () => {
    for (const { socket } of open) socket.destroy();
    open = [];
    await poll(() => server.storedFiles()).toEqual([]);
  });

  /** Sends the head of a request and some of its body, and then nothing. */
  async function stall(head: readonly string[], some: string) {
    const socket = connect({ port: await portOf(server), host: '127.0.0.1' });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(
      `${[...head, 'Host: x', `Authorization: Bearer ${server.token('client')}`].join('\r\n')}\r\n\r\n${some}`,
    );
    const one = { socket, text: () => text };
    open.push(one);
    return one;
  }

  const patch = (id: string, size: number) =>
    stall(
      [
        `PATCH /api/uploads/${id} HTTP/1.1`,
        'Tus-Resumable: 1.0.0',
        'Upload-Offset: 0',
        'Content-Type: application/offset+octet-stream',
        `Content-Length: ${size}`,
      ],
      '%PDF-1.7\n'.padEnd(50_000, 'x'),
    );

  const multipart = (size: number) =>
    stall(
      [
        'POST /api/jobs/update HTTP/1.1',
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${size}`,
      ],
      '--b\r\ncontent-disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    );

  it('of one upload are ended when another one arrives', async () => {
    const tus = tusOf(server);
    const id = await tus.begin(1_000_000);
    const first = await patch(id, 1_000_000);
    await poll(async () => (await server.storedFiles()).length).toBe(1);
    const second = await patch(id, 1_000_000);
    await poll(first.text).toMatch(/^HTTP\/1.1 409/);
    const third = await patch(id, 1_000_000);
    await poll(second.text).toMatch(/^HTTP\/1.1 409/);
    await poll(async () => (await server.storedFiles()).length).toBe(1);
    expect(third.text()).toBe('');
    const whole = Buffer.from('%PDF-1.7\n'.padEnd(1_000_000, 'y'));
    expect((await tus.put(id, 0, whole)).statusCode).toBe(204);
    expect((await tus.head(id)).headers['upload-offset']).toBe('1000000');
    await tus.end(id);
  });

  it('of one user announce at most a gigabyte, and one more request gets 429', async () => {
    const size = 104_857_600;
    const accepted = [];
    for (let count = 0; count < 10; count += 1) accepted.push(await multipart(size));
    await poll(async () => (await server.storedFiles()).length).toBe(10);
    const tooMuch = await multipart(size);
    await poll(tooMuch.text).toMatch(/^HTTP\/1.1 429[\s\S]*retry-after: 30/i);
    expect((await tusOf(server).make(size)).statusCode).toBe(429);
    for (const one of accepted) expect(one.text()).toBe('');
  });

  it('of one user are limited in number', async () => {
    for (let count = 0; count < filesAtOnce; count += 1) await multipart(200_000);
    await poll(async () => (await server.storedFiles()).length).toBe(filesAtOnce);
    const oneMore = await multipart(200_000);
    await poll(oneMore.text).toMatch(/^HTTP\/1.1 429[\s\S]*retry-after: 1\r/i);
  });
});
