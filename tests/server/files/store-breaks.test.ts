import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { Unavailable } from '../../../server/errors/errors.ts';
import { endOfParts, filePart, sendRaw, textPart, wholeFile } from '../../support/files/rawUpload.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newStore, type TestStore } from '../../support/files/stores.ts';
import { tusOf } from '../../support/files/tus.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { onPostgres, type TestServer } from '../../support/server/server.ts';

const large = {
  ...samples.pdf,
  bytes: Buffer.concat([samples.pdf.bytes, Buffer.alloc(32 * 1024 * 1024, 'x')]),
};

describe.each(['s3', 'gcs'] as const)('a bucket (%s)', (kind) => {
  onPostgres('that goes away in the middle of a download', (start) => {
    let store: TestStore;
    let server: TestServer;
    beforeAll(async () => {
      store = await newStore(kind);
      server = await start({ files: await store.open(), errorsExpected: true });
      await server.app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterAll(() => store.end());

    it('breaks it, and it can be resumed once the bucket is back', async () => {
      const { attachments } = await newJob(server, {}, { files: [large] });
      const { port } = server.app.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/api${attachments[0]?.link}`;
      const authorization = `Bearer ${server.token('client')}`;
      const answer = await fetch(url, { headers: { authorization } });
      const etag = answer.headers.get('etag') ?? '';
      const chunks: Uint8Array[] = [];
      const reading = (async () => {
        for await (const chunk of answer.body ?? []) {
          if (chunks.length === 0) await store.goAway();
          chunks.push(chunk);
        }
      })();
      await expect(reading).rejects.toThrow();
      const first = Buffer.concat(chunks);
      expect(first.length).toBeLessThan(large.bytes.length);
      expect((await server.app.inject('/api/readyz')).statusCode).toBe(503);

      await store.comeBack();
      const rest = await fetch(url, {
        headers: { authorization, range: `bytes=${first.length}-`, 'if-range': etag },
      });
      expect(rest.status).toBe(206);
      const whole = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]);
      expect(whole.equals(large.bytes)).toBe(true);
      expect((await server.app.inject('/api/readyz')).statusCode).toBe(200);
    });
  });
});

onPostgres('an upload in chunks', (start) => {
  it('whose chunk breaks off on its way out of the store is answered 503, and goes with the next try', async () => {
    const plain = await start();
    let isCut = true;
    const files = {
      ...plain.files,
      async get(...asked: Parameters<typeof plain.files.get>) {
        const stream = await plain.files.get(...asked);
        if (isCut) stream.once('data', () => stream.destroy(new Error('aborted')));
        return stream;
      },
    };
    const server = await start({ files, errorsExpected: true });
    const { jobId } = await newJob(server);
    const tus = tusOf(server);
    const id = await tus.begin(samples.pdf.bytes.length);
    await tus.put(id, 0, samples.pdf.bytes);
    const options = {
      as: 'client' as const,
      body: messageOf(jobId, 'client', 'Look'),
      uploads: [id],
      key: 'once',
    };
    expect((await server.call('updateJob', options)).failure).toMatchObject({ code: 'unavailable' });
    isCut = false;
    const { job } = (await server.call('updateJob', options)).answer;
    expect(job.attachments.map(({ size }) => size)).toEqual([samples.pdf.bytes.length]);
    expect(await server.storedFiles()).toHaveLength(0);
    expect(await plain.storedFiles()).toHaveLength(1);
  });

  it('that the store has lost is answered 410, upon which the app sends it anew', async () => {
    const server = await start({ errorsExpected: true });
    const { jobId } = await newJob(server);
    const tus = tusOf(server);
    const id = await tus.begin(samples.pdf.bytes.length);
    await tus.put(id, 0, samples.pdf.bytes);
    const [chunk = ''] = await server.storedFiles();
    await server.files.remove(chunk);
    const body = messageOf(jobId, 'client', 'Look');
    const { failure } = await server.call('updateJob', { as: 'client', body, uploads: [id] });
    expect(failure).toMatchObject({ code: 'upload-gone' });
    expect(await server.storedFiles()).toEqual([]);
  });

  it('is joined when its chunks are merged while they are read', async () => {
    const plain = await start();
    const pieces = 64;
    const merged = Promise.withResolvers<void>();
    const isRead = Promise.withResolvers<void>();
    const last = Promise.withResolvers<void>();
    let puts = 0;
    let gets = 0;
    const files = {
      ...plain.files,
      async put(...sent: Parameters<typeof plain.files.put>) {
        const size = await plain.files.put(...sent);
        puts += 1;
        if (puts === pieces + 1) {
          merged.resolve();
          await isRead.promise;
        }
        return size;
      },
      async get(...asked: Parameters<typeof plain.files.get>) {
        gets += 1;
        if (gets === pieces + 1) {
          isRead.resolve();
          await last.promise;
        }
        return plain.files.get(...asked);
      },
    };
    const server = await start({ files, db: plain.db });
    const { jobId } = await newJob(server);
    const tus = tusOf(server);
    const bytes = Buffer.concat([samples.pdf.bytes, Buffer.alloc(1000, 'x')]);
    const at = (index: number) => Math.floor((bytes.length * index) / pieces);
    const put = (index: number) => tus.put(id, at(index), bytes.subarray(at(index), at(index + 1)));
    const id = await tus.begin(bytes.length);
    for (let index = 0; index < pieces - 1; index += 1) await put(index);
    void put(pieces - 1).then(() => last.resolve());
    await merged.promise;
    const body = messageOf(jobId, 'client', 'Look');
    const { job } = (await server.call('updateJob', { as: 'client', body, uploads: [id] })).answer;
    expect(job.attachments.map(({ size }) => size)).toEqual([bytes.length]);
    expect(await plain.storedFiles()).toHaveLength(1);
  });

  it('is answered 503 at once when the store has fallen silent', async () => {
    const plain = await start();
    let isSilent = false;
    const files = {
      ...plain.files,
      get: (...asked: Parameters<typeof plain.files.get>) =>
        isSilent ? Promise.reject(new Unavailable('files')) : plain.files.get(...asked),
      remove: (key: string) => (isSilent ? new Promise<never>(() => {}) : plain.files.remove(key)),
    };
    const server = await start({ files, errorsExpected: true });
    const { jobId } = await newJob(server);
    const tus = tusOf(server);
    const id = await tus.begin(samples.pdf.bytes.length);
    await tus.put(id, 0, samples.pdf.bytes);
    isSilent = true;
    const body = messageOf(jobId, 'client', 'Look');
    const { failure } = await server.call('updateJob', { as: 'client', body, uploads: [id] });
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(await server.db.query('select key from upload_pieces where size is null')).toEqual([]);
  });

  it('keeps its file when the database’s response to it is lost', async () => {
    const plain = await start();
    let isLost = true;
    const db: Database = {
      ...plain.db,
      async query<R>(...statement: Parameters<Database['query']>) {
        const rows = await plain.db.query<R>(...statement);
        if (isLost && statement[0].includes('content_type = $3')) throw new Unavailable('database');
        return rows;
      },
    };
    const server = await start({ db, files: plain.files, errorsExpected: true });
    const { jobId } = await newJob(server);
    const tus = tusOf(server);
    const id = await tus.begin(samples.pdf.bytes.length);
    await tus.put(id, 0, samples.pdf.bytes);
    const options = { as: 'client' as const, body: messageOf(jobId, 'client', 'Look'), uploads: [id] };
    expect((await server.call('updateJob', options)).failure).toMatchObject({ code: 'unavailable' });
    isLost = false;
    const { job } = (await server.call('updateJob', options)).answer;
    const { key = '', fileName = '' } = job.attachments[0] ?? {};
    const read = await server.call('attachment', { as: 'client', params: { key, fileName } });
    expect(read.bytes).toEqual(samples.pdf.bytes);
  });
});

onPostgres('a refused request with files', (start) => {
  it('gets its own error, and its rest is read, when the store cannot remove them', async () => {
    const plain = await start();
    const remove = () => Promise.reject(new Unavailable('files'));
    const server = await start({ files: { ...plain.files, remove } });
    const { jobId } = await newJob(server);
    const refused = await server.call('updateJob', {
      as: 'client',
      body: messageOf(jobId, 'client', '  '),
      files: [samples.pdf],
    });
    expect(refused.code).toBe('invalid');
    function* tooMuch() {
      yield wholeFile(samples.pdf);
      yield textPart('evCommunication.content', 'x'.repeat(600_000));
      yield filePart('rest.pdf');
      for (let count = 0; count < 20; count += 1) yield new Uint8Array(1024 * 1024);
      yield `\r\n${endOfParts}`;
    }
    expect((await sendRaw(server, '/jobs/update', tooMuch())).body).toMatchObject({ code: 'invalid' });
  });
});
