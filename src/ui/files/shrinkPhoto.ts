import { withTimeout } from '../../timing.ts';
import { jpegName } from './jpegName.ts';

/** Pixels; enough to read a device's plate from across a room. */
const longestEdge = 2560;
/** Those of a usual photo of that edge: a panorama has as many, though its longest edge alone would leave a strip. */
const usualPixels = longestEdge * 1920;
const quality = 0.82;
/** A smaller gain is not worth the loss of quality. */
const maxRatio = 0.8;
const limitMs = 20_000;

/** Returns the size of the smaller photo, in pixels. */
export function smallerSize({ width, height }: { width: number; height: number }) {
  const byEdge = longestEdge / Math.max(width, height);
  const scale = Math.min(1, Math.max(byEdge, Math.sqrt(usualPixels / (width * height))));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The edge of a patch in one color, by which a canvas is tested. */
const patch = 8;

function isPatch(context: Context): boolean {
  const { data } = context.getImageData(0, 0, patch, patch);
  return data.every((value, at) => Math.abs(value - ([0x33, 0x66, 0x99, 0xff][at % 4] ?? 0)) <= 3);
}

/** Whether a canvas can be read: some browsers return noise against fingerprinting. */
export function isTruthful(context: Context): boolean {
  context.fillStyle = '#336699';
  context.fillRect(0, 0, patch, patch);
  return isPatch(context);
}

/** Whether a file that is made of a canvas is what was drawn on it, for the same reason. */
export async function isEncodedTruly(): Promise<boolean> {
  const canvas = Object.assign(document.createElement('canvas'), { width: patch, height: patch });
  const context = canvas.getContext('2d');
  if (!context || !isTruthful(context)) return false;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) return false;
  context.clearRect(0, 0, patch, patch);
  context.drawImage(await createImageBitmap(blob), 0, 0);
  return isPatch(context);
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
    if (!context || !isTruthful(context) || !(await isEncodedTruly())) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await jpegOf(canvas);
  } finally {
    bitmap.close();
    // Some browsers free the memory of a canvas only when it is resized.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/**
 * Redraws a photo: smaller, upright, and without metadata.
 *
 * @returns null when it would hardly become smaller
 * @throws the browser's error for an image it cannot decode
 */
export async function shrinkPhoto(file: File): Promise<File | null> {
  const blob = await withTimeout(redrawn(file), limitMs, () => null);
  if (blob?.type !== 'image/jpeg' || blob.size > file.size * maxRatio) return null;
  const { lastModified } = file;
  return new File([await blob.arrayBuffer()], jpegName(file.name), { type: blob.type, lastModified });
}
