import { expect, test } from 'vitest';
import type { StoredFile } from '../../../server/data/storedFile.ts';
import { storeFiles } from '../../../server/replies/replyFiles.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import { badFiles, goodFiles, takenName } from '../../support/files/anyFiles.ts';
import { tusOf } from '../../support/files/tus.ts';
import { messageOf, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const names = goodFiles.map(takenName);

onOneDatabase('the first bytes of a file say what it is', (start) => {
  const server = start.forAll();

  test('in a form, whatever type and name its sender gives it', async () => {
    const { attachments } = await newJob(server, {}, { files: goodFiles });
    expect(attachments.map(({ fileName }) => givenFileName(fileName))).toEqual(names);
  });

  test.each(badFiles)('in a form, so that $name is refused', async (file) => {
    const { jobId } = await newJob(server);
    const { failure } = await server.call('updateJob', {
      as: 'client',
      body: messageOf(jobId, 'client', 'Here it is.'),
      files: [file],
    });
    expect(failure.errorMessage).toContain('Please select a PDF, ZIP or an image');
  });

  test('in an upload in pieces', async () => {
    const tus = tusOf(server);
    const uploads: string[] = [];
    for (const { name, bytes } of goodFiles) {
      const id = await tus.begin(bytes.length, { name });
      await tus.put(id, 0, Buffer.from(bytes));
      uploads.push(id);
    }
    const { attachments } = await newJob(server, {}, { uploads } as never);
    expect(attachments.map(({ fileName }) => givenFileName(fileName))).toEqual(names);
    for (const { name, bytes } of badFiles.filter((file) => file.bytes.length > 0)) {
      const id = await tus.begin(bytes.length, { name });
      await tus.put(id, 0, Buffer.from(bytes));
      const body = messageOf((await newJob(server)).jobId, 'client', 'Here it is.');
      const { failure } = await server.call('updateJob', { as: 'client', body, uploads: [id] });
      expect(failure.errorMessage, name).toContain('Please select a PDF, ZIP or an image');
    }
  });

  test('in an email, so that all others are named to its sender', async () => {
    const parts = [...goodFiles, ...badFiles].map(({ name, type, bytes }) => ({
      fileName: name,
      contentType: type || 'application/octet-stream',
      isInText: false,
      isDot: false,
      sha256: '',
      content: Buffer.from(bytes),
    }));
    const stored: StoredFile[] = [];
    const options = { stored, mostFiles: 100, nowMs: 0, comesAgain: false };
    const refused = await storeFiles(server.files, parts, options);
    expect(stored.map(({ fileName }) => givenFileName(fileName))).toEqual(names);
    expect(refused.map(({ fileName }) => fileName)).toEqual(badFiles.map(({ name }) => name));
  });
});
