import { readPhotoSize } from './photoSize.ts';

/** A photo of so many bytes is small enough as it is. */
const smallBytes = 2 * 1024 * 1024;

/** What a smaller photo was made of, for as long as the page lives: whoever wants to send that instead. */
const originals = new WeakMap<File, File>();
const cannot = new WeakSet<File>();

/** Whether a file is a photo worth making smaller. Drawings are PNG and PDF: no line of them is given away. */
export function isLargePhoto(file: File): boolean {
  if (file.size <= smallBytes || originals.has(file) || cannot.has(file)) return false;
  return file.type === 'image/jpeg' || (file.type === '' && /\.jpe?g$/i.test(file.name));
}

/** The file that this one was made of. */
export function originalOf(file: File): File | undefined {
  return originals.get(file);
}

/** What tells a chosen file from the others of its list, in whichever size it is there. */
export function fileId(file: File): string {
  const { name, size, lastModified } = originals.get(file) ?? file;
  return `${name} ${size} ${lastModified}`;
}

/** The same photo, smaller; null when it cannot be made so, or would not be. */
export async function smallerPhoto(file: File): Promise<File | null> {
  if (!isLargePhoto(file)) return null;
  try {
    const { shrinkPhoto } = await import('./shrinkPhoto.ts');
    const smaller = await shrinkPhoto(file);
    if (smaller) originals.set(smaller, file);
    else cannot.add(file);
    return smaller;
  } catch {
    // Too large for this device, or no photo after all: it is sent as it is.
    cannot.add(file);
    return null;
  }
}

/** Files as this device sends them: each large photo smaller, when that was chosen. */
export async function asChosen(files: readonly File[]): Promise<File[]> {
  const sized: File[] = [];
  // One after the other: a phone has no memory for all of them at once.
  for (const file of files) {
    sized.push((readPhotoSize() === 'smaller' ? await smallerPhoto(file) : null) ?? file);
  }
  return sized;
}
