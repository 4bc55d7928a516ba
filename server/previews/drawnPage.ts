import { previewSizes } from '../../src/contract/files/previewSizes.ts';

/** A page in pixels: red, green, blue and opacity of each. */
export type DrawnPage = {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** Something of the page could not be drawn. */
  isIncomplete: boolean;
};

/** Returns the size of the large preview of a page in pixels, and how many of them a point has. */
export function pixelsOf(width: number, height: number): { width: number; height: number; scale: number } {
  const most = previewSizes.page;
  const scale = Math.min(most.width / width, most.height / height);
  if (!(scale > 0) || !Number.isFinite(scale)) throw new Error('a page without a size');
  // A page can be a thousand times as long as wide; an image needs at least one pixel.
  const [w = 1, h = 1] = [width, height].map((points) => Math.max(1, Math.floor(points * scale)));
  return { width: w, height: h, scale };
}
