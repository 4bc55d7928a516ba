import { Doubt } from '../Doubt.ts';
import { Reader } from './Reader.ts';
import { type Entry, readObject, readTables, type Section } from './table.ts';
import { unpack } from './unpack.ts';
import { type Dict, isDict, isName, Ref, Stream, type Value } from './values.ts';

type Found = { value: Value; start: number; end: number };
const nothing: Found = { value: null, start: -1, end: -1 };
const maxHops = 20;

/**
 * A PDF up to one of its ends: as it was when it had been saved so far. Reads strictly what the tables of objects say, and nothing that
 * only a search would find: a file that has to be mended to be read is a doubt.
 */
export class PdfFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly end: number;
  /** The newest first. */
  readonly sections: readonly Section[];
  readonly #found = new Map<number, Promise<Found>>();
  readonly #packed = new Map<number, Promise<Map<number, { num: number; value: Value }>>>();

  private constructor(bytes: Uint8Array<ArrayBuffer>, end: number, sections: readonly Section[]) {
    this.bytes = bytes;
    this.end = end;
    this.sections = sections;
  }

  /** @throws Doubt where the file is not as the standard says */
  static async open(bytes: Uint8Array<ArrayBuffer>, end = bytes.length): Promise<PdfFile> {
    if (new TextDecoder('latin1').decode(bytes.subarray(0, 5)) !== '%PDF-') throw new Doubt('damaged');
    const file = new PdfFile(bytes, end, await readTables(bytes, end));
    if (!(file.trailer.get('Root') instanceof Ref)) throw new Doubt('damaged');
    if (end === bytes.length) file.#checkBeginning();
    return file;
  }

  /** Checks that a file which says at its beginning how long it is has its newest table there: others read that one. */
  #checkBeginning(): void {
    const reader = new Reader(this.bytes);
    reader.integer();
    reader.integer();
    reader.expect('obj');
    const first = reader.value();
    if (!isDict(first) || first.get('L') !== this.end) return;
    reader.expect('endobj');
    reader.skip();
    if (reader.at !== this.sections[0]?.start) throw new Doubt('damaged');
  }

  get trailer(): Dict {
    return (this.sections[0] as Section).trailer;
  }

  get isProtected(): boolean {
    return this.trailer.get('Encrypt') !== undefined;
  }

  numbers(): Set<number> {
    return new Set(this.sections.flatMap(({ entries }) => [...entries.keys()]));
  }

  /** Returns where an object is, by the newest table that names it. */
  entry(num: number): Entry {
    for (const { entries } of this.sections) {
      const found = entries.get(num);
      if (found) return found;
    }
    return { kind: 'free' };
  }

  /** Returns an object; null if there is none. */
  async object(num: number): Promise<Value> {
    return (await this.find(num)).value;
  }

  /** Returns an object with where it stands; `start` is negative for one in an object stream. */
  find(num: number): Promise<Found> {
    const known = this.#found.get(num);
    if (known) return known;
    const reading = this.#read(num);
    this.#found.set(num, reading);
    return reading;
  }

  /** Follows references to what they name. */
  async resolve(value: Value | undefined): Promise<Value | undefined> {
    let found = value;
    for (let hops = 0; found instanceof Ref; hops += 1) {
      if (hops > maxHops) throw new Doubt('damaged');
      const entry = this.entry(found.num);
      if (entry.kind === 'at' && entry.gen !== found.gen) return null;
      found = await this.object(found.num);
    }
    return found;
  }

  /** Returns the dictionary of a value; that of its stream, if it is one. */
  async dict(value: Value | undefined): Promise<Dict | null> {
    const found = await this.resolve(value);
    return isDict(found) ? found : found instanceof Stream ? found.dict : null;
  }

  async list(value: Value | undefined): Promise<Value[]> {
    const found = await this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  async catalog(): Promise<Dict> {
    const found = await this.resolve(this.trailer.get('Root'));
    if (!isDict(found)) throw new Doubt('damaged');
    return found;
  }

  async #read(num: number): Promise<Found> {
    const entry = this.entry(num);
    if (entry.kind === 'free') return nothing;
    if (entry.kind === 'in') {
      const packed = (await this.#unpacked(entry.stream)).get(entry.index);
      if (packed?.num !== num) throw new Doubt('damaged');
      return { ...nothing, value: packed.value };
    }
    const found = await readObject(this.bytes, entry.offset, this.end, (length) => this.resolve(length));
    if (found.num !== num || found.gen !== entry.gen) throw new Doubt('damaged');
    return { value: found.value, start: entry.offset, end: found.end };
  }

  #unpacked(num: number): Promise<Map<number, { num: number; value: Value }>> {
    const known = this.#packed.get(num);
    if (known) return known;
    const reading = this.#unpack(num);
    this.#packed.set(num, reading);
    return reading;
  }

  async #unpack(num: number): Promise<Map<number, { num: number; value: Value }>> {
    if (this.isProtected) throw new Doubt('protected');
    if (this.entry(num).kind !== 'at') throw new Doubt('damaged');
    const stream = await this.object(num);
    if (!(stream instanceof Stream) || !isName(stream.dict.get('Type'), 'ObjStm')) throw new Doubt('damaged');
    const [count, first] = [
      await this.resolve(stream.dict.get('N')),
      await this.resolve(stream.dict.get('First')),
    ];
    if (typeof count !== 'number' || typeof first !== 'number') throw new Doubt('damaged');
    const plain = await unpack(stream);
    const head = new Reader(plain, 0, first);
    const listed = Array.from({ length: count }, () => ({ num: head.integer(), at: first + head.integer() }));
    // Other readers take the last one of a number, and an object whose offset is the number of the stream for one in it.
    if (new Set(listed.map((one) => one.num)).size < count) throw new Doubt('damaged');
    const found = new Map<number, { num: number; value: Value }>();
    for (const [index, { num: own, at }] of listed.entries()) {
      const entry = this.entry(own);
      if (entry.kind === 'at' && entry.offset === num) throw new Doubt('damaged');
      found.set(index, { num: own, value: new Reader(plain, at, listed[index + 1]?.at).value() });
    }
    return found;
  }
}
