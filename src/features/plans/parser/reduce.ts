import type { Size } from '../page/box.ts';

/** Rows of bits, each padded to whole bytes. What is missing at the end is as bits that are 1. */
export type Bits = Size & { data: Uint8Array | Uint8ClampedArray };

/** The longest edge of a canvas that browsers draw. */
const maxEdge = 16_384;

/** Returns the size of a picture in at most so many pixels. */
export function sizeWithin({ width, height }: Size, maxPixels: number): Size {
  const factor = Math.max(1, Math.sqrt((width * height) / maxPixels), width / maxEdge, height / maxEdge);
  return { width: Math.max(1, Math.floor(width / factor)), height: Math.max(1, Math.floor(height / factor)) };
}

/** Returns for each column of a picture the one of the smaller picture that it is in, and how many are in each of those. */
function columns(width: number, smaller: number) {
  const of = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * smaller) / width));
  const counts = new Uint32Array(smaller);
  for (const column of of) counts[column] = (counts[column] ?? 0) + 1;
  return { of, counts };
}

/** Adds the zeros of a row to the sums of the columns they are in. Most bytes of a scan are empty. */
function addZeros(row: Bits['data'], of: Uint32Array, sums: Uint32Array): void {
  for (let at = 0; at < row.length; at += 1) {
    let byte = (row[at] as number) ^ 0xff;
    if (byte === 0) continue;
    for (let x = at * 8; byte !== 0 && x < of.length; x += 1, byte = (byte << 1) & 0xff) {
      if (byte & 0x80) (sums[of[x] as number] as number) += 1;
    }
  }
}

/**
 * Makes a smaller picture of bits, without one of the full size in between.
 *
 * @param colors RGBA of bits that are 0, and of those that are 1; each pixel is mixed of them by how many of both are in it
 */
export function reduceBits(
  bits: Bits,
  size: Size,
  colors: readonly [number[], number[]],
): Uint8ClampedArray<ArrayBuffer> {
  const { of, counts } = columns(bits.width, size.width);
  const rowBytes = (bits.width + 7) >> 3;
  const mixed = mixesOf(colors);
  const pixels = new Uint32Array(size.width * size.height).fill(mixed[0] as number);
  const sums = new Uint32Array(size.width);
  let y = 0;
  for (let row = 0; row < size.height; row += 1) {
    const first = y;
    sums.fill(0);
    for (const end = Math.floor(((row + 1) * bits.height) / size.height); y < end; y += 1) {
      // Zeros are counted: they are the ink in most scans, and there is little of it.
      addZeros(bits.data.subarray(y * rowBytes, (y + 1) * rowBytes), of, sums);
    }
    for (let x = 0; x < size.width; x += 1) {
      const sum = sums[x] as number;
      if (sum === 0) continue;
      const parts = (sum * 255) / ((counts[x] as number) * (y - first));
      pixels[row * size.width + x] = mixed[Math.round(parts)] as number;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** Returns the pixels for 0 to 255 parts of the first color among 255, in the order of bytes of this device. */
function mixesOf([zero, one]: readonly [number[], number[]]): Uint32Array {
  const bytes = new Uint8ClampedArray(256 * 4);
  for (let part = 0; part < 256; part += 1) {
    for (let channel = 0; channel < 4; channel += 1) {
      const [from, to] = [one[channel] ?? 255, zero[channel] ?? 255];
      bytes[part * 4 + channel] = from + ((to - from) * part) / 255;
    }
  }
  return new Uint32Array(bytes.buffer);
}

/** Makes a smaller picture of pixels of three bytes each. */
export function reduceRgb({ data, width, height }: Bits, size: Size): Uint8ClampedArray<ArrayBuffer> {
  const { of, counts } = columns(width, size.width);
  const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  const sums = new Uint32Array(size.width * 3);
  let y = 0;
  for (let row = 0; row < size.height; row += 1) {
    const first = y;
    sums.fill(0);
    for (const end = Math.floor(((row + 1) * height) / size.height); y < end; y += 1) {
      let from = y * width * 3;
      for (let x = 0; x < width; x += 1) {
        const to = (of[x] as number) * 3;
        (sums[to] as number) += data[from++] as number;
        (sums[to + 1] as number) += data[from++] as number;
        (sums[to + 2] as number) += data[from++] as number;
      }
    }
    for (let x = 0; x < size.width; x += 1) {
      const to = (row * size.width + x) * 4;
      const count = (counts[x] as number) * (y - first);
      for (let channel = 0; channel < 3; channel += 1)
        pixels[to + channel] = (sums[x * 3 + channel] as number) / count;
    }
  }
  return pixels;
}
