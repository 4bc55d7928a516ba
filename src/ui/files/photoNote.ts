import { heicTypes } from '../../contract/files/files.ts';
import { leadingNote, noteSegment, type PhotoNote, startBytes } from '../../contract/files/photoNote.ts';

/** A camera writes its data into the first part of a JPEG. */
const jpegHeadBytes = 512 * 1024;

/** Returns the note that the app has put into a JPEG, and where it ends. */
async function ownNote(file: File): Promise<ReturnType<typeof leadingNote>> {
  if (file.type !== 'image/jpeg') return null;
  return leadingNote(new Uint8Array(await file.slice(0, 1024).arrayBuffer()));
}

/** Returns when and where a photo was taken, by what its camera wrote into it; null where it says neither, or cannot be read. */
export async function readNote(file: File): Promise<PhotoNote | null> {
  const isJpeg = file.type === 'image/jpeg';
  if (!isJpeg && !heicTypes.some((type) => type === file.type)) return null;
  const own = await ownNote(file);
  if (own) return own.note;
  try {
    const bytes = await (isJpeg ? file.slice(0, jpegHeadBytes) : file).arrayBuffer();
    const { noteOfExif } = await import('./exif.ts');
    return await noteOfExif(bytes);
  } catch {
    // No data of a camera, or none that can be read.
    return null;
  }
}

function sameFile(file: File, parts: BlobPart[]): File {
  const { name, type, lastModified } = file;
  return new File(parts, name, { type, lastModified });
}

/** Returns what was made of a photo with the note of that photo: redrawn, it says nothing of itself. */
export async function withNoteOf(photo: File, made: File): Promise<File> {
  const note = made.type === 'image/jpeg' ? await readNote(photo) : null;
  if (!note) return made;
  return sameFile(made, [made.slice(0, startBytes), noteSegment(note), made.slice(startBytes)]);
}

/**
 * Returns a photo as it is sent: with its note, if its sender keeps it, and else without.
 *
 * @param keeps asked only for a photo that says when or where it was taken
 */
export async function asSentPhoto(file: File, keeps: () => Promise<boolean>): Promise<File> {
  if (file.type !== 'image/jpeg') return file;
  const note = await readNote(file);
  if (!note) return file;
  const own = await ownNote(file);
  if (await keeps()) return own ? file : withNoteOf(file, file);
  return own ? sameFile(file, [file.slice(0, startBytes), file.slice(own.end)]) : file;
}
