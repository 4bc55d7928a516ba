import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { withoutMetadata } from '../../../server/files/withoutMetadata.ts';
import { noteSegment, type PhotoNote, startBytes } from '../../../src/contract/files/photoNote.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { jobReport, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const note: PhotoNote = {
  taken: '2026-11-27T16:20:05-05:00',
  place: { latitude: 42.3601, longitude: -71.0589 },
};
const secrets = /Exif|GPS|secret|canary|EV-Jobs|x:xmpmeta|Photoshop/;

/** A photo of a camera, held sideways (orientation 6), with all that cameras and programs write. */
async function photo(format: 'jpeg' | 'png', progressive = false): Promise<Buffer> {
  const pixels = sharp({ create: { width: 64, height: 40, channels: 3, background: '#4a7' } })
    .withExifMerge({
      IFD0: { Copyright: 'secret-owner' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3');
  return (format === 'png' ? pixels.png() : pixels.jpeg({ progressive })).toBuffer();
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function cleaned(bytes: Uint8Array, type = 'image/jpeg', size = 1000) {
  const found: PhotoNote[] = [];
  const parts: Uint8Array[] = [];
  for await (const part of withoutMetadata(inPieces(bytes, size), type, (one) => found.push(one)))
    parts.push(part);
  return { bytes: Buffer.concat(parts), found };
}

function noted(jpeg: Buffer, said: PhotoNote = note): Buffer {
  return Buffer.concat([jpeg.subarray(0, startBytes), noteSegment(said), jpeg.subarray(startBytes)]);
}

test.each([
  ['a JPEG', 'jpeg', false],
  ['a progressive JPEG', 'jpeg', true],
  ['a PNG', 'png', false],
] as const)(
  '%s is stored without metadata, with its pixels, colors and orientation',
  async (_, format, progressive) => {
    const original = await photo(format, progressive);
    const { bytes } = await cleaned(original, `image/${format}`);
    expect(bytes.toString('latin1').replace('Exif\0\0MM', '')).not.toMatch(secrets);
    const [before, after] = await Promise.all([sharp(original).metadata(), sharp(bytes).metadata()]);
    expect(after).toMatchObject({ width: before.width, height: before.height, icc: before.icc });
    expect(after.orientation).toBe(6);
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
  },
);

test.each([1, 2, 3, 7, 64, 65_536])('pieces of %s bytes make the same file', async (size) => {
  const original = Buffer.concat([noted(await photo('jpeg', true)), Buffer.from('a film with canary GPS')]);
  const whole = await cleaned(original, 'image/jpeg', original.length);
  const { bytes, found } = await cleaned(original, 'image/jpeg', size);
  expect(bytes.equals(whole.bytes)).toBe(true);
  expect(bytes.toString('latin1')).not.toContain('film');
  expect(found).toEqual([note]);
});

test('a PNG that says more than a picture can be held is stored without it, and not kept in memory', async () => {
  const { bytes } = await cleaned(samples.png.bytes, 'image/png');
  const endless = Buffer.from([0xff, 0xff, 0xff, 0, 0x65, 0x58, 0x49, 0x66, 0x4d, 0x4d]);
  const broken = Buffer.concat([bytes.subarray(0, 33), endless, Buffer.alloc(200_000, 'canary')]);
  expect((await cleaned(broken, 'image/png')).bytes).toEqual(bytes.subarray(0, 33));
});

test('a photo without metadata and a broken one stay byte for byte', async () => {
  const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  expect((await cleaned(plain)).bytes.equals(plain)).toBe(true);
  for (const broken of [plain.subarray(0, 200), plain.subarray(0, 21), Buffer.from([0xff, 0xd8, 1, 2, 3])]) {
    expect((await cleaned(broken)).bytes.equals(broken)).toBe(true);
  }
});

test.each([
  ['a place that is none', { place: { latitude: 91, longitude: 0 } }],
  ['a time that is none', { taken: 'yesterday' }],
])('%s is left out', async (_, wrong) => {
  expect((await cleaned(noted(await photo('jpeg'), wrong as PhotoNote))).found).toEqual([]);
});

onOneDatabase('a photo', (start) => {
  const server = start.forAll();

  async function fileOf(jobId: string, as: 'client' | 'admin' = 'client') {
    return (await server.call('job', { as, params: { jobId } })).answer.attachments[0];
  }

  test('says when and where it was taken, beside the file, if its sender says to keep it', async () => {
    const { jobId } = await newJob(
      server,
      {},
      { files: [{ name: 'roof.jpg', bytes: noted(await photo('jpeg')) }] },
    );
    const file = await fileOf(jobId);
    expect(file).toMatchObject(note);
    expect(await fileOf(jobId, 'admin')).toMatchObject(note);
    const params = { key: file?.key ?? '', fileName: file?.fileName ?? '' };
    const { response } = await server.call('attachment', { as: 'client', params });
    expect(response.rawPayload.toString('latin1').replace('Exif\0\0MM', '')).not.toMatch(secrets);
    expect(response.rawPayload).toHaveLength(file?.size ?? 0);
    expect((await server.call('job', { as: 'otherClient', params: { jobId } })).code).toBe('not-found');
  });

  test('says it in the download of its job, in a list beside the files', async () => {
    const { jobId } = await newJob(
      server,
      {},
      { files: [{ name: 'roof.jpg', bytes: noted(await photo('jpeg')) }, samples.pdf] },
    );
    const { response } = await server.call('download', { as: 'client', body: { format: 'zip', jobId } });
    const zip = await fromBufferPromise(response.rawPayload);
    const texts = new Map<string, string>();
    for await (const entry of zip.eachEntry()) {
      texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
    }
    expect(texts.get('photos.csv')).toBe(
      '\ufeffFile,Taken,Latitude,Longitude\r\nroof.jpg,2026-11-27T16:20:05-05:00,42.3601,-71.0589\r\n',
    );
  });

  test('in its original size says nothing of it else, whoever sends it', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Look', [{ name: 'roof.jpg', bytes: await photo('jpeg') }]);
    const { attachments } = (await server.call('job', { as: 'client', params: { jobId } })).answer;
    const file = attachments.find(({ contentType }) => contentType === 'image/jpeg');
    expect(file).not.toHaveProperty('taken');
    expect(file).not.toHaveProperty('place');
  });

  test('that is delivered stays byte for byte', async () => {
    const job = await newJob(server);
    const bytes = noted(await photo('jpeg'));
    const files = [{ name: 'sealed.jpg', bytes }];
    const deliver = { deliverable: { deliveryMode: 'DIGITAL_COPY' as const } };
    const given = await updateJob(server, job, 'admin', deliver, { files });
    const file = (given.answer.job as JobDetails).deliverables[0]?.file;
    const params = { key: file?.key ?? '', fileName: file?.fileName ?? '' };
    const { response } = await server.call('attachment', { as: 'client', params });
    expect(response.rawPayload.equals(bytes)).toBe(true);
  });

  test('that is delivered is refused if its metadata was left out before the server could know', async () => {
    const job = await newJob(server);
    const deliver = { deliverable: { deliveryMode: 'DIGITAL_COPY' as const } };
    const sendsFirst = (bytes: Buffer) =>
      updateJob(server, job, 'admin', deliver, { files: [{ name: 'sealed.jpg', bytes }], filesFirst: true });
    expect((await sendsFirst(await photo('jpeg'))).failure).toMatchObject({
      field: 'job',
      errorMessage: expect.stringContaining('must come before the files'),
    });
    expect(
      (await server.call('job', { as: 'admin', params: { jobId: job.jobId } })).answer.deliverables,
    ).toEqual([]);
    const { bytes: plain } = await cleaned(await photo('jpeg'));
    expect((await sendsFirst(plain)).status).toBe(200);
  });

  test('is sent once under one key, though it is stored otherwise than it was sent', async () => {
    const files = [{ name: 'roof.jpg', bytes: noted(await photo('jpeg')) }];
    const options = { as: 'client', body: jobReport(), files, key: 'photo' } as const;
    const job = (await server.call('reportJob', options)).answer;
    const { attachments } = (await server.call('reportJob', options)).answer;
    expect(attachments).toEqual(job.attachments);
  });
});
