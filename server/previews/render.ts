import { Buffer } from 'node:buffer';
import sharp, { type Sharp } from 'sharp';
import { previewSizes } from '../../src/contract/files/previewSizes.ts';
import { endedEarly, readInput } from './readInput.ts';

/**
 * A program of its own, which reads one file on standard input and writes its previews to standard output. The file may be
 * malicious, so the process has nothing but this file, no configuration and no network access, and is killed when it takes too much
 * (`renderer.ts`).
 */
const [contentType = '', size = '0', pixels = '0', engine = ''] = process.argv.slice(2);

function setUp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  // Only accepted formats are decoded.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
}

/** Returns the first page of a PDF. Runs no scripts and fetches nothing. */
async function firstPage(bytes: Uint8Array): Promise<Sharp> {
  const draw =
    engine === 'pdfium'
      ? (await import('./pdfiumPage.ts')).drawWithPdfium
      : (await import('./pdfjsPage.ts')).drawWithPdfjs;
  const { pixels, width, height } = await draw(bytes);
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** Returns a photo in its right orientation, without its metadata, such as the location. */
function picture(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    limitInputPixels: Number(pixels),
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
}

/** Half the CPU time of the default, for a tenth more bytes. */
const effort = 2;

async function previews(bytes: Buffer): Promise<[thumb: Buffer, page: Buffer]> {
  const source = contentType === 'application/pdf' ? await firstPage(bytes) : picture(bytes);
  const large = await source
    .resize({ ...previewSizes.page, fit: 'inside', withoutEnlargement: true })
    // Ink on a transparent background would be invisible in dark mode.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = large.info;
  const raw = { raw: { width, height, channels } };
  const thumb = sharp(large.data, raw)
    .resize({ ...previewSizes.thumb, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort });
  return [await thumb.toBuffer(), await sharp(large.data, raw).webp({ quality: 76, effort }).toBuffer()];
}

function say(head: object, ...parts: Buffer[]): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]));
}

try {
  const bytes = await readInput(Number(size));
  setUp();
  const [thumb, page] = await previews(bytes);
  say({ thumb: thumb.length, page: page.length }, thumb, page);
} catch (error) {
  const message = error instanceof Error ? error.message : '';
  const isLarge = /exceeds pixel limit/i.test(message);
  say({ none: message === endedEarly ? 'cut' : isLarge ? 'too-large' : 'broken' });
}
