import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { beforeAll, expect, it, vi } from 'vitest';
import { beginUpload, putPiece, uploadOffset } from '../../../src/api/tusUploads.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { tusOf } from '../../support/files/tus.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const pdf = Buffer.concat([samples.pdf.bytes, randomBytes(600_000)]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function urlOf({ app }: TestServer): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const idOf = (url: string | null | undefined) => url?.split('/').at(-1) ?? '';

onOneDatabase('an upload over a real connection', (start) => {
  /** Two processes, as far as they can tell: nothing is shared but the database and the store. */
  const server = start.forAll();
  let other: TestServer;
  let jobId: string;
  beforeAll(async () => {
    other = await start({ db: server.db, files: server.files });
    jobId = (await newJob(server)).jobId;
  });

  async function hashAfterUse(id: string, on = server): Promise<string> {
    const body = messageOf(jobId, 'client', 'Here it is');
    const { answer } = await on.call('updateJob', { as: 'client', body, uploads: [id] });
    const [key, file] = Object.entries(answer.communication?.fileAttachmentsInfo ?? {})[0] ?? ['', undefined];
    const params = { key, fileName: file?.fileName ?? '' };
    return sha256((await on.call('attachment', { as: 'client', params })).bytes);
  }

  /** Uploads with the protocol's own client. */
  async function uploaded(options: UploadOptions, stopAt = Number.POSITIVE_INFINITY): Promise<Upload> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const upload = new Upload(pdf, {
      retryDelays: [],
      metadata: { filename: 'plan.pdf' },
      headers: { authorization: `Bearer ${server.token('client')}` },
      ...options,
      onSuccess: () => resolve(),
      onError: reject,
      onChunkComplete(_size, sent) {
        if (sent >= stopAt) void upload.abort().then(resolve);
      },
    });
    upload.start();
    await promise;
    return upload;
  }

  it('succeeds with the protocol’s own client, in one chunk or in many', async () => {
    const endpoint = `${await urlOf(server)}/api/uploads`;
    for (const options of [
      {},
      { chunkSize: 100_000 },
      { chunkSize: 250_000, uploadDataDuringCreation: true },
    ]) {
      const { url } = await uploaded({ endpoint, ...options });
      expect(await hashAfterUse(idOf(url))).toBe(sha256(pdf));
    }
  });

  it('is resumed by that client at another process', async () => {
    const endpoint = `${await urlOf(server)}/api/uploads`;
    const left = await uploaded({ endpoint, chunkSize: 100_000 }, 300_000);
    const id = idOf(left.url);
    expect((await tusOf(other).head(id)).headers['upload-offset']).toBe('300000');
    const uploadUrl = `${await urlOf(other)}/api/uploads/${id}`;
    const again = await uploaded({ uploadUrl, chunkSize: 200_000 });
    expect(idOf(again.url)).toBe(id);
    expect(await hashAfterUse(id, other)).toBe(sha256(pdf));
  });

  it('is refused to that client without a sign-in, for another user, and when it is too large', async () => {
    const endpoint = `${await urlOf(server)}/api/uploads`;
    const mine = await uploaded({ endpoint, chunkSize: 100_000 }, 100_000);
    const theirs = { authorization: `Bearer ${server.token('otherClient')}` };
    const statuses = await Promise.all(
      [
        { endpoint, headers: {} },
        { uploadUrl: mine.url ?? '', headers: theirs },
        { endpoint, uploadSize: 200 * 1024 * 1024 },
      ].map((options) =>
        uploaded(options).then(
          () => 0,
          (error: DetailedError) => error.originalResponse?.getStatus(),
        ),
      ),
    );
    expect(statuses).toEqual([401, 404, 413]);
  });

  it('succeeds with the app’s own requests, which know the result of each chunk', async () => {
    vi.stubGlobal('location', new URL(await urlOf(server)));
    const [mine, theirs] = [server.token('client') ?? '', server.token('otherClient') ?? ''];
    const id = await beginUpload({ name: 'Grundriß “1”.pdf', size: pdf.length }, mine);
    const piece = (from: number, to?: number) => new Uint8Array(pdf.subarray(from, to));
    expect(await putPiece(id, 0, piece(0, 1000), mine)).toBe(1000);
    expect(await putPiece(id, 0, piece(0, 1000), mine)).toBe('elsewhere');
    expect(await putPiece(id, 1000, piece(1000), theirs)).toBe('gone');
    expect([await uploadOffset(id, mine), await uploadOffset(id, theirs)]).toEqual([1000, null]);
    await expect(uploadOffset(id, 'no token')).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    expect(await putPiece(id, 1000, piece(1000), mine)).toBe(pdf.length);
    vi.unstubAllGlobals();
    expect(await hashAfterUse(id)).toBe(sha256(pdf));
  });

  /** Sends the beginning of a piece, and then the line breaks. */
  async function breakOff(id: string, from: number, piece: Buffer, headers: Record<string, string> = {}) {
    const sending = request(`${await urlOf(server)}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
        'content-length': String(pdf.length - from),
        authorization: `Bearer ${server.token('client')}`,
        ...headers,
      },
    });
    sending.on('error', () => undefined);
    await once(sending, 'socket');
    await new Promise((resolve) => sending.write(piece, resolve));
    await wait(300);
    sending.destroy();
  }

  it('keeps what arrived of a chunk before the connection broke, and nothing with a hash', async () => {
    const tus = tusOf(server);
    const id = await tus.begin(pdf.length);
    const offset = async () => Number((await tus.head(id)).headers['upload-offset']);
    const hash = createHash('sha256').update(pdf).digest('base64');
    await breakOff(id, 0, pdf.subarray(0, 200_000), { 'upload-checksum': `sha256 ${hash}` });
    await expect
      .poll(() => server.db.query('select key from upload_pieces where upload_id = $1', [id]))
      .toEqual([]);
    expect(await offset()).toBe(0);
    // How much has arrived by then depends on the machine.
    await inTheEnd(async () => {
      const from = await offset();
      await breakOff(id, from, pdf.subarray(from, from + 200_000));
      expect(await offset()).toBeGreaterThan(100_000);
    });
    // The last of it may still be being stored.
    await inTheEnd(async () => {
      const kept = await offset();
      expect((await tus.put(id, kept, pdf.subarray(kept))).statusCode).toBe(204);
    });
    expect(await hashAfterUse(id)).toBe(sha256(pdf));
  });

  it('is answered before all of a rejected chunk has arrived, and the connection can be reused', async () => {
    const tus = tusOf(server);
    const id = await tus.begin(pdf.length);
    const url = `${await urlOf(server)}/api/uploads/${id}`;
    const headers = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      authorization: `Bearer ${server.token('client')}`,
    };
    for (let n = 0; n < 3; n += 1) {
      const refused = await fetch(url, {
        method: 'PATCH',
        body: pdf,
        headers: { ...headers, 'upload-offset': '7' },
      });
      expect(refused.status).toBe(409);
      await refused.text();
    }
    const taken = await fetch(url, {
      method: 'PATCH',
      body: pdf,
      headers: { ...headers, 'upload-offset': '0' },
    });
    expect(taken.status).toBe(204);
  });

  it('of many small chunks is merged meanwhile', async () => {
    const tus = tusOf(server);
    const large = Buffer.concat([samples.pdf.bytes, randomBytes(9 * 1024 * 1024)]);
    const id = await tus.begin(large.length);
    for (let at = 0; at < large.length; ) {
      const answer = await tus.put(id, at, large.subarray(at, at + 1024 * 1024 - 7));
      at = Number(answer.headers['upload-offset']);
    }
    const pieces = await server.db.query<{ size: number }>(
      'select size from upload_pieces where upload_id = $1 order by start',
      [id],
    );
    expect(pieces.length).toBeLessThan(4);
    expect(await hashAfterUse(id, other)).toBe(sha256(large));
  });
});
