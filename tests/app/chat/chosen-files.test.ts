import { expect, test } from 'vitest';
import { readableFiles, withFiles } from '../../../src/features/chat/chosenFiles.ts';
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
