import { PlanError } from '../open/PlanError.ts';

/** Pixels of a canvas: iOS draws no larger one. */
export const maxCanvasPixels = 16_000_000;

/** Encodes a canvas as a file, and frees its memory. @throws PlanError when the browser cannot */
export async function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.8));
  freeCanvas(canvas);
  if (!blob) throw new PlanError('too-complex');
  return blob;
}

/** Some browsers free the memory of a canvas only when it is resized. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}
