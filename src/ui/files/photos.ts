import { withNoteOf } from './photoNote.ts';
import { readPhotoSize } from './photoSize.ts';

const maxSmallBytes = 2 * 1024 * 1024;

/** The originals of smaller photos, which the user may send instead. */
const originals = new WeakMap<File, File>();
const notShrinkable = new WeakSet<File>();
/** The HEIC photos that JPEGs were made of. */
const heicPhotos = new WeakMap<File, File>();

/** Whether a file is a photo worth shrinking. Drawings, which must stay sharp, are PNG and PDF. */
export function isLargePhoto(file: File): boolean {
  if (file.size <= maxSmallBytes || originals.has(file) || notShrinkable.has(file)) return false;
  return file.type === 'image/jpeg' || (file.type === '' && /\.jpe?g$/i.test(file.name));
}

/** Returns the file that a smaller photo was made of. */
export function originalOf(file: File): File | undefined {
  return originals.get(file);
}

/** Returns the file as it was picked, whatever was made of it since. */
export function pickedOf(file: File): File {
  const original = originals.get(file) ?? file;
  return heicPhotos.get(original) ?? original;
}

/** Identifies a chosen file within its list, whatever was made of it since it was picked. */
export function fileId(file: File): string {
  const { name, size, lastModified } = pickedOf(file);
  return `${name} ${size} ${lastModified}`;
}

/**
 * Returns a HEIC photo as a JPEG; null when it cannot be read.
 *
 * @throws without a connection while the decoder is not loaded, and the signal's reason
 */
export async function jpegPhoto(heic: File, signal: AbortSignal): Promise<File | null> {
  const { jpegOfHeic } = await import('./heic.ts');
  const made = await jpegOfHeic(heic, signal);
  const jpeg = made && (await withNoteOf(heic, made));
  if (jpeg) heicPhotos.set(jpeg, heic);
  return jpeg;
}

/** Returns a photo smaller; null when it cannot be shrunk, or would not become smaller. */
export async function smallerPhoto(file: File): Promise<File | null> {
  if (!isLargePhoto(file)) return null;
  try {
    const { shrinkPhoto } = await import('./shrinkPhoto.ts');
    const made = await shrinkPhoto(file);
    const smaller = made && (await withNoteOf(file, made));
    if (smaller) originals.set(smaller, file);
    else notShrinkable.add(file);
    return smaller;
  } catch {
    // Too large for this device, or no photo at all.
    notShrinkable.add(file);
    return null;
  }
}

/** Returns files as this device sends them: large photos smaller, when that is chosen. */
export async function inChosenSize(files: readonly File[]): Promise<File[]> {
  const sized: File[] = [];
  // One at a time: a phone has no memory for all of them at once.
  for (const file of files) {
    sized.push((readPhotoSize() === 'smaller' ? await smallerPhoto(file) : null) ?? file);
  }
  return sized;
}
