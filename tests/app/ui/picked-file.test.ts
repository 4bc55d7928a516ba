import { expect, test } from 'vitest';
import { fileKind } from '../../../src/contract/files/fileKind.ts';
import {
  attachmentTypeMessage,
  fileTypeMessage,
  totalFileSizeMessage,
} from '../../../src/contract/files/files.ts';
import { maxUploadBytes } from '../../../src/contract/limits.ts';
import { getToasts } from '../../../src/ui/feedback/toast.ts';
import {
  asSent,
  checkedFile,
  isSameFile,
  isUnconverted,
  otherContentText,
  typeWord,
} from '../../../src/ui/files/pickedFile.ts';
import { badFiles, goodFiles, takenName } from '../../support/files/anyFiles.ts';
import { samples } from '../../support/files/sampleFiles.ts';

const heicBytes = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0]);

const { pdf, jpeg, zip } = samples;

test.each([
  ['plan.pdf', 'application/pdf', pdf],
  ['roof.JPG', 'image/jpeg', jpeg],
  ['all.zip', 'application/zip', zip],
])('%s of type "%s" is accepted as it is', async (name, type, { bytes }) => {
  const file = new File([new Uint8Array(bytes)], name, { type });
  expect(await checkedFile(file)).toBe(file);
});

test.each(goodFiles)('$name of type "$type" is taken for what is in it', async (good) => {
  const file = new File([good.bytes], good.name, { type: good.type, lastModified: 7 });
  const taken = (await checkedFile(file)) as File;
  expect(taken).toMatchObject({ name: takenName(good), size: file.size, lastModified: 7 });
  expect(taken.type).toBe(fileKind(good.bytes));
});

test('a file whose name promises another type is said to be added under a true one', async () => {
  await checkedFile(new File([new Uint8Array(jpeg.bytes)], 'Scan 07.pdf', { type: 'application/pdf' }));
  expect(getToasts().map(({ text }) => text)).toContain(
    'Scan 07.pdf is a JPG file. It’s added as Scan 07.jpg.',
  );
});

test.each(badFiles)('$name of type "$type" is refused with a sentence', async ({ name, type, bytes }) => {
  expect(await checkedFile(new File([bytes], name, { type }))).toMatch(/^[A-Z].{20,}/);
});

test.each([
  ['heix', 'mif1heix'],
  ['mif1', 'mif1heic'],
  ['MiHE', 'mif1heic'],
])('a HEIC photo of the brand %s is recognized whatever it is called', async (brand, others) => {
  const box = new TextEncoder().encode(`ftyp${brand}\0\0\0\0${others}`);
  const photo = new File([new Uint8Array([0, 0, 0, box.length + 4, ...box])], 'a.pdf', {
    type: 'text/plain',
  });
  expect(isUnconverted((await checkedFile(photo)) as File)).toBe(true);
});

test('an AVIF picture is no HEIC photo', async () => {
  const box = new TextEncoder().encode('ftypmif1\0\0\0\0avifmif1');
  const picture = new File([new Uint8Array([0, 0, 0, box.length + 4, ...box])], 'a.jpg');
  expect(await checkedFile(picture)).toBe(otherContentText);
});

test.each([
  ['its type', new File(['x'], 'a.bin', { type: 'image/heic', lastModified: 7 })],
  ['its name', new File(['x'], 'IMG_1.HEIC', { lastModified: 7 })],
  ['its bytes', new File([heicBytes], 'IMG_1.jpg', { type: 'image/jpeg', lastModified: 7 })],
])('a HEIC photo is recognized by %s, and is to be converted', async (_, picked) => {
  const file = (await checkedFile(picked)) as File;
  expect(isUnconverted(file)).toBe(true);
  expect(file).toMatchObject({ name: picked.name, size: picked.size, lastModified: 7 });
  expect(asSent([file])).toEqual([
    { name: picked.name.replace(/\.\w+$/, '.jpg'), type: 'image/jpeg', size: file.size },
  ]);
});

test.each(['IMG_1.HEIC', 'plan.pdf'])(
  '%s that is larger than all files may be together is refused',
  async (name) => {
    const huge = new File(['%PDF-'], name);
    Object.defineProperty(huge, 'size', { value: maxUploadBytes + 1 });
    expect(await checkedFile(huge)).toBe('Total files size cannot exceed 100 MB.');
    expect(await checkedFile(huge, undefined, totalFileSizeMessage)).toBe(
      'Total file size cannot exceed 100 MB.',
    );
  },
);

test.each([
  ['letter.pdf', 'application/pdf', `${'PK\x03\x04'.padEnd(26, '\0')}\x13\0\0\0[Content_Types].xml`],
  ['scan.jpg', 'image/jpeg', '<html>Sign in to the hotel’s Wi-Fi</html>'],
  ['all.zip', 'application/zip', 'Rar!\x1a\x07\x01\0'],
])('%s of another content is refused before it is sent', async (name, type, content) => {
  const file = new File([new Uint8Array(Buffer.from(content, 'latin1'))], name, { type });
  expect(await checkedFile(file)).toBe(otherContentText);
});

test('other types get the sentence of their form', async () => {
  const program = new File(['x'], 'setup.exe', { type: 'application/x-msdownload' });
  expect(await checkedFile(program)).toBe(fileTypeMessage);
  expect(await checkedFile(program, attachmentTypeMessage)).toBe(attachmentTypeMessage);
});

test.each(['plan.pdf', 'IMG_1.HEIC'])('an empty %s is refused', async (name) => {
  expect(await checkedFile(new File([], name))).toBe('This file is empty. Choose a different file.');
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
