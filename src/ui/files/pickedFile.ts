import { fileTypeMessage, isAllowedFile } from '../../contract/files.ts';

/** The hint of a field for files of a job. */
export const filesHint = 'PDF, ZIP, PNG, or JPEG. Up to 100 MB total.';

/** Says that the bytes of a chosen file cannot be read. */
export const unreadableFileText =
  'Couldn’t read this file. It may have been moved or renamed. Choose it again.';

const heicTypes = /^image\/hei[cf]/;
const heicNames = /\.hei[cf]$/i;
/** The signature at byte 4 of a HEIC file. An iPhone often names such a photo .jpg. */
const heicSignature = /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/;

async function isHeic(file: File): Promise<boolean> {
  if (heicTypes.test(file.type) || heicNames.test(file.name)) return true;
  const start = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return heicSignature.test(String.fromCharCode(...start));
}

/**
 * Returns why a picked file cannot be sent, as a sentence; undefined when it can.
 *
 * @param typeMessage the form's message for files of another type (§5 has two)
 */
export async function refusalReason(file: File, typeMessage = fileTypeMessage): Promise<string | undefined> {
  try {
    if (await isHeic(file)) {
      return 'HEIC photos aren’t supported. On iPhone, go to Settings > Camera > Formats and choose Most Compatible, or send the photo as a JPEG or PNG.';
    }
  } catch {
    return unreadableFileText;
  }
  if (file.size === 0) return 'This file is empty. Choose a different file.';
  if (!isAllowedFile(file)) return typeMessage;
  return undefined;
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
