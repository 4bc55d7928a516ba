import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import {
  attachmentTypeMessage,
  fileNameMessage,
  fileTypeMessage,
  tooManyFilesMessage,
} from '../../../src/contract/files/files.ts';
import { sentence } from '../../../src/contract/labels.ts';
import { maxFiles, maxUploadBytes } from '../../../src/contract/limits.ts';
import { isAll } from '../../support/amount.ts';
import { endOfParts, filePart, sendRaw, textPart, wholeFile } from '../../support/files/rawUpload.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { jobReport, messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { liveBytes } from '../../support/server/liveBytes.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

const messageParts = (jobId: string) =>
  Object.entries(messageOf(jobId, 'client', 'With files')).map(([name, value]) =>
    textPart(name, String(value)),
  );

const mebibyte = new Uint8Array(1024 * 1024);

/** A PDF of so many bytes, made while it is sent. */
function* pdfOf(bytes: number) {
  const head = samples.pdf.bytes;
  yield head;
  for (let left = bytes - head.length; left > 0; left -= mebibyte.length) {
    yield left < mebibyte.length ? mebibyte.subarray(0, left) : mebibyte;
  }
}

onOneDatabase('an upload', (start, kind) => {
  const server = start.forAll();
  let jobId: string;
  let kept: string[];
  beforeAll(async () => {
    jobId = (await newJob(server)).jobId;
    await send(server, jobId, 'client', 'kept', [samples.pdf]);
    kept = await server.storedFiles();
    expect(kept).toHaveLength(1);
  });

  async function expectNothingLeft() {
    expect(await server.storedFiles()).toEqual(kept);
    const rows = await server.db.query('select key from attachments');
    expect(rows).toEqual(kept.map((key) => ({ key })));
  }

  const wrong = ['exe', 'html', 'svg', 'empty'] as const;
  test.each(wrong)(
    'of a %s called plan.pdf is refused by its content, with the message of each form',
    async (name) => {
      const file = renamed(samples[name], 'plan.pdf', 'application/pdf');
      const job = (await server.call('job', { as: 'client', params: { jobId } })).answer;
      const inChat = await server.call('updateJob', {
        as: 'client',
        body: messageOf(jobId, 'client', 'Look'),
        files: [samples.png, file, samples.pdf],
      });
      expect(inChat.failure).toMatchObject({
        code: 'invalid',
        field: 'attachments',
        errorMessage: fileTypeMessage,
      });
      const inReport = await server.call('reportJob', {
        as: 'client',
        body: jobReport(),
        files: [samples.png, file],
      });
      expect(inReport.failure).toMatchObject({
        code: 'invalid',
        field: 'jobAttachmentFiles2',
        errorMessage: attachmentTypeMessage,
      });
      const inUpdate = await updateJob(server, job, 'client', { project: 'Changed' }, { files: [file] });
      expect(inUpdate.failure).toMatchObject({
        code: 'invalid',
        field: 'jobAttachmentFiles2Update',
        errorMessage: attachmentTypeMessage,
      });
      await expectNothingLeft();
      expect(attachmentTypeMessage).toBe('Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)');
      expect(fileTypeMessage).toBe('Please select a PDF, ZIP or an image (.PNG, .JP(E)G)');
    },
  );

  test('of one byte more than 100 MB, in two files, is refused while it streams', async () => {
    async function* body() {
      yield* messageParts(jobId);
      yield filePart('one.pdf');
      yield* pdfOf(maxUploadBytes - 100);
      yield `\r\n${filePart('two.pdf')}`;
      yield* pdfOf(101);
      yield `\r\n${endOfParts}`;
    }
    const { status, body: answer } = await sendRaw(server, '/jobs/update', body());
    expect(status).toBe(413);
    expect(answer).toEqual({ errorMessage: 'Total files size cannot exceed 100 MB', code: 'too-large' });
    await expectNothingLeft();
  });

  test('that never ends is answered before its end', async () => {
    let answered = false;
    async function* body() {
      yield* messageParts(jobId);
      yield filePart('endless.pdf');
      yield* pdfOf(maxUploadBytes);
      while (!answered) {
        yield mebibyte;
        await wait(1);
      }
    }
    const { status } = await sendRaw(server, '/jobs/update', body());
    answered = true;
    expect(status).toBe(413);
    await expectNothingLeft();
  });

  test.runIf(isAll)('of exactly 100 MB is accepted, with flat memory', async () => {
    const job = await newJob(server, {}, { as: 'client' });
    const before = liveBytes();
    let most = Number.NEGATIVE_INFINITY;
    async function* body() {
      yield* messageParts(job.jobId);
      yield filePart('large.pdf');
      let pieces = 0;
      for (const piece of pdfOf(maxUploadBytes)) {
        yield piece;
        pieces += 1;
        if (pieces % 20 === 0) most = Math.max(most, liveBytes() - before);
      }
      yield `\r\n${endOfParts}`;
    }
    const { status, body: answer } = await sendRaw(server, '/jobs/update', body());
    expect(status, JSON.stringify(answer)).toBe(200);
    const [row] = await server.db.query<{ key: string }>('select key from attachments where size = $1', [
      maxUploadBytes,
    ]);
    await server.db.query('delete from attachments where key = $1', [row?.key]);
    await server.files.remove(row?.key ?? '');
    await expectNothingLeft();
    // Held in memory it would be 100; what is under way between the two ends of the line is a few.
    expect(Number.isFinite(most)).toBe(true);
    expect(most).toBeLessThan(32 * mebibyte.length);
  });

  test(`of 300 files is refused`, async () => {
    function* body() {
      yield* messageParts(jobId);
      for (let index = 0; index < 300; index++) yield wholeFile(renamed(samples.pdf, `${index}.pdf`));
      yield endOfParts;
    }
    const { status, body: answer } = await sendRaw(server, '/jobs/update', body());
    expect(status).toBe(422);
    expect(answer).toMatchObject({
      code: 'invalid',
      errorMessage: sentence('attachments', tooManyFilesMessage),
    });
    expect(answer.errorMessage).toContain(String(maxFiles));
    await expectNothingLeft();
  });

  const names: [what: string, name: string][] = [
    ['a folder above', '../plan.pdf'],
    ['a folder above, as Windows writes it', '..\\\\plan.pdf'],
    ['a path', '/etc/passwd.pdf'],
    ['a drive', 'C:\\\\plan.pdf'],
    ['dots only', '..'],
    ['a zero character', 'a\u0000b.pdf'],
    ['a bell', 'a\u0007.pdf'],
    ['4,000 characters', `${'n'.repeat(3996)}.pdf`],
  ];
  test.each(names)('with a name of %s is refused', async (_, name) => {
    const parts = [
      ...messageParts(jobId),
      wholeFile(samples.pdf),
      wholeFile(renamed(samples.pdf, name)),
      endOfParts,
    ];
    const { status, body } = await sendRaw(server, '/jobs/update', parts);
    expect(body).toMatchObject({ code: 'invalid', field: 'attachments', errorMessage: fileNameMessage });
    expect(status).toBe(422);
    await expectNothingLeft();
  });

  test('whose text parts come after its files is judged by them', async () => {
    const files = [wholeFile(samples.pdf), wholeFile(renamed(samples.exe, 'tool.pdf'))];
    const asReport = await sendRaw(server, '/jobs/report', [...files, textPart('job', '{}'), endOfParts]);
    expect(asReport.body).toMatchObject({
      field: 'jobAttachmentFiles2',
      errorMessage: attachmentTypeMessage,
    });
    const asMessage = await sendRaw(server, '/jobs/update', [...files, ...messageParts(jobId), endOfParts]);
    expect(asMessage.body).toMatchObject({ field: 'attachments', errorMessage: fileTypeMessage });
    await expectNothingLeft();
  });

  test('that breaks off in the middle of a file leaves nothing, and the server goes on', async () => {
    const size = 8 * mebibyte.length;
    async function* body() {
      yield* messageParts(jobId);
      yield wholeFile(samples.png);
      yield filePart('half.pdf');
      yield* pdfOf(size);
      await expect.poll(async () => (await server.storedFiles()).length).toBe(kept.length + 2);
      throw new Error('the line is gone');
    }
    await expect(sendRaw(server, '/jobs/update', body())).rejects.toThrow('the line is gone');
    await expect.poll(() => server.storedFiles()).toEqual(kept);
    await expectNothingLeft();
  });

  test('that breaks off between two files leaves nothing', async () => {
    async function* body() {
      yield* messageParts(jobId);
      yield wholeFile(samples.png);
      yield filePart('next.pdf');
      await expect.poll(async () => (await server.storedFiles()).length).toBeGreaterThan(kept.length);
      throw new Error('the line is gone');
    }
    await expect(sendRaw(server, '/jobs/update', body())).rejects.toThrow('the line is gone');
    await expect.poll(() => server.storedFiles()).toEqual(kept);
  });

  test('without its end is refused', async () => {
    const parts = [...messageParts(jobId), wholeFile(samples.png), filePart('half.pdf'), samples.pdf.bytes];
    const { status } = await sendRaw(server, '/jobs/update', parts);
    expect(status).toBe(422);
    await expectNothingLeft();
  });

  test('leaves nothing when its fields are refused', async () => {
    const files = [samples.pdf, samples.png];
    const body = jobReport();
    const refused = [
      await server.call('reportJob', { as: 'client', body: { ...body, project: '' }, files }),
      await server.call('reportJob', {
        as: 'client',
        body: { ...body, jobReporter: people.otherClient.email },
        files,
      }),
      await server.call('updateJob', {
        as: 'otherClient',
        body: messageOf(jobId, 'otherClient', 'Hi'),
        files,
      }),
      await server.call('updateJob', { as: 'client', body: messageOf(jobId, 'client', '  '), files }),
      await updateJob(server, { jobId, version: 99 }, 'client', { project: 'x' }, { files }),
    ];
    expect(refused.map(({ code }) => code)).toEqual([
      'invalid',
      'not-found',
      'not-found',
      'invalid',
      'stale',
    ]);
    const badJson = await sendRaw(server, '/jobs/report', [
      textPart('job', '{'),
      wholeFile(samples.pdf),
      endOfParts,
    ]);
    expect(badJson.body).toMatchObject({ code: 'invalid', field: 'job' });
    const tooMuchText = await sendRaw(server, '/jobs/update', [
      wholeFile(samples.pdf),
      textPart('evCommunication.content', 'x'.repeat(600_000)),
      endOfParts,
    ]);
    expect(tooMuchText.body).toMatchObject({ code: 'invalid' });
    await expectNothingLeft();
  });

  test('repeated with its key gets the same response and stores the files once', async () => {
    const options = {
      as: 'client' as const,
      body: messageOf(jobId, 'client', 'Once'),
      files: [samples.zip],
      key: `once-${kind}`,
    };
    const first = await server.call('updateJob', options);
    server.clock.advance(30);
    const second = await server.call('updateJob', options);
    server.clock.nowMs = startOfTime;
    expect(second.answer).toEqual(first.answer);
    kept = [...kept, ...Object.keys(first.answer.communication?.fileAttachmentsInfo ?? {})];
    expect((await server.storedFiles()).sort()).toEqual([...kept].sort());
    expect(kept).toHaveLength(2);
  });

  test('accepts an empty file input', async () => {
    const parts = [...messageParts(jobId), filePart(''), '\r\n', endOfParts];
    const { status } = await sendRaw(server, '/jobs/update', parts);
    expect(status).toBe(200);
    expect((await server.storedFiles()).sort()).toEqual([...kept].sort());
  });
});
