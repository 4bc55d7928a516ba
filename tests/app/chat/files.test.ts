import { expect, test } from 'vitest';
import { readableFiles } from '../../../src/features/chat/chosenFiles.ts';

test('the bytes of a picked file are copied, so that later changes to the original do not matter', async () => {
  const picked = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf', lastModified: 7 });
  const { files, error } = await readableFiles([picked]);
  const [copy] = files;
  expect(error).toBe('');
  expect(copy).not.toBe(picked);
  expect([copy?.name, copy?.type, copy?.lastModified]).toEqual(['plan.pdf', 'application/pdf', 7]);
  expect(await copy?.text()).toBe('%PDF-1.7');
});

test('a file whose start can be read, but not the rest, is refused when it is picked', async () => {
  const gone = new File(['%PDF-1.7'], 'gone.pdf', { type: 'application/pdf' });
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  const fine = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  const { files, error } = await readableFiles([gone, fine]);
  expect(files.map(({ name }) => name)).toEqual(['plan.pdf']);
  expect(error).toBe(
    'gone.pdf: Couldn’t read this file. It may have been moved or renamed. Choose it again.',
  );
});
