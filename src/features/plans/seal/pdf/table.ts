import { Doubt } from '../Doubt.ts';
import { Reader } from './Reader.ts';
import { unpack } from './unpack.ts';
import { type Dict, isDict, isName, Stream, type Value } from './values.ts';

/** Where an object is: at an offset, in an object stream, or nowhere any more. */
export type Entry =
  | { kind: 'at'; offset: number; gen: number }
  | { kind: 'in'; stream: number; index: number }
  | { kind: 'free' };

/** One table of objects with its trailer, as each way of saving appends one. */
export type Section = {
  start: number;
  end: number;
  trailer: Dict;
  entries: Map<number, Entry>;
  /** What its own table says, and the one beside it (`/XRefStm`), for readers that know the one only, or both. */
  own: ReadonlyMap<number, Entry>;
  beside: ReadonlyMap<number, Entry> | null;
};
type Table = Pick<Section, 'start' | 'end' | 'trailer' | 'entries'>;

const maxObjects = 2_000_000;
const maxSections = 1000;

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Returns where the last table begins. The file must end as one that was saved as a whole. */
function lastTable(bytes: Uint8Array, end: number): number {
  const tail = latin(bytes.subarray(Math.max(0, end - 1024), end));
  const found = /startxref[\t\n\r ]+(\d{1,12})[\0\t\n\f\r ]+%%EOF[\t\n\f\r ]{0,4}$/.exec(tail);
  if (!found || tail.lastIndexOf('startxref') !== found.index) throw new Doubt('damaged');
  return Number(found[1]);
}

/** Reads `number generation obj`, a value, and the bytes of a stream. @param lengthOf resolves an indirect length */
export async function readObject(
  bytes: Uint8Array,
  at: number,
  end: number,
  lengthOf: (value: Value | undefined) => Promise<Value | undefined>,
): Promise<{ num: number; gen: number; value: Value; end: number }> {
  const reader = new Reader(bytes, at, end);
  const num = reader.integer();
  const gen = reader.integer();
  reader.expect('obj');
  let value = reader.value();
  if (isDict(value) && reader.take('stream')) {
    if (bytes[reader.at] === 13) reader.at += 1;
    if (bytes[reader.at] !== 10) throw new Doubt('damaged');
    const start = reader.at + 1;
    const length = await lengthOf(value.get('Length'));
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || start + length > end)
      throw new Doubt('damaged');
    value = new Stream(value, bytes.subarray(start, start + length));
    reader.at = start + length;
    reader.expect('endstream');
  }
  reader.expect('endobj');
  return { num, gen, value, end: reader.at };
}

/** Returns the tables of a file, the newest first. */
export async function readTables(bytes: Uint8Array, end: number): Promise<Section[]> {
  const sections: Section[] = [];
  const read = new Set<number>();
  const besides = new Map<number, Map<number, Entry>>();
  let next: number | undefined = lastTable(bytes, end);
  while (next !== undefined) {
    if (next >= end || read.has(next) || sections.length >= maxSections) throw new Doubt('damaged');
    read.add(next);
    const section = await readTable(bytes, next, end);
    const { entries } = section;
    const at = section.trailer.get('XRefStm');
    const own = typeof at === 'number' ? new Map(entries) : entries;
    // PDFBox names the one of a file by Word again each time that it saves.
    if (typeof at === 'number' && !besides.has(at)) {
      if (read.has(at)) throw new Doubt('damaged');
      read.add(at);
      const hidden = await readTable(bytes, at, end);
      besides.set(at, hidden.entries);
      for (const [num, entry] of hidden.entries)
        if ((entries.get(num) ?? { kind: 'free' }).kind === 'free') entries.set(num, entry);
    }
    const beside = typeof at === 'number' ? (besides.get(at) ?? null) : null;
    sections.push({ ...section, own, beside });
    const before = section.trailer.get('Prev');
    if (before !== undefined && typeof before !== 'number') throw new Doubt('damaged');
    next = before;
  }
  return sections;
}

async function readTable(bytes: Uint8Array, at: number, end: number): Promise<Table> {
  // Where a program says that the table is at the line end before it, every reader finds it.
  const isPlain = /^[\r\n]{0,2}xref/.test(latin(bytes.subarray(at, at + 6)));
  return isPlain ? plainTable(new Reader(bytes, at, end), at) : streamTable(bytes, at, end);
}

function plainTable(reader: Reader, start: number): Table {
  reader.expect('xref');
  const entries = new Map<number, Entry>();
  while (!reader.take('trailer')) {
    const first = reader.integer();
    const count = reader.integer();
    if (first + count > maxObjects) throw new Doubt('too-large');
    for (let num = first; num < first + count; num += 1) {
      const offset = reader.integer();
      const gen = reader.integer();
      const kind = reader.letter();
      // Some programs count from one; others read that otherwise, as they do a use of number 0.
      const isOdd = kind === 'f' ? num === 1 && first === 1 : num === 0;
      if ((kind !== 'n' && kind !== 'f') || isOdd) throw new Doubt('damaged');
      if (entries.has(num)) throw new Doubt('damaged');
      entries.set(num, kind === 'n' && offset > 0 ? { kind: 'at', offset, gen } : { kind: 'free' });
    }
  }
  const trailer = reader.value();
  if (!isDict(trailer)) throw new Doubt('damaged');
  return { start, end: reader.at, trailer, entries };
}

async function streamTable(bytes: Uint8Array, at: number, limit: number): Promise<Table> {
  const { value, end } = await readObject(bytes, at, limit, async (length) => length);
  if (!(value instanceof Stream) || !isName(value.dict.get('Type'), 'XRef')) throw new Doubt('damaged');
  const { dict } = value;
  const widths = dict.get('W');
  const size = dict.get('Size');
  if (!Array.isArray(widths) || widths.length !== 3 || typeof size !== 'number') throw new Doubt('damaged');
  const [w0, w1, w2] = widths as number[] as [number, number, number];
  if (![w0, w1, w2].every((one) => Number.isInteger(one) && one >= 0 && one <= 6)) throw new Doubt('damaged');
  const index = dict.get('Index') ?? [0, size];
  if (!Array.isArray(index) || index.length % 2 !== 0 || !index.every(Number.isInteger))
    throw new Doubt('damaged');
  const plain = await unpack(value);
  const entries = new Map<number, Entry>();
  let from = 0;
  const field = (width: number) => {
    let sum = 0;
    for (const to = from + width; from < to; from += 1) sum = sum * 256 + (plain[from] ?? 0);
    return sum;
  };
  for (let range = 0; range < index.length; range += 2) {
    const [first, count] = [index[range] as number, index[range + 1] as number];
    if (!(first >= 0 && count >= 0 && first + count <= maxObjects)) throw new Doubt('too-large');
    if (from + count * (w0 + w1 + w2) > plain.length) throw new Doubt('damaged');
    for (let num = first; num < first + count; num += 1) {
      const kind = w0 === 0 ? 1 : field(w0);
      const [a, b] = [field(w1), field(w2)];
      if (kind > 2 || (kind > 0 && num === 0) || entries.has(num)) throw new Doubt('damaged');
      if (kind === 1 && a > 0) entries.set(num, { kind: 'at', offset: a, gen: b });
      else entries.set(num, kind === 2 ? { kind: 'in', stream: a, index: b } : { kind: 'free' });
    }
  }
  return { start: at, end, trailer: dict, entries };
}
