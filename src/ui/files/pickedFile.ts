import { fileKind, sampleBytes } from '../../contract/files/fileKind.ts';
import {
  type FileChoice,
  fileTypeMessage,
  heicTypes,
  isAllowedFile,
  isHeic,
  pickerAccept,
} from '../../contract/files/files.ts';
import { maxUploadBytes, totalFilesSizeMessage } from '../../contract/limits.ts';
import { jpegName } from './jpegName.ts';

/** The hint of a field for files of a job. */
export const filesHint = 'PDF, ZIP, PNG, or JPEG. Up to 100 MB total.';

/** Says that the bytes of a chosen file cannot be read. */
export const unreadableFileText =
  'Couldn’t read this file. It may have been moved or renamed. Choose it again.';

/** Says that a HEIC photo cannot be converted. */
export const heicText =
  'HEIC photos aren’t supported. On iPhone, go to Settings > Camera > Formats and choose Most Compatible, or send the photo as a JPEG or PNG.';

/** Says why a message or form with a HEIC photo cannot be sent yet. */
export const unconvertedText =
  'A HEIC photo isn’t converted yet. Try again in a moment, or remove the photo.';

const [heicType] = heicTypes;

/** An iPad says that it is a Mac. */
const isIos = /iPhone|iPad|Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
/** iOS hands HEIC photos over as JPEGs unless a page asks for them. */
const offeredHeicTypes = isIos ? [] : heicTypes;
/** What a dialog for files offers, and one for photos alone. */
export const dialogAccept = [...pickerAccept, ...offeredHeicTypes].join(',');
export const photoAccept = ['image/jpeg', 'image/png', ...offeredHeicTypes].join(',');

/** The signature at byte 4 of a HEIC file. An iPhone often names such a photo .jpg. */
const heicSignature = /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/;

/** Says that a file with the right name has something else in it. */
export const otherContentText =
  'Its name fits, but there is no PDF, ZIP, PNG, or JPEG in it. Open it, save it as one of these, and choose that file.';

/** Whether a checked file is a HEIC photo that is still to be converted. */
export function isUnconverted({ type }: { type: string }): boolean {
  return type === heicType;
}

/** Returns chosen files as they will be sent: a JPEG in the place of each HEIC photo that is still to be converted. */
export function asSent(files: readonly File[]): FileChoice[] {
  return files.map((file) => {
    const { name, type, size } = file;
    return isUnconverted(file) ? { name: jpegName(name), type: 'image/jpeg', size } : { name, type, size };
  });
}

/**
 * Returns a picked file as forms and drafts hold it: itself, or with its true type when it is a HEIC photo, which `usePhotos` converts.
 * Of one that cannot be sent it returns why, as a sentence.
 *
 * @param typeMessage the form's message for files of another type (§5 has two)
 * @param sizeMessage its message for too many bytes (§5 has two)
 */
export async function checkedFile(
  file: File,
  typeMessage = fileTypeMessage,
  sizeMessage = totalFilesSizeMessage,
): Promise<File | string> {
  if (file.size === 0) return 'This file is empty. Choose a different file.';
  if (file.size > maxUploadBytes) return `${sizeMessage}.`;
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
    if (isHeic(file) || heicSignature.test(String.fromCharCode(...start.subarray(4, 12)))) {
      return new File([file], file.name, { type: heicType, lastModified: file.lastModified });
    }
  } catch {
    return unreadableFileText;
  }
  if (!isAllowedFile(file)) return typeMessage;
  // The server looks too, but only once all is sent.
  return fileKind(start) ? file : otherContentText;
}

/** Returns the file's type as a short word: its extension, or the subtype of its media type. */
export function typeWord(file: { name: string; type: string }): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1];
  return (extension ?? file.type.split('/').at(-1) ?? 'file').toUpperCase();
}

/** Whether one file was picked twice. Compares the time too, because cameras give every shot the same name. */
export function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
