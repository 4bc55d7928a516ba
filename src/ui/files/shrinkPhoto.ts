import { withTimeout } from '../../timing.ts';

/** Enough to read the plate of a device from across a room. */
const longestEdge = 2560;
const quality = 0.82;
/** What gains less than a fifth is not worth what it loses. */
const worthwhile = 0.8;
const limitMs = 20_000;

/** How large a photo becomes, in pixels. */
export function smallerSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, longestEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The name of a photo that is a JPEG now. */
export function jpegName(name: string): string {
  return /\.jpe?g$/i.test(name) ? name : `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.jpg`;
}

/** Some browsers give out noise instead of what was drawn, so that nobody is known by it. */
function isTruthful(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#336699';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  return data.every((value, at) => Math.abs(value - ([0x33, 0x66, 0x99, 0xff][at % 4] ?? 0)) <= 3);
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

async function redrawn(file: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  try {
    Object.assign(canvas, smallerSize(bitmap));
    const context = canvas.getContext('2d', { alpha: false });
    if (!context || !isTruthful(context)) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await jpegOf(canvas);
  } finally {
    bitmap.close();
    // Some browsers keep the memory of a canvas until somebody makes it small.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/**
 * A photo drawn anew: smaller, upright, and without what the camera wrote down beside it. Its bytes are its own.
 *
 * @returns null when it would hardly become smaller
 * @throws what the browser throws for a picture it cannot read
 */
export async function shrinkPhoto(file: File): Promise<File | null> {
  const blob = await withTimeout(redrawn(file), limitMs, () => null);
  if (blob?.type !== 'image/jpeg' || blob.size > file.size * worthwhile) return null;
  const { lastModified } = file;
  return new File([await blob.arrayBuffer()], jpegName(file.name), { type: blob.type, lastModified });
}
