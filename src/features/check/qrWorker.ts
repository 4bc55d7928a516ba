import { prepareZXingModule } from 'zxing-wasm/reader';
import { readPixels } from './readPixels.ts';

/** Reads QR codes away from the page, whose policy allows no WebAssembly. */
type Scope = {
  postMessage(text: string | null): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<QrQuestion>) => void): void;
};
export type QrQuestion = { photo: Blob; wasmBinary: ArrayBuffer };
const scope = globalThis as unknown as Scope;

/** Returns the pixels of a picture, at most so wide. */
function pixelsOf(picture: ImageBitmap, width: number): ImageData {
  const scale = Math.min(1, width / picture.width);
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function read({ photo, wasmBinary }: QrQuestion): Promise<string | null> {
  // From our own origin: by itself the library fetches it from a network of others.
  prepareZXingModule({ overrides: { wasmBinary } });
  const picture = await createImageBitmap(photo);
  return readPixels((width) => pixelsOf(picture, width));
}

scope.addEventListener('message', async ({ data }) => {
  scope.postMessage(await read(data).catch(() => null));
});
