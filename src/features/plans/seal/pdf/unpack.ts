import { Doubt } from '../Doubt.ts';
import { type Dict, isDict, isName, type Stream } from './values.ts';

/** More is taken for endless. */
const maxUnpackedBytes = 2 ** 26;

async function inflate(bytes: Uint8Array, isWhole: boolean): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
      if (length > maxUnpackedBytes) throw new Doubt('too-large');
    }
  } catch (error) {
    // A line end after the data counts as junk; what is missing is noticed by who reads it.
    if (error instanceof Doubt || length === 0 || isWhole) throw Doubt.of(error, 'damaged');
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const numberIn = (dict: Dict, key: string, otherwise: number) => {
  const value = dict.get(key) ?? otherwise;
  if (typeof value !== 'number') throw new Doubt('damaged');
  return value;
};

/** Undoes the predictors of PNG, which tables of objects are packed with. */
function unpredict(bytes: Uint8Array, parameters: Dict): Uint8Array {
  const predictor = numberIn(parameters, 'Predictor', 1);
  if (predictor === 1) return bytes;
  const width = numberIn(parameters, 'Columns', 1);
  if (
    predictor < 10 ||
    predictor > 15 ||
    !Number.isInteger(width) ||
    numberIn(parameters, 'Colors', 1) !== 1 ||
    numberIn(parameters, 'BitsPerComponent', 8) !== 8
  )
    throw new Doubt('damaged');
  const rows = Math.floor(bytes.length / (width + 1));
  const plain = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (width + 1)] as number;
    if (kind > 4) throw new Doubt('damaged');
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const left = column > 0 ? (plain[at - 1] as number) : 0;
      const up = row > 0 ? (plain[at - width] as number) : 0;
      const corner = row > 0 && column > 0 ? (plain[at - width - 1] as number) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] as number;
      plain[at] = ((bytes[row * (width + 1) + 1 + column] as number) + guess) & 255;
    }
  }
  return plain;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/**
 * Unpacks a stream that is packed as those of objects are.
 *
 * @param isWhole nobody would notice what is missing: other readers may draw what stands before a mistake
 */
export async function unpack({ dict, bytes }: Stream, isWhole = false): Promise<Uint8Array> {
  // Other readers take these for the names of both.
  if (dict.has('F') || dict.has('DP')) throw new Doubt('damaged');
  const [filters, all] = [dict.get('Filter'), dict.get('DecodeParms')];
  const isList = Array.isArray(filters) && filters.length === 1;
  const filter = isList ? filters[0] : filters;
  if (filter === undefined || filter === null || (Array.isArray(filter) && filter.length === 0)) return bytes;
  if (!isName(filter, 'FlateDecode')) throw new Doubt('damaged');
  const plain = await inflate(bytes, isWhole);
  const parameters = (isList && Array.isArray(all) ? all[0] : all) ?? null;
  if (parameters === null) return plain;
  // What stands elsewhere, or in another form than the filter, is read by others only.
  if (!isDict(parameters) || isList !== Array.isArray(all)) throw new Doubt('damaged');
  return unpredict(plain, parameters);
}
