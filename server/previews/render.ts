import { Buffer } from 'node:buffer';
import sharp, { type Sharp } from 'sharp';
import { previewSizes } from '../../src/contract/limits.ts';

/**
 * A program of its own: reads one file on its standard input and writes its previews to its standard output. It holds nothing but
 * this one file, no configuration and no line to anything, and is killed when it takes too much (`renderer.ts`): what somebody
 * uploaded may do here what it likes.
 */
const [contentType = '', size = '0', pixels = '0'] = process.argv.slice(2);

async function input(): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(Number(size));
  let at = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    if (at + chunk.length > bytes.length) throw new Error('more bytes than were told');
    at += chunk.copy(bytes, at);
  }
  return bytes.subarray(0, at);
}

function setUp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  // Nothing but what the product takes is even tried.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
}

/** The first page, as large as the large preview. Only what stands on paper: nothing in it runs, nothing is fetched. */
async function firstPage(bytes: Uint8Array): Promise<Sharp> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  const most = previewSizes.page;
  const scale = Math.min(most.width / width, most.height / height);
  if (!(scale > 0) || !Number.isFinite(scale)) throw new Error('a page without a size');
  // A page may be a thousand times as long as wide; a picture has a pixel at least.
  const [w, h] = [width, height].map((points) => Math.max(1, Math.floor(points * scale)));
  const drawn = await page.render({
    scale: 1,
    width: w ?? 1,
    height: h ?? 1,
    render: 'bitmap',
    renderFormFields: true,
  });
  return sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } });
}

/** Turned as its camera was held. Everything else the camera wrote down, the place above all, stays behind. */
function picture(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    limitInputPixels: Number(pixels),
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient();
}

/** Half the work of the usual one, for a tenth more bytes. */
const effort = 2;

async function previews(bytes: Buffer): Promise<[thumb: Buffer, page: Buffer]> {
  const source = contentType === 'application/pdf' ? await firstPage(bytes) : picture(bytes);
  const large = await source
    .resize({ ...previewSizes.page, fit: 'inside', withoutEnlargement: true })
    // What is drawn in ink on nothing would not be seen in the dark.
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
  const bytes = await input();
  setUp();
  const [thumb, page] = await previews(bytes);
  say({ thumb: thumb.length, page: page.length }, thumb, page);
} catch (error) {
  const isLarge = error instanceof Error && /exceeds pixel limit/i.test(error.message);
  say({ none: isLarge ? 'too-large' : 'broken' });
}
