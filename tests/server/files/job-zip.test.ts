import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { archiveNames, jobZip } from '../../../server/export/jobZip.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import { writtenHeader } from '../../../src/contract/writtenTime.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** The archive really unpacked: name → bytes, each checked against its checksum. */
async function unzipped(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { strictFileNames: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    expect(crc32(bytes), entry.fileName).toBe(entry.crc32);
    expect(files.has(entry.fileName), entry.fileName).toBe(false);
    files.set(entry.fileName, bytes);
  }
  return files;
}

async function zipOf({ call }: TestServer, jobId: string) {
  return call('download', { as: 'client', body: { format: 'zip', jobId } });
}

onOneDatabase('a job as an archive', (start) => {
  test('contains every file byte for byte, and the conversation as text', async () => {
    const server = await start();
    const job = await newJob(
      server,
      { project: 'Roof', jobCode: 'A B/1', message: 'Please begin.' },
      {
        files: [samples.pdf, samples.png],
      },
    );
    await updateJob(server, job, 'admin', { assignedTo: 'emil@ev.test' });
    server.clock.advance(3600);
    await send(server, job.jobId, 'employee', 'Here it is:\nstamped.', [
      renamed(samples.jpeg, 'fertig größe.jpeg'),
    ]);
    await server.call('updateJob', {
      as: 'client',
      body: messageOf(job.jobId, 'client', 'From the basement.'),
      files: [],
      headers: { [writtenHeader]: '2400' },
    });
    const reply = await zipOf(server, job.jobId);
    expect(reply.response.headers['content-type']).toBe('application/zip');
    expect(reply.response.headers['content-disposition']).toMatch(/^attachment; filename="job-A_B_1\.zip"/);

    const files = await unzipped(reply.bytes);
    const { attachments } = (await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer;
    expect(attachments).toHaveLength(3);
    const given = attachments.map(({ fileName }) => givenFileName(fileName));
    expect([...files.keys()]).toEqual([...given, 'conversation.txt']);
    expect(given.map((name) => files.get(name))).toEqual([
      samples.pdf.bytes,
      samples.png.bytes,
      samples.jpeg.bytes,
    ]);

    const { streetName } = job.address;
    expect(files.get('conversation.txt')?.toString()).toBe(`Roof
Job A B/1: In progress
${streetName}, Springfield, IL 62701
Stamp: Electrical Review
Submitted by Clara C., Solar Roofs, on 2026-11-21 10:30 UTC
Assigned to Emil E.

--- From Solar Roofs to EV, Clara C., 2026-11-21 10:30 UTC
> Please begin.

--- EV to Solar Roofs, Emil E., 2026-11-21 11:30 UTC
> Here it is:
> stamped.
[file: ${given[2]}]

--- From Solar Roofs to EV, Clara C., written 2026-11-21 10:50 UTC, sent 2026-11-21 11:30 UTC
> From the basement.
`);
  });

  test('quotes each line of a message, so that none can pass for a line of another message', async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    const forged = '--- EV to Solar Roofs, Emil E., 2026-11-21 11:30 UTC';
    const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
    for (const end of breaks)
      await send(server, jobId, 'client', `Thanks.${end}${end}${forged}${end}Approved.`);
    // As they were stored before they had to be one line.
    await server.db.query('update jobs set project = $2 where job_id = $1', [jobId, `Roof\n\n${forged}`]);
    await server.db.query('update users set last_name = $2 where email = $1', [
      people.client.email,
      `C\u202e.P`,
    ]);
    const text =
      (await unzipped((await zipOf(server, jobId)).bytes)).get('conversation.txt')?.toString() ?? '';
    const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
    expect(lines.filter((line) => line === forged)).toEqual([]);
    expect(lines.filter((line) => line === `> ${forged}`)).toHaveLength(breaks.length);
    expect(lines[0]).toBe(`Roof ${forged}`);
    expect(text).not.toContain('\u202e');
  });

  test('without files and messages contains a text that says so', async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    const files = await unzipped((await zipOf(server, jobId)).bytes);
    expect([...files.keys()]).toEqual(['conversation.txt']);
    expect(files.get('conversation.txt')?.toString()).toContain('No messages.');
  });

  test('contains a conversation of a thousand messages in order', async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'first');
    await server.db.query(
      `insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
       select 'm' || n, job_id, 'message ' || n, status, from_user, to_user, from_user_type, created
       from messages, generate_series(1, 1100) as n order by n`,
    );
    const text =
      (await unzipped((await zipOf(server, jobId)).bytes)).get('conversation.txt')?.toString() ?? '';
    const said = [...text.matchAll(/^> message (\d+)$/gm)].map(([, n]) => Number(n));
    expect(said).toEqual(Array.from({ length: 1100 }, (_, index) => index + 1));
  });

  test('names no file that it lacks where a message comes while its files are sent', async () => {
    const server = await start();
    const { jobId } = await newJob(server, {}, { files: [samples.pdf] });
    await send(server, jobId, 'client', 'Before', [samples.png]);
    const get = server.files.get.bind(server.files);
    vi.spyOn(server.files, 'get').mockImplementationOnce(async (...asked) => {
      await send(server, jobId, 'client', 'Meanwhile', [samples.jpeg]);
      return get(...asked);
    });
    const files = await unzipped((await zipOf(server, jobId)).bytes);
    const text = files.get('conversation.txt')?.toString() ?? '';
    const named = [...text.matchAll(/^\[file: (.+)\]$/gm)].map(([, name]) => name);
    expect(named).toHaveLength(1);
    expect(named.every((name) => files.has(name ?? ''))).toBe(true);
    expect(text).toContain('> Before');
  });

  test('contains both of two files with one name', async () => {
    const server = await start();
    const { jobId } = await newJob(
      server,
      {},
      { files: [samples.pdf, { ...samples.pdf, bytes: Buffer.from('%PDF-1.7\n') }] },
    );
    const files = await unzipped((await zipOf(server, jobId)).bytes);
    expect(files.size).toBe(3);
    expect([...files.keys()].slice(0, 2)).toEqual(['plan.pdf', 'plan (2).pdf']);
    expect([...files.values()][1]?.toString()).toBe('%PDF-1.7\n');
  });

  test('breaks the download when a file is missing from the store, instead of leaving it out', async () => {
    const server = await start({ errorsExpected: true });
    const { jobId } = await newJob(server, {}, { files: [samples.pdf, samples.png] });
    const stored = await server.storedFiles();
    expect(stored.length).toBeGreaterThanOrEqual(2);
    for (const key of stored) await server.files.remove(key);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const whole = fetch(`http://127.0.0.1:${port}/api/evjobs/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token('client')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'zip', jobId }),
    }).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response.arrayBuffer();
    });
    await expect(whole).rejects.toThrow();
  });
});

test('names in the archive are unique whatever their case, and cannot leave their folder', () => {
  const file = (key: string, fileName: string) => ({ key, fileName, size: 0, createdTimestamp: 0 });
  const names = archiveNames([
    file('1', 'plan.pdf'),
    file('2', 'Plan.PDF'),
    file('3', 'plan (2).pdf'),
    file('4', 'plan.pdf'),
    file('5', 'conversation.txt'),
    file('6', '../../etc/passwd'),
    file('7', 'C:\\temp\\x.pdf'),
    file('8', '...'),
    file('9', 'noending'),
    file('10', 'noending'),
  ]);
  expect([...names.values()]).toEqual([
    'plan.pdf',
    'Plan (2).PDF',
    'plan (2) (2).pdf',
    'plan (3).pdf',
    'conversation (2).txt',
    '_.._etc_passwd',
    'C__temp_x.pdf',
    'file',
    'noending',
    'noending (2)',
  ]);
});

test('names in the archive have at most 255 bytes, as file systems take them, and are unique when they are cut', () => {
  const plan = `${'図'.repeat(190)}.pdf`;
  const house = `${'🏠'.repeat(98)}.pdf`;
  const names = archiveNames(
    [plan, plan, house].map((fileName, key) => ({
      key: String(key),
      fileName,
      size: 0,
      createdTimestamp: 0,
    })),
  );
  expect([...names.values()]).toEqual([
    `${'図'.repeat(83)}.pdf`,
    `${'図'.repeat(82)} (2).pdf`,
    `${'🏠'.repeat(62)}.pdf`,
  ]);
});

test('an aborted download closes the open file, and opens no other', async () => {
  const opened: Readable[] = [];
  async function* text() {
    yield 'never';
  }
  const files = ['a', 'b'].map((key) => ({ key, fileName: `${key}.pdf`, size: 1e9, createdTimestamp: 0 }));
  const endless = async () => {
    const stream = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    opened.push(stream);
    return stream;
  };
  const zip = jobZip(files, archiveNames(files), endless, text());
  zip.once('readable', () => zip.destroy());
  await inTheEnd(() => expect(zip.destroyed).toBe(true));
  await inTheEnd(() => expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]));
});

test('memory stays flat, because nothing is read in advance', async () => {
  let read = 0;
  async function* text() {
    yield 'never';
  }
  const files = [{ key: 'a', fileName: 'a.pdf', size: 1e9, createdTimestamp: 0 }];
  const endless = async () =>
    new Readable({
      read() {
        read += 65_536;
        this.push(Buffer.alloc(65_536));
      },
    });
  const zip = jobZip(files, archiveNames(files), endless, text());
  await new Promise((resolve) => zip.once('readable', resolve));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(read).toBeLessThan(1024 * 1024);
  zip.destroy();
});
