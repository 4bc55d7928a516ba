import ExifReader, { type IncludeTagsOptions } from 'exifreader';
import * as v from 'valibot';
import { PhotoNote } from '../../contract/files/photoNote.ts';

/** `2026:11:27 16:20:05` */
const exifTime = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/;
const zoneOffset = /^[+-]\d\d:\d\d$/;

/** Not XMP, which every phone writes too: it is parsed as a document, and the content policy refuses that. */
const read: IncludeTagsOptions = { exif: ['DateTimeOriginal', 'OffsetTimeOriginal'], gps: true };

function textOf(tag: { value: unknown } | undefined): string {
  const value = Array.isArray(tag?.value) ? tag.value[0] : tag?.value;
  return typeof value === 'string' ? value.trim() : '';
}

/** Degrees to about a tenth of a meter. */
function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns the time and the place that a camera wrote into a JPEG or HEIC photo; null where it wrote neither. */
export async function noteOfExif(bytes: ArrayBuffer): Promise<PhotoNote | null> {
  const { exif, gps } = await ExifReader.load(bytes, { expanded: true, async: true, includeTags: read });
  const [, year, month, day, time] = exifTime.exec(textOf(exif?.DateTimeOriginal)) ?? [];
  const offset = textOf(exif?.OffsetTimeOriginal);
  const taken = time && `${year}-${month}-${day}T${time}${zoneOffset.test(offset) ? offset : ''}`;
  const { Latitude: latitude, Longitude: longitude } = gps ?? {};
  const isPlace =
    Number.isFinite(latitude) && Number.isFinite(longitude) && (latitude !== 0 || longitude !== 0);
  const place = isPlace && { latitude: degrees(latitude as number), longitude: degrees(longitude as number) };
  // A camera whose clock was never set writes zeros.
  const note = { ...(v.is(PhotoNote, { taken }) && { taken }), ...(place && { place }) };
  return v.is(PhotoNote, note) && Object.keys(note).length > 0 ? note : null;
}
