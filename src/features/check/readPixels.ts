import { readBarcodes } from 'zxing-wasm/reader';

/** Widths at which a picture is read, one after the other: the sharpest is not always the one that can be read. */
const widths = [Infinity, 1600, 900, 500];

/** Returns the text of the QR code in a picture; null where none is found. @param read returns the pixels, at most so wide */
export async function readPixels(read: (width: number) => ImageData): Promise<string | null> {
  for (const width of widths) {
    const [found] = await readBarcodes(read(width), {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: 1,
    });
    if (found?.isValid) return found.text;
  }
  return null;
}
