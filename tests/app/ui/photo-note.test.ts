import sharp from 'sharp';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leadingNote } from '../../../src/contract/files/photoNote.ts';
import { mapOf, placeText, takenText } from '../../../src/format/photoData.ts';
import {
  choosePhotoData,
  getPhotoQuestion,
  keepsPhotoData,
  photoDataChoice,
} from '../../../src/ui/files/photoConsent.ts';
import { asSentPhoto, readNote, withNoteOf } from '../../../src/ui/files/photoNote.ts';
import { setFirm } from '../../../src/ui/firm.ts';
import { cameraPhoto, phoneNote } from '../../support/photos/phonePhoto.ts';

const { taken, place } = phoneNote;

async function jpeg(exif?: Record<string, Record<string, string>>): Promise<File> {
  const bytes = await cameraPhoto(exif).jpeg().toBuffer();
  return new File([new Uint8Array(bytes)], 'roof.jpg', { type: 'image/jpeg', lastModified: 5 });
}

const never = () => Promise.reject(new Error('asked'));
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

describe('what a photo says of when and where it was taken', () => {
  test('is read from a JPEG, and from a file as phones take them, whatever its codec', async () => {
    expect(await readNote(await jpeg())).toEqual({ taken, place });
    const heif = await cameraPhoto().heif({ compression: 'av1' }).toBuffer();
    const heic = new File([new Uint8Array(heif)], 'roof.heic', { type: 'image/heic' });
    expect(await readNote(heic)).toEqual({ taken, place });
  });

  test.each([
    [
      'a time without its zone',
      { IFD2: { DateTimeOriginal: '2026:11:27 16:20:05' } },
      { taken: taken.slice(0, 19) },
    ],
    ['a clock that was never set', { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }, null],
    ['only its camera', { IFD0: { Model: 'Phone' } }, null],
  ])('is read of %s', async (_, exif, said) => {
    expect(await readNote(await jpeg(exif as never))).toEqual(said);
  });

  test('is nothing for a PNG, and for a file that is none', async () => {
    const png = new File([new Uint8Array(await cameraPhoto().png().toBuffer())], 'a.png', {
      type: 'image/png',
    });
    expect(await readNote(png)).toBeNull();
    expect(await readNote(new File(['nothing'], 'a.jpg', { type: 'image/jpeg' }))).toBeNull();
  });

  test('is carried by what is made of it, and sent if its sender keeps it', async () => {
    const original = await jpeg();
    const smaller = await withNoteOf(original, await jpeg({}));
    expect(await readNote(smaller)).toEqual({ taken, place });
    expect(await asSentPhoto(smaller, async () => true)).toBe(smaller);
    const sent = await asSentPhoto(original, async () => true);
    expect(sent).toMatchObject({ name: 'roof.jpg', type: 'image/jpeg', lastModified: 5 });
    const bytes = await bytesOf(sent);
    const { note, end = 0 } = leadingNote(bytes) ?? {};
    expect(note).toEqual({ taken, place });
    // All else is as it was.
    expect(Buffer.concat([bytes.subarray(0, 2), bytes.subarray(end)]).equals(await bytesOf(original))).toBe(
      true,
    );
    expect((await sharp(bytes).metadata()).width).toBe(320);
  });

  test('is left out if they do not, byte for byte, and not asked of a photo that says nothing', async () => {
    const redrawn = await jpeg({});
    const smaller = await withNoteOf(await jpeg(), redrawn);
    const sent = await asSentPhoto(smaller, async () => false);
    expect((await bytesOf(sent)).equals(await bytesOf(redrawn))).toBe(true);
    expect(await asSentPhoto(redrawn, never)).toBe(redrawn);
    const pdf = new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' });
    expect(await asSentPhoto(pdf, never)).toBe(pdf);
  });
});

describe('the question whether to keep it', () => {
  beforeEach(() => {
    vi.unstubAllGlobals();
    setFirm({ name: 'Baker', color: '' });
  });

  test('is not asked where the firm requires it, whatever a user chose before', async () => {
    choosePhotoData('grace@ev.test', 'leave');
    setFirm({ name: 'Baker', color: '', needsPhotoData: true });
    expect(await keepsPhotoData('grace@ev.test')).toBe(true);
    expect(getPhotoQuestion()).toBeNull();
    setFirm({ name: 'Baker', color: '', needsPhotoData: false });
    expect(await keepsPhotoData('grace@ev.test')).toBe(false);
  });

  test('is asked once of a user, for all photos that wait for the answer', async () => {
    const waiting = [keepsPhotoData('ada@ev.test'), keepsPhotoData('ada@ev.test')];
    const question = getPhotoQuestion();
    question?.answer('keep');
    // A dialog that goes away reports that it was closed.
    question?.answer('leave');
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(getPhotoQuestion()).toBeNull();
    expect(await keepsPhotoData('ada@ev.test')).toBe(true);
    expect(photoDataChoice('emil@ev.test')).toBeNull();
    choosePhotoData('ada@ev.test', 'leave');
    expect(await keepsPhotoData('ada@ev.test')).toBe(false);
  });
});

test('time and place are worded by the clock of the camera, and lead to a map', () => {
  expect(takenText({ taken })).toBe('Taken 11/27/26, 4:20 PM (UTC-05:00)');
  expect(takenText({ taken: taken.slice(0, 19) })).toBe('Taken 11/27/26, 4:20 PM');
  expect(takenText({ taken: 'nonsense' })).toBe('');
  expect(takenText({})).toBe('');
  expect(placeText({ place })).toBe('42.36010, -71.05890');
  expect(placeText({})).toBe('');
  expect(mapOf(place)).toContain('query=42.3601,-71.0589');
});
