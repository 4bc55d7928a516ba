import { primaryProperties } from './heicProperties.ts';

/** A part of a picture, in pixels. */
export type Crop = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** Bytes of a crop: width, height and the place of its middle, of two numbers each. */
const clapBytes = 32;

/** Reads a crop within a picture: its size, and how far its middle is from that of the picture. */
function cropAt(view: DataView, at: number, of: Size): Crop {
  const part = (nth: number) => view.getInt32(at + 8 * nth) / view.getInt32(at + 8 * nth + 4);
  const span = (length: number, offset: number, whole: number) => {
    const start = Math.min(Math.max(0, Math.floor(offset + (whole - length) / 2)), whole - 1);
    return { start, length: Math.min(Math.max(1, Math.floor(length)), whole - start) };
  };
  const x = span(part(0), part(2), of.width);
  const y = span(part(1), part(3), of.height);
  return { left: x.start, top: y.start, width: x.length, height: y.length };
}

/** Makes a crop that leaves everything. */
function uncrop(view: DataView, at: number, { width, height }: Size): void {
  for (const [nth, value] of [width, 1, height, 1, 0, 1, 0, 1].entries()) view.setInt32(at + 4 * nth, value);
}

/**
 * Takes the crop out of a HEIC photo: libheif decodes the whole picture before it crops it, and up to 1.23.2 refuses to when the whole
 * is larger than what remains.
 *
 * @returns the file without it, and the part of the decoded, upright picture that it left; null where there was none
 */
export function withoutCrop(file: Uint8Array<ArrayBuffer>): {
  bytes: Uint8Array<ArrayBuffer>;
  crop: Crop | null;
} {
  const bytes = file.slice();
  const view = new DataView(bytes.buffer);
  let crop: Crop | null = null;
  let size: Size | null = null;
  try {
    for (const { type, at } of primaryProperties(bytes)) {
      if (type === 'ispe') size = { width: view.getUint32(at + 4), height: view.getUint32(at + 8) };
      if (!size) continue;
      if (type === 'clap' && !crop && at + clapBytes <= bytes.length) {
        crop = cropAt(view, at, size);
        uncrop(view, at, size);
      }
      if (type === 'irot') {
        for (let quarters = (bytes[at] ?? 0) & 3; quarters > 0; quarters -= 1) {
          crop &&= turned(crop, size);
          size = { width: size.height, height: size.width };
        }
      }
      if (type === 'imir') crop &&= mirrored(crop, size, ((bytes[at] ?? 0) & 1) === 1);
    }
  } catch (error) {
    // It breaks off; the decoder says so.
    if (!(error instanceof RangeError)) throw error;
    return { bytes: file, crop: null };
  }
  return { bytes, crop };
}

/** Returns where a part is after a quarter turn counterclockwise. */
function turned({ left, top, width, height }: Crop, of: Size): Crop {
  return { left: top, top: of.width - left - width, width: height, height: width };
}

/** @param sideways exchanges left and right rather than top and bottom */
function mirrored(crop: Crop, of: Size, sideways: boolean): Crop {
  return sideways
    ? { ...crop, left: of.width - crop.left - crop.width }
    : { ...crop, top: of.height - crop.top - crop.height };
}
