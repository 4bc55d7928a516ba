import { objectUrlOf } from '../files/objectUrl.ts';
import { isEncodedTruly, isTruthful } from '../files/shrinkPhoto.ts';
import { drawnName, isPng } from './drawable.ts';
import { type Drawing, type Shape, shapesOf } from './drawing.ts';
import { pathOf } from './geometry.ts';
import {
  ascent,
  colors,
  fontFamily,
  fontSize,
  fontWeight,
  lineHeight,
  outlineWidth,
  strokeWidth,
} from './shapeStyle.ts';

const quality = 0.92;
/**
 * Pixels of a canvas, the most first. A canvas of the first takes 256 MB, which a browser may refuse; the second is what every phone
 * has (Safari on iOS).
 */
const canvasLimits = [8192 * 8192, 4096 * 4096];

const previewPixels = 4096 * 3072;

/** The copy of a picture with its drawing. `isReduced`: this device has no canvas of the size of the picture. */
export type Drawn = { file: File; width: number; height: number; isReduced: boolean };

/** Draws shapes onto a canvas whose unit is a pixel of the picture. */
function drawShapes(
  context: CanvasRenderingContext2D,
  picture: Pick<Drawing, 'width' | 'height'>,
  shapes: readonly Shape[],
): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const shape of shapes) {
    const { fill, outline } = colors[shape.color];
    if (shape.kind === 'text') {
      const size = fontSize(picture, shape.size);
      context.font = `${fontWeight} ${size}px ${fontFamily}`;
      context.lineWidth = size / 5;
      context.strokeStyle = outline;
      context.fillStyle = fill;
      const baselines = shape.lines.map(
        (line, at) => [line, shape.at[1] + (at * lineHeight + ascent) * size] as const,
      );
      for (const [line, y] of baselines) context.strokeText(line, shape.at[0], y);
      for (const [line, y] of baselines) context.fillText(line, shape.at[0], y);
      continue;
    }
    const stroke = strokeWidth(picture, shape.size);
    const path = new Path2D(pathOf(shape, stroke));
    context.lineWidth = stroke + 2 * outlineWidth(stroke);
    context.strokeStyle = outline;
    context.stroke(path);
    context.lineWidth = stroke;
    context.strokeStyle = fill;
    context.stroke(path);
  }
}

/** Returns the size of a canvas for a picture, within a number of pixels. */
export function canvasSize({ width, height }: Pick<Drawing, 'width' | 'height'>, maxPixels: number) {
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

type Size = { width: number; height: number };
type Decoded = { image: CanvasImageSource; close: () => void };

/** Decodes a picture in a size, upright. What is damaged in part is drawn as far as a browser shows it. */
async function decoded(picture: Blob, { width, height }: Size): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(picture, {
      imageOrientation: 'from-image',
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
    return { image: bitmap, close: () => bitmap.close() };
  } catch {
    const image = new Image();
    image.src = objectUrlOf(picture);
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new DrawingError('picture'));
    });
    return { image, close: () => undefined };
  }
}

/** `picture`: it cannot be decoded; `canvas`: this browser draws nothing, or noise against fingerprinting. */
export class DrawingError extends Error {
  constructor(code: 'picture' | 'canvas') {
    super(
      code === 'picture'
        ? 'Couldn’t read this picture. It may be damaged.'
        : 'Couldn’t draw on the picture. This device may be short of memory, or this browser blocks drawing. The picture can be sent as it is.',
    );
  }
}

/** Draws a picture and its shapes in one size. @returns null where the browser has no canvas of that size */
async function drawnIn(
  size: Size,
  picture: File,
  shapes: readonly Shape[],
  full: Size,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  let source: Decoded | undefined;
  try {
    Object.assign(canvas, size);
    const context = canvas.getContext('2d', { alpha: isPng(picture), willReadFrequently: true });
    // A canvas that is too large takes every call and stays empty.
    if (!context || !isTruthful(context) || !(await isEncodedTruly())) return null;
    context.clearRect(0, 0, 8, 8);
    source = await decoded(picture, size);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source.image, 0, 0, size.width, size.height);
    // Before the encoder needs memory of its own.
    source.close();
    context.scale(size.width / full.width, size.height / full.height);
    drawShapes(context, full, shapes);
    const type = isPng(picture) ? 'image/png' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    return blob?.type === type ? blob : null;
  } catch (error) {
    if (error instanceof DrawingError) throw error;
    console.warn('A canvas of this size cannot be drawn on:', size, error);
    return null;
  } finally {
    source?.close();
    // Some browsers free the memory of a canvas only when it is resized.
    canvas.width = 0;
    canvas.height = 0;
  }
}

/** GB, as Chromium says; others do not. */
const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
const limits = deviceMemory > 2 ? canvasLimits : canvasLimits.slice(1);

/**
 * Draws the shapes into a copy of the picture: in its full size where this device can, of its type, upright, and without its metadata.
 *
 * @throws DrawingError
 */
export async function renderDrawing(picture: File, drawing: Drawing): Promise<Drawn> {
  const shapes = shapesOf(drawing);
  for (const limit of limits) {
    const size = canvasSize(drawing, limit);
    const blob = await drawnIn(size, picture, shapes, drawing);
    if (!blob) continue;
    const file = new File([blob], drawnName(picture), { type: blob.type, lastModified: Date.now() });
    return { file, ...size, isReduced: size.width < drawing.width };
  }
  throw new DrawingError('canvas');
}

/**
 * Returns a smaller picture to be shown in the place of one whose pixels would take hundreds of megabytes for as long as it is shown; null
 * for one that is small enough, or where it cannot be made.
 */
export async function previewOf(picture: File, full: Size): Promise<Blob | null> {
  const size = canvasSize(full, previewPixels);
  if (size.width === full.width) return null;
  try {
    return await drawnIn(size, picture, [], full);
  } catch {
    return null;
  }
}
