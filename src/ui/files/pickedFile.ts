import { fileTypeMessage, isAllowedFile } from '../../contract/files.ts';

const heicTypes = /^image\/hei[cf]/;
const heicNames = /\.hei[cf]$/i;
/** What stands at byte 4 of a HEIC file, whatever its name says: an iPhone's photo is often called .jpg. */
const heicMarks = /^ftyp(heic|heix|hevc|hevx|heim|heis|mif1|msf1)/;

async function isHeic(file: File): Promise<boolean> {
  if (heicTypes.test(file.type) || heicNames.test(file.name)) return true;
  const start = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return heicMarks.test(String.fromCharCode(...start));
}

/**
 * Why a file just picked cannot be taken, as a sentence; undefined when it can.
 *
 * @param typeMessage what the form says of a file of another type (§5 has two wordings)
 */
export async function whyNot(file: File, typeMessage = fileTypeMessage): Promise<string | undefined> {
  try {
    if (await isHeic(file)) {
      return 'This photo is in the HEIC format, which many programs cannot open. Please choose it as JPEG or PNG.';
    }
  } catch {
    return 'This file cannot be read. It may have been moved since; please choose it again.';
  }
  if (file.size === 0) return 'This file is empty.';
  if (!isAllowedFile(file)) return typeMessage;
  return undefined;
}

/** The file's type as a short word: its extension, or what the browser calls it. */
export function typeWord(file: { name: string; type: string }): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1];
  return (extension ?? file.type.split('/').at(-1) ?? 'file').toUpperCase();
}

/** Two picks of one file; a camera gives every shot the same name, so the time counts too. */
export function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
