import { prepareZXingModule } from 'zxing-wasm/reader';
import { qrReaderFile } from '../../offline/qrReaderFile.ts';
import { readPixels } from './readPixels.ts';

/** Returns the pixels of a picture, at most so wide. */
function pixelsOf(picture: ImageBitmap, width: number): ImageData {
  const scale = Math.min(1, width / picture.width);
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Returns the text of the QR code on a photo, which stays on this device; null where none is found. */
export async function readQr(photo: Blob): Promise<string | null> {
  // From our own origin: by itself the library fetches it from a network of others.
  prepareZXingModule({ overrides: { wasmBinary: await qrReaderFile() } });
  const picture = await createImageBitmap(photo);
  try {
    return await readPixels((width) => pixelsOf(picture, width));
  } finally {
    picture.close();
  }
}
