import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** Read from the package: by itself the library fetches it from a network of others. */
const wasmBinary = () =>
  readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
let isPrepared = false;

export type QrModules = {
  /** Modules of a side, the quiet zone not included. */
  size: number;
  dark: readonly (readonly [x: number, y: number])[];
};

/** Returns the modules of a QR code that has a text. */
export async function qrModules(text: string): Promise<QrModules> {
  if (!isPrepared) prepareZXingModule({ overrides: { wasmBinary: wasmBinary().buffer as ArrayBuffer } });
  isPrepared = true;
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', options: 'ecLevel=M' });
  if (error) throw new Error(`The QR code cannot be made: ${error}`);
  const dark = [...symbol.data].flatMap((gray, at) =>
    gray === 0 ? [[at % symbol.width, Math.floor(at / symbol.width)] as const] : [],
  );
  return { size: symbol.width, dark };
}
