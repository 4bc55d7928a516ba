import { Buffer } from 'node:buffer';
import sharp, { type Sharp } from 'sharp';
import { incompleteMark, previewSizes } from '../../src/contract/files/previewSizes.ts';
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

type Source = { image: Sharp; isIncomplete: boolean };

/** Returns the first page of a PDF. Runs no scripts and fetches nothing. */
async function firstPage(bytes: Uint8Array): Promise<Source> {
  const draw =
    engine === 'pdfium'
      ? (await import('./pdfiumPage.ts')).drawWithPdfium
      : (await import('./pdfjsPage.ts')).drawWithPdfjs;
  const { pixels, width, height, isIncomplete } = await draw(bytes);
  return { image: sharp(pixels, { raw: { width, height, channels: 4 } }), isIncomplete };
}

/** Returns a photo in its right orientation, without its metadata, such as the location. */
function picture(bytes: Uint8Array): Source {
  const image = sharp(bytes, {
    limitInputPixels: Number(pixels),
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
  return { image, isIncomplete: false };
}

/** Says in a picture that something is missing in it, so that it is known wherever the picture is. */
const incompleteXmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${incompleteMark}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** Half the CPU time of the default, for a tenth more bytes. */
const effort = 2;

async function previews(bytes: Buffer): Promise<[thumb: Buffer, page: Buffer]> {
  const { image, isIncomplete } = contentType === 'application/pdf' ? await firstPage(bytes) : picture(bytes);
  const large = await image
    .resize({ ...previewSizes.page, fit: 'inside', withoutEnlargement: true })
    // Ink on a transparent background would be invisible in dark mode.
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = large.info;
  const raw = { raw: { width, height, channels } };
  const webp = (made: Sharp, quality: number) =>
    (isIncomplete ? made.withXmp(incompleteXmp) : made).webp({ quality, effort }).toBuffer();
  const thumb = sharp(large.data, raw).resize({
    ...previewSizes.thumb,
    fit: 'inside',
    withoutEnlargement: true,
  });
  return [await webp(thumb, 70), await webp(sharp(large.data, raw), 76)];
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
