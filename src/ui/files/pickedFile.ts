import { fileKind, isHeicPhoto, sampleOf } from '../../contract/files/fileKind.ts';
import { truthfulName } from '../../contract/files/fileNames.ts';
import {
  type FileChoice,
  fileTypeMessage,
  heicTypes,
  isAllowedFile,
  pickerAccept,
} from '../../contract/files/files.ts';
import { maxUploadBytes, totalFilesSizeMessage } from '../../contract/limits.ts';
import { toast } from '../feedback/toast.ts';
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
/** Names count beside types, where a system knows files by other types and would show good ones in gray. */
const photoEndings = ['.jpg', '.jpeg', '.png', ...(isIos ? [] : ['.heic', '.heif'])];
/** What a dialog for files offers, and one for photos alone. */
export const dialogAccept = [...pickerAccept, ...offeredHeicTypes, '.pdf', '.zip', ...photoEndings].join(',');
export const photoAccept = ['image/jpeg', 'image/png', ...offeredHeicTypes, ...photoEndings].join(',');

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

/** Returns a file under its true type and a name that fits it; itself where it has both. */
function asTyped(file: File, type: string, name = file.name): File {
  if (file.type === type && file.name === name) return file;
  return new File([file], name, { type, lastModified: file.lastModified });
}

/**
 * Returns a picked file as forms and drafts hold it: itself, or with the type and the name that its first bytes say, whatever its browser
 * says. A HEIC photo is still to be converted, by `usePhotos`. Of a file that cannot be sent it returns why, as a sentence.
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
  let sample: Uint8Array;
  try {
    sample = await sampleOf(file);
  } catch {
    return unreadableFileText;
  }
  if (isHeicPhoto(file, sample)) return asTyped(file, heicType);
  const kind = fileKind(sample);
  if (!kind) return isAllowedFile(file) ? otherContentText : typeMessage;
  const name = truthfulName(file.name, kind);
  // An ending that was missing is no news.
  if (!name.startsWith(file.name))
    toast(`${file.name} is a ${typeWord({ name, type: kind })} file. It’s added as ${name}.`);
  return asTyped(file, kind, name);
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
