import { expect, test } from 'vitest';
import { readableFiles, withFiles } from '../../../src/features/chat/chosenFiles.ts';
import { awaitPreparation, readChosenFile } from '../../../src/outbox/records/fileBytes.ts';
import { badFiles, goodFiles, takenName } from '../../support/files/anyFiles.ts';

test('a message takes files whatever type the browser gives them, and names each that it refuses', async () => {
  const picked = [...badFiles, ...goodFiles].map(
    ({ name, type, bytes }) => new File([bytes], name, { type }),
  );
  const { files, error } = await readableFiles(picked);
  expect(files.map(({ name }) => name)).toEqual(goodFiles.map(takenName));
  expect(error.split('\n').map((line) => line.split(': ')[0])).toEqual(badFiles.map(({ name }) => name));
  expect(withFiles([], files)).toEqual({ files, error: '' });
});

test('no photo is read before it is set what is made of photos, and other files do not wait for that', async () => {
  const photo = new File(['as taken'], 'roof.jpg', { type: 'image/jpeg' });
  const preparePhotosBy = awaitPreparation();
  let isRead = false;
  const reading = readChosenFile(photo).then((copy) => {
    isRead = true;
    return copy;
  });
  const plan = await readChosenFile(new File(['plan'], 'plan.pdf', { type: 'application/pdf' }));
  expect(plan).toMatchObject({ size: 4 });
  expect(isRead).toBe(false);
  preparePhotosBy(async ({ name, type }) => new File(['as sent!'], name, { type }));
  const { name, chunks } = await reading;
  expect([name, Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString()]).toEqual([
    'roof.jpg',
    'as sent!',
  ]);
});
