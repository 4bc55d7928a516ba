import * as v from 'valibot';

/** Ours: when and where a photo was taken, as its camera says. */
export const PhotoNote = v.object({
  /** By the camera's clock, with its zone where it says one: `2026-11-28T14:05:09-05:00`. */
  taken: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:[+-][01]\d:[0-5]\d)?$/,
      ),
    ),
  ),
  place: v.exactOptional(
    v.object({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    }),
  ),
});
export type PhotoNote = v.InferOutput<typeof PhotoNote>;

/** The marker of a segment of a JPEG that only applications use (APP15). */
export const noteMarker = 0xef;
const noteName = 'EV-Jobs\0';
/** More than a time and a place take. */
const maxNoteBytes = 500;
/** Bytes of a JPEG before its first segment. */
export const startBytes = 2;
/** The marker, the length, and the name. */
const headBytes = 4 + noteName.length;

/**
 * Returns a note as a segment for the beginning of a JPEG, behind its first two bytes. So a photo carries it from where it was picked,
 * through drafts and the outbox, however it is uploaded; the server stores it beside the file, and not in it.
 */
export function noteSegment(note: PhotoNote): Uint8Array<ArrayBuffer> {
  const text = noteName + JSON.stringify(note);
  const length = text.length + 2;
  const head = [0xff, noteMarker, length >> 8, length & 0xff];
  return Uint8Array.from([...head, ...Array.from(text, (letter) => letter.charCodeAt(0))]);
}

/** Returns the note of a segment, without its marker and length; undefined for any other segment. */
export function noteOfSegment(content: Uint8Array): PhotoNote | undefined {
  if (content.length > maxNoteBytes) return undefined;
  const text = String.fromCharCode(...content);
  if (!text.startsWith(noteName)) return undefined;
  try {
    const read = v.safeParse(PhotoNote, JSON.parse(text.slice(noteName.length)));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Returns where the first segment of a JPEG ends, and its note if it is one. @param start the first 64 KB, or all of it */
export function leadingNote(start: Uint8Array): { note: PhotoNote; end: number } | null {
  if (start[0] !== 0xff || start[1] !== 0xd8 || start[2] !== 0xff || start[3] !== noteMarker) return null;
  const end = startBytes + 2 + ((start[4] ?? 0) << 8) + (start[5] ?? 0);
  if (end < startBytes + headBytes || end > start.length) return null;
  const note = noteOfSegment(start.subarray(startBytes + 4, end));
  return note ? { note, end } : null;
}
