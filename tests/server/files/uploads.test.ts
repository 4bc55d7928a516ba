import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxUploadBytes } from '../../../src/contract/limits.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { tusOf } from '../../support/files/tus.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const pdf = Buffer.concat([samples.pdf.bytes, randomBytes(20_000)]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

onOneDatabase('a resumable upload', (start) => {
  let server: TestServer;
  let jobId: string;
  let tus: ReturnType<typeof tusOf>;
  beforeAll(async () => {
    server = await start({ wakeUpMs: 100 });
    jobId = (await newJob(server)).jobId;
    tus = tusOf(server);
  });

  const body = (words: string) => messageOf(jobId, 'client', words);

  async function finished(bytes = pdf, name = 'plan.pdf', as: 'client' | 'otherClient' = 'client') {
    const id = await tus.begin(bytes.length, { as, name });
    await tus.put(id, 0, bytes, { as });
    return id;
  }

  async function nothingIsLeft() {
    expect(await server.db.query('select key from upload_pieces')).toEqual([]);
    const rows = await server.db.query<{ key: string }>(
      'select key from attachments union select key from uploads where key is not null order by key',
    );
    expect(await server.storedFiles()).toEqual(rows.map(({ key }) => key));
  }

  it('is described without a sign-in', async () => {
    for (const method of ['OPTIONS', 'HEAD'] as const) {
      const { statusCode, headers } = await server.app.inject({ method, url: '/api/uploads' });
      expect(statusCode).toBe(204);
      expect(headers).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
        'tus-checksum-algorithm': 'sha1,sha256',
        'tus-max-size': String(maxUploadBytes),
      });
    }
  });

  it.each([{ 'upload-defer-length': '1' }, { 'upload-concat': 'partial', 'upload-length': '10' }])(
    'with an unsupported feature is refused without a logged failure: %j',
    async (headers) => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/uploads',
        headers: { authorization: `Bearer ${server.token('client')}`, 'tus-resumable': '1.0.0', ...headers },
      });
      expect(response.statusCode).toBe(501);
      expect(response.json().errorMessage).toMatch(
        /^Upload-Defer-Length and Upload-Concat aren’t supported:/,
      );
    },
  );

  it('is not limited by the budget of a user', async () => {
    const other = await start({ db: server.db, files: server.files, rateLimit: {} });
    const theirs = tusOf(other);
    // As many as a slow line makes in a minute.
    const id = await theirs.begin(150);
    for (let at = 0; at < 150; at += 1) {
      expect((await theirs.put(id, at, pdf.subarray(at, at + 1))).statusCode).toBe(204);
    }
    await theirs.end(id);
  });

  it('becomes a checked and hashed file of a message, and its chunks leave the store', async () => {
    const id = await tus.begin(pdf.length, { name: 'plan.20261121T193000.pdf' });
    let at = 0;
    for (const size of [1, 5000, 10_000, pdf.length]) {
      const piece = pdf.subarray(at, at + size);
      const answer = await tus.put(id, at, piece, { checksum: 'sha256' });
      at += piece.length;
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['upload-offset']).toBe(String(at));
    }
    const { headers } = await tus.head(id);
    expect(headers).toMatchObject({ 'upload-offset': String(at), 'upload-length': String(pdf.length) });
    const sent = await server.call('updateJob', { as: 'client', body: body('Look'), uploads: [id] });
    const [file] = Object.values(sent.answer.communication?.fileAttachmentsInfo ?? {});
    expect(file).toMatchObject({
      fileName: 'plan.20261121T193000.pdf',
      contentType: 'application/pdf',
      size: pdf.length,
    });
    const [row] = await server.db.query<{ sha256: string; key: string }>(
      'select sha256, key from attachments where file_name = $1',
      [file?.fileName],
    );
    expect(row?.sha256).toBe(sha256(pdf));
    const params = { key: row?.key ?? '', fileName: file?.fileName ?? '' };
    const read = await server.call('attachment', { as: 'employee', params });
    expect(sha256(read.bytes)).toBe(sha256(pdf));
    await nothingIsLeft();
  });

  it('comes before the files of the request itself, and counts with them', async () => {
    const id = await finished();
    const sent = await server.call('updateJob', {
      as: 'client',
      body: body('Two'),
      uploads: [id],
      files: [samples.png],
    });
    const files = Object.values(sent.answer.communication?.fileAttachmentsInfo ?? {});
    expect(files.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'image/png']);
    await nothingIsLeft();
  });

  describe('under a key', () => {
    it('is the same request as one with the file itself, either way round', async () => {
      const file = { ...samples.pdf, name: 'same.20261121T193000.pdf', bytes: pdf };
      const options = { as: 'client' as const, body: body('Same') };
      const first = await server.call('updateJob', { ...options, files: [file], key: 'multipart first' });
      const inPieces = await finished(pdf, file.name);
      const again = await server.call('updateJob', {
        ...options,
        uploads: [inPieces],
        key: 'multipart first',
      });
      expect(again.response.body).toBe(first.response.body);

      const id = await finished(pdf, file.name);
      const other = await server.call('updateJob', { ...options, uploads: [id], key: 'pieces first' });
      const repeated = await server.call('updateJob', { ...options, files: [file], key: 'pieces first' });
      expect(repeated.response.body).toBe(other.response.body);
    });

    it('responds to a repeat as before, though the upload is used', async () => {
      const id = await finished();
      const options = { as: 'client' as const, body: body('Once'), uploads: [id], key: 'used' };
      const first = await server.call('updateJob', options);
      server.clock.advance(86_400);
      const again = await server.call('updateJob', options);
      server.clock.advance(-86_400);
      expect(again.response.body).toBe(first.response.body);
      expect((await tus.head(id)).headers['upload-offset']).toBe(String(pdf.length));
    });

    it('is refused with other bytes', async () => {
      const key = 'other bytes';
      const first = await server.call('updateJob', {
        as: 'client',
        body: body('A'),
        uploads: [await finished()],
        key,
      });
      expect(first.status).toBe(200);
      const other = await finished(Buffer.concat([pdf, Buffer.from('%')]));
      const reused = await server.call('updateJob', { as: 'client', body: body('A'), uploads: [other], key });
      expect(reused.code).toBe('key-reused');
    });
  });

  it('is used once, also by two simultaneous requests', async () => {
    const id = await finished();
    const sent = await Promise.all(
      ['a', 'b', 'c'].map((key) =>
        server.call('updateJob', { as: 'client', body: body(key), uploads: [id], key: `race ${key}` }),
      ),
    );
    expect(sent.map(({ code }) => code).sort()).toEqual(['', 'upload-gone', 'upload-gone']);
    await nothingIsLeft();
  });

  it('can be used again after a request that was refused', async () => {
    const id = await finished();
    const refused = await server.call('updateJob', {
      as: 'client',
      body: body(' '),
      uploads: [id],
      files: [samples.png],
    });
    expect(refused.code).toBe('invalid');
    const sent = await server.call('updateJob', { as: 'client', body: body('Now'), uploads: [id] });
    expect(sent.status).toBe(200);
    await nothingIsLeft();
  });

  it('of another file type is refused with the message of the form', async () => {
    const id = await finished(Buffer.from(renamed(samples.exe, 'plan.pdf').bytes), 'tool.pdf');
    const refused = await server.call('updateJob', { as: 'client', body: body('Tool'), uploads: [id] });
    expect(refused.failure).toMatchObject({
      code: 'invalid',
      field: 'attachments',
      errorMessage: 'Please select a PDF, ZIP or an image (.PNG, .JP(E)G)',
    });
    expect((await tus.end(id)).statusCode).toBe(204);
    await nothingIsLeft();
  });

  it.each([
    ['no list', '7'],
    ['no JSON', '['],
    ['an id twice', '["a","a"]'],
    ['a path', '["../x"]'],
  ])('is not named by %s', async (_, uploads) => {
    const refused = await server.call('updateJob', {
      as: 'client',
      body: { ...body('Hi'), uploads } as never,
      files: [],
    });
    expect(refused.failure).toMatchObject({ code: 'invalid', field: 'uploads' });
  });

  it('that is incomplete or missing is refused', async () => {
    const half = await tus.begin(pdf.length);
    await tus.put(half, 0, pdf.subarray(0, 100));
    for (const id of [half, 'nothing-of-this-name']) {
      const refused = await server.call('updateJob', { as: 'client', body: body('Half'), uploads: [id] });
      expect(refused.code).toBe('upload-gone');
    }
    await tus.end(half);
  });

  it('is available to its owner only', async () => {
    const id = await tus.begin(pdf.length);
    const others = [
      await tus.head(id, { as: 'otherClient' }),
      await tus.put(id, 0, pdf, { as: 'admin' }),
      await tus.end(id, { as: 'employee' }),
    ];
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    await tus.put(id, 0, pdf);
    const theirs = await server.call('updateJob', {
      as: 'employee',
      body: messageOf(jobId, 'employee', 'Mine'),
      uploads: [id],
    });
    expect(theirs.code).toBe('upload-gone');
    for (const as of [null, 'pending', 'unverified'] as const) {
      expect((await tus.head(id, { as })).statusCode).toBe(as === null ? 401 : 403);
    }
    await tus.end(id);
    await nothingIsLeft();
  });

  describe('a chunk', () => {
    it('with a wrong hash is refused, and nothing of it is stored', async () => {
      const id = await tus.begin(pdf.length);
      for (const checksum of ['sha1', 'sha256'] as const) {
        const wrong = await tus.put(id, 0, pdf.subarray(0, 500), { checksum, of: pdf.subarray(0, 499) });
        expect(wrong.statusCode).toBe(460);
      }
      expect((await tus.head(id)).headers['upload-offset']).toBe('0');
      const unknown = await tus.put(id, 0, pdf, { headers: { 'upload-checksum': 'crc32 AAAA' } });
      expect(unknown.statusCode).toBe(422);
      const right = await tus.put(id, 0, pdf.subarray(0, 500), { checksum: 'sha1' });
      expect(right.headers['upload-offset']).toBe('500');
      await tus.end(id);
      await nothingIsLeft();
    });

    it('for another offset, or beyond the end, is refused', async () => {
      const id = await tus.begin(pdf.length);
      await tus.put(id, 0, pdf.subarray(0, 500));
      expect((await tus.put(id, 0, pdf.subarray(0, 500))).statusCode).toBe(409);
      expect((await tus.put(id, 600, pdf.subarray(600))).statusCode).toBe(409);
      expect((await tus.put(id, 500, pdf)).json()).toMatchObject({ code: 'too-large' });
      expect((await tus.head(id)).headers['upload-offset']).toBe('500');
      await tus.end(id);
      await nothingIsLeft();
    });

    it('counts once when it is sent many times at once', async () => {
      const id = await tus.begin(pdf.length);
      const sent = await Promise.all(Array.from({ length: 5 }, () => tus.put(id, 0, pdf.subarray(0, 9000))));
      expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409, 409, 409]);
      await tus.put(id, 9000, pdf.subarray(9000));
      const used = await server.call('updateJob', { as: 'client', body: body('Race'), uploads: [id] });
      expect(used.status).toBe(200);
      await nothingIsLeft();
    });
  });

  it('can contain its first bytes at its creation', async () => {
    const made = await tus.make(pdf.length, {
      payload: pdf.subarray(0, 700),
      headers: { 'content-type': 'application/offset+octet-stream' },
    });
    expect(made.statusCode).toBe(201);
    expect(made.headers['upload-offset']).toBe('700');
    const id = String(made.headers.location).split('/').at(-1) ?? '';
    await tus.put(id, 700, pdf.subarray(700));
    expect(
      (await server.call('updateJob', { as: 'client', body: body('At once'), uploads: [id] })).status,
    ).toBe(200);
  });

  it.each([
    ['larger than 100 MB', maxUploadBytes + 1, 'plan.pdf', 413],
    ['called like a path', 10, '../plan.pdf', 400],
    ['called with a zero character', 10, 'a\u0000.pdf', 422],
  ])('%s is not created', async (_, size, name, status) => {
    expect((await tus.make(size, { name })).statusCode).toBe(status);
  });

  it('supports one version of the protocol, and uploads of ours only', async () => {
    expect((await tus.make(10, { headers: { 'tus-resumable': '0.2.2' } })).statusCode).toBe(400);
    for (const id of ['%00', 'a%2Fb', 'x'.repeat(1900)]) {
      expect((await tus.head(id)).statusCode).toBe(404);
    }
  });

  it('of one user cannot fill the store', async () => {
    const as = 'employee';
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await tus.begin(maxUploadBytes, { as }));
    expect((await tus.make(maxUploadBytes, { as })).statusCode).toBe(429);
    expect((await tus.make(10, { as: 'client' })).statusCode).toBe(201);
    for (const id of ids) await tus.end(id, { as });
    expect((await tus.make(maxUploadBytes, { as })).statusCode).toBe(201);
  });

  it('goes by the clock of the server alone', async () => {
    const before = server.clock.nowMs;
    server.clock.advance(-400 * 86_400);
    const id = await tus.begin(pdf.length);
    expect((await tus.head(id)).statusCode).toBe(200);
    expect((await tus.put(id, 0, pdf)).statusCode).toBe(204);
    await tus.end(id);
    server.clock.nowMs = before;
  });

  it('that is not continued expires after a week, and its bytes leave the store; used files stay', async () => {
    const half = await tus.begin(pdf.length);
    await tus.put(half, 0, pdf.subarray(0, 1000));
    const unused = await finished();
    const used = await finished();
    await server.call('updateJob', { as: 'client', body: body('Stays'), uploads: [used] });
    const before = server.clock.nowMs;
    server.clock.advance(7 * 86_400);
    for (const id of [half, unused]) {
      expect((await tus.head(id)).statusCode).toBe(410);
      expect((await tus.put(id, 1000, pdf.subarray(1000))).statusCode).toBe(410);
      const late = await server.call('updateJob', { as: 'client', body: body('Late'), uploads: [id] });
      expect(late.code).toBe('upload-gone');
    }
    // What is under way by now would else set its next run by the later clock.
    await server.notify();
    server.clock.advance(3600);
    const ids = async () =>
      (await server.db.query<{ upload_id: string }>('select upload_id from uploads')).map(
        (row) => row.upload_id,
      );
    await expect.poll(ids).not.toContain(half);
    await expect.poll(ids).not.toContain(unused);
    expect(await ids()).toContain(used);
    await nothingIsLeft();
    await server.notify();
    server.clock.advance(31 * 86_400);
    await expect.poll(ids).not.toContain(used);
    await nothingIsLeft();
    server.clock.nowMs = before;
  });
});
