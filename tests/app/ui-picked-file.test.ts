import { expect, test } from 'vitest';
import { attachmentTypeMessage, fileTypeMessage } from '../../src/contract/files.ts';
import { isSameFile, refusalReason, typeWord } from '../../src/ui/files/pickedFile.ts';

const heicBytes = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0]);
const heic = /^HEIC photos aren’t supported.*JPEG or PNG/;

test.each([
  ['plan.pdf', 'application/pdf'],
  ['roof.JPG', 'image/jpeg'],
  ['all.zip', 'application/x-zip-compressed'],
  ['plan.pdf', ''],
  ['plan.pdf', 'application/octet-stream'],
])('%s of type "%s" is accepted', async (name, type) => {
  expect(await refusalReason(new File(['x'], name, { type }))).toBeUndefined();
});

test('a HEIC photo is refused in a sentence, by its type, its name and its bytes', async () => {
  expect(await refusalReason(new File(['x'], 'a.bin', { type: 'image/heic' }))).toMatch(heic);
  expect(await refusalReason(new File(['x'], 'IMG_1.HEIC'))).toMatch(heic);
  expect(await refusalReason(new File([heicBytes], 'IMG_1.jpg', { type: 'image/jpeg' }))).toMatch(heic);
});

test('other types get the sentence of their form', async () => {
  const program = new File(['x'], 'setup.exe', { type: 'application/x-msdownload' });
  expect(await refusalReason(program)).toBe(fileTypeMessage);
  expect(await refusalReason(program, attachmentTypeMessage)).toBe(attachmentTypeMessage);
});

test('an empty file is refused', async () => {
  expect(await refusalReason(new File([], 'plan.pdf', { type: 'application/pdf' }))).toBe(
    'This file is empty. Choose a different file.',
  );
});

test('two shots of one camera are two files', () => {
  const shot = (lastModified: number) => new File(['x'], 'image.jpg', { type: 'image/jpeg', lastModified });
  expect(isSameFile(shot(1), shot(1))).toBe(true);
  expect(isSameFile(shot(1), shot(2))).toBe(false);
});

test('a file’s type is shown as a short word', () => {
  expect(typeWord({ name: 'plan.pdf', type: 'application/pdf' })).toBe('PDF');
  expect(typeWord({ name: 'scan', type: 'image/jpeg' })).toBe('JPEG');
});
