import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { colorOf, withProfile } from '../../src/contract/colorProfile.ts';
import { withoutCrop } from '../../src/contract/heicCrop.ts';

/**
 * A program of its own, which reads a HEIC photo on standard input and writes a JPEG of it, with the color profile of the photo, to
 * standard output; see `programs/limitedProgram.ts`.
 */

type HeifImage = {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (filled: { data: Uint8ClampedArray } | null) => void,
  ): void;
};
type Library = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };

/** Of 48 megapixels, four bytes each: the largest photos of phones. */
const maxPixels = 50_000_000;
const quality = 92;

/** Without types of its own. */
const library: Library = createRequire(import.meta.url)('libheif-js/wasm-bundle.js');
const photo = new Uint8Array(await buffer(process.stdin));
const { bytes, crop } = withoutCrop(photo);
const images = new library.HeifDecoder().decode(bytes);
const image = images.find((one) => one.is_primary()) ?? images[0];
if (!image) throw new Error('It contains no picture.');
const [width, height] = [image.get_width(), image.get_height()];
if (width * height > maxPixels) throw new Error('It has too many pixels.');
const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
const filled = await new Promise<{ data: Uint8ClampedArray } | null>((resolve) =>
  image.display(target, resolve),
);
if (!filled) throw new Error('Its picture is broken.');
const jpeg = await sharp(filled.data, { raw: { width, height, channels: 4 } })
  .extract(crop ?? { left: 0, top: 0, width, height })
  .flatten({ background: '#ffffff' })
  .jpeg({ quality })
  .toBuffer();
// An iPhone's numbers are those of Display P3: without its profile, they are pale.
process.stdout.write(Buffer.concat(withProfile(new Uint8Array(jpeg), colorOf(photo).profile)));
