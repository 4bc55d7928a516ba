import { readFileSync } from 'node:fs';

/**
 * `upright.heic`: a photo as an iPhone takes it, stored lying on its side. Made of four fields (red, green; blue, white;
 * 320 × 240, EXIF orientation 6), whose numbers are those of Display P3, with sharp's `withIccProfile('p3')` and `heif-enc -q 60` (libheif
 * 1.15), which writes the profile. The box that turns the picture (`irot`, 270° counterclockwise), which an iPhone writes and `heif-enc`
 * does not, was added to `ipco` and `ipma` by hand, and the offsets in `iloc` moved by its ten bytes.
 */
const heicFile = new URL('upright.heic', import.meta.url);

export function heicPhoto(): Buffer {
  return readFileSync(heicFile);
}

/** Its size when it stands upright. */
export const heicSize = { width: 240, height: 320 };

/** The color in each corner when it stands upright, in sRGB; its numbers in the file are up to 117 away. */
export const heicCorners = {
  topLeft: [0, 0, 255],
  topRight: [255, 0, 0],
  bottomLeft: [255, 255, 255],
  bottomRight: [0, 255, 0],
} as const;
