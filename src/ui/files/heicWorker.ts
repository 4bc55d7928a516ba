import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmAddress from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { colorOf, withProfile } from '../../contract/colorProfile.ts';
import { withoutCrop } from '../../contract/heicCrop.ts';
import type { HeicOutcome } from './heic.ts';
import { isTruthful } from './shrinkPhoto.ts';

/** What a worker can do; the sources are checked as those of a page. */
type Scope = {
  postMessage(outcome: HeicOutcome): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Blob>) => void): void;
  addEventListener(type: 'unhandledrejection', listener: (event: PromiseRejectionEvent) => void): void;
};
const scope = globalThis as unknown as Scope;

/** What is used of the library, whose own types leave its decoder out. */
type HeifImage = {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: ImageData, done: (filled: ImageData | null) => void): void;
};
type Library = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };

const quality = 0.92;
/** More than any phone's camera; four bytes of memory each. */
const maxPixels = 110_000_000;

class Unreadable extends Error {}
class Unavailable extends Error {}

type Canvas = { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D };

function mustFit({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) throw new Unreadable('It has too many pixels.');
}

function createCanvas(width: number, height: number): Canvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context || !isTruthful(context)) throw new Unreadable('This browser hides what is drawn.');
  return { canvas, context };
}

function createPixels(width: number, height: number, space: PredefinedColorSpace): ImageData {
  try {
    if (space !== 'srgb') return new ImageData(width, height, { colorSpace: space });
  } catch {
    // Firefox knows sRGB only, and refuses a third argument.
  }
  return new ImageData(width, height);
}

function jpegOf({ canvas }: Canvas): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/** Decodes a photo by the browser, which some can. @returns null where it cannot */
async function byBrowser(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  mustFit(bitmap);
  const drawn = createCanvas(bitmap.width, bitmap.height);
  drawn.context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return jpegOf(drawn);
}

/** Fetches the decoder: half a megabyte, which no other part of the app needs. */
async function loadDecoder(): Promise<Library> {
  const response = await fetch(wasmAddress).catch(() => null);
  if (!response?.ok) throw new Unavailable('The decoder cannot be loaded.');
  return libheif({ wasmBinary: await response.arrayBuffer() }) as unknown as Library;
}

/** Decodes a photo by libheif, upright, in the colors of its own profile, which the JPEG then carries. */
async function byLibrary(file: Blob): Promise<Blob> {
  const { HeifDecoder } = await loadDecoder();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { bytes: whole, crop } = withoutCrop(bytes);
  const images = new HeifDecoder().decode(whole);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Unreadable('It contains no picture.');
  const { profile, space } = colorOf(bytes);
  const [width, height] = [image.get_width(), image.get_height()];
  mustFit({ width, height });
  const { left, top, ...size } = crop ?? { left: 0, top: 0, width, height };
  const drawn = createCanvas(size.width, size.height);
  const pixels = await new Promise<ImageData | null>((resolve) =>
    image.display(createPixels(width, height, space), resolve),
  );
  if (!pixels) throw new Unreadable('Its picture is broken.');
  drawn.context.putImageData(pixels, -left, -top);
  const jpeg = await jpegOf(drawn);
  return new Blob(withProfile(new Uint8Array(await jpeg.arrayBuffer()), profile), { type: jpeg.type });
}

function report(outcome: HeicOutcome): void {
  scope.postMessage(outcome);
}

function fail(error: unknown): void {
  console.warn('The photo is not converted:', error);
  report(error instanceof Unavailable ? 'unavailable' : 'unreadable');
}

// The library decodes in a callback of its own.
scope.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  fail(event.reason);
});
scope.addEventListener('message', ({ data }) => {
  byBrowser(data)
    .then((jpeg) => jpeg ?? byLibrary(data))
    .then(report, fail);
});
