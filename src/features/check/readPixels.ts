import { readBarcodes } from 'zxing-wasm/reader';
import { parseStatement } from '../../contract/proof/statement.ts';

/** Widths at which a picture is read, one after the other: the sharpest is not always the one that can be read. */
const widths = [Infinity, 1600, 900, 500];

/** More codes than a sheet has beside its seal: a city’s, a maker’s. */
const maxCodes = 8;

/**
 * Returns the text of the QR code in a picture, of several that of a seal; null where none is found.
 *
 * @param read returns the pixels, at most so wide
 */
export async function readPixels(read: (width: number) => ImageData): Promise<string | null> {
  let other: string | null = null;
  for (const width of widths) {
    const found = await readBarcodes(read(width), {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: maxCodes,
    });
    const texts = found.filter(({ isValid }) => isValid).map(({ text }) => text);
    const seal = texts.find((text) => parseStatement(text));
    if (seal) return seal;
    other ??= texts[0] ?? null;
  }
  return other;
}
