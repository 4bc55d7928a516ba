import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { readBundle } from './bundle.ts';
import { differenceOf } from './difference.ts';

/** Compresses the bundle of the version in a folder, or what makes it from an earlier one that was compressed so. */
export type Order = { appDir: string; version: string; before?: Uint8Array };

const { appDir, version, before } = workerData as Order;

function compressed(bundle: Buffer): Buffer {
  if (!before) return zstdCompressSync(bundle, { params: { [constants.ZSTD_c_compressionLevel]: 12 } });
  return brotliCompressSync(differenceOf(zstdDecompressSync(before), bundle));
}

parentPort?.postMessage(compressed(readBundle(appDir, version)));
