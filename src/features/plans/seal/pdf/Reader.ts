import { Doubt } from '../Doubt.ts';
import { type Dict, Name, Ref, Text, type Value } from './values.ts';

/** For each byte: 1 for a blank, 2 for a delimiter. A table, because those of objects have a million bytes. */
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = 1;
for (const one of '()<>[]{}/%') kinds[one.charCodeAt(0)] = 2;
const maxDepth = 60;
const letters = new TextDecoder('latin1');

/** Reads values of a PDF one after the other. What is not as the standard says is a doubt, and never guessed at. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  /** Skips blanks and comments. */
  skip(): void {
    for (; this.at < this.#end; this.at += 1) {
      const byte = this.#bytes[this.at] as number;
      if (byte === 0x25) while (this.at < this.#end && !this.#isLineEnd()) this.at += 1;
      else if (kinds[byte] !== 1) return;
    }
  }

  #isLineEnd(): boolean {
    const byte = this.#bytes[this.at];
    return byte === 10 || byte === 13;
  }

  /** Returns the next letters up to a blank or a delimiter; empty at one. */
  word(): string {
    this.skip();
    const start = this.at;
    while (this.at < this.#end) {
      const byte = this.#bytes[this.at] as number;
      if (kinds[byte] !== 0) break;
      this.at += 1;
    }
    return letters.decode(this.#bytes.subarray(start, this.at));
  }

  /** Reads one of these words, or nothing. */
  take(word: string): boolean {
    const before = this.at;
    if (this.word() === word) return true;
    this.at = before;
    return false;
  }

  expect(word: string): void {
    if (!this.take(word)) throw new Doubt('damaged');
  }

  integer(): number {
    this.skip();
    const start = this.at;
    let value = 0;
    for (; this.at < this.#end; this.at += 1) {
      const digit = (this.#bytes[this.at] as number) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    const length = this.at - start;
    const isOver = this.at >= this.#end || kinds[this.#bytes[this.at] as number] !== 0;
    if (length === 0 || length > 15 || !isOver) throw new Doubt('damaged');
    return value;
  }

  /** Reads a word of one letter. */
  letter(): string {
    this.skip();
    this.at += 1;
    if (this.at < this.#end && kinds[this.#bytes[this.at] as number] === 0) throw new Doubt('damaged');
    return String.fromCharCode(this.#bytes[this.at - 1] ?? 0);
  }

  value(depth = 0): Value {
    if (depth > maxDepth) throw new Doubt('too-large');
    this.skip();
    const byte = this.#bytes[this.at];
    if (byte === undefined || this.at >= this.#end) throw new Doubt('damaged');
    if (byte === 0x2f) return this.#name();
    if (byte === 0x28) return this.#text();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x3c) return this.#bytes[this.at + 1] === 0x3c ? this.#dict(depth) : this.#hexText();
    const word = this.word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new Doubt('damaged');
    return (/^\d+$/.test(word) && this.#reference(Number(word))) || Number(word);
  }

  #reference(num: number): Ref | null {
    const before = this.at;
    const gen = this.word();
    if (/^\d{1,5}$/.test(gen) && this.word() === 'R') return new Ref(num, Number(gen));
    this.at = before;
    return null;
  }

  #name(): Name {
    this.at += 1;
    const start = this.at;
    while (this.at < this.#end) {
      const byte = this.#bytes[this.at] as number;
      if (kinds[byte] !== 0) break;
      this.at += 1;
    }
    const word = letters.decode(this.#bytes.subarray(start, this.at));
    // Other readers take the second sign for a letter.
    if (/#[0-9a-f]?#/i.test(word)) throw new Doubt('damaged');
    return new Name(
      word.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
        letters.decode(Uint8Array.of(Number.parseInt(hex, 16))),
      ),
    );
  }

  #array(depth: number): Value[] {
    this.at += 1;
    const values: Value[] = [];
    for (;;) {
      this.skip();
      if (this.#bytes[this.at] === 0x5d) break;
      values.push(this.value(depth + 1));
    }
    this.at += 1;
    return values;
  }

  #dict(depth: number): Dict {
    this.at += 2;
    const dict: Dict = new Map();
    for (;;) {
      this.skip();
      if (this.#bytes[this.at] === 0x3e) break;
      if (this.#bytes[this.at] !== 0x2f) throw new Doubt('damaged');
      const { name } = this.#name();
      // Programs differ in which of two counts.
      if (dict.has(name)) throw new Doubt('damaged');
      dict.set(name, this.value(depth + 1));
    }
    if (this.#bytes[this.at + 1] !== 0x3e) throw new Doubt('damaged');
    this.at += 2;
    return dict;
  }

  #hexText(): Text {
    const start = this.at;
    const end = this.#bytes.indexOf(0x3e, start);
    if (end < 0 || end >= this.#end) throw new Doubt('damaged');
    const digits = letters.decode(this.#bytes.subarray(start + 1, end)).replace(/[\0\t\n\f\r ]/g, '');
    if (/[^0-9a-f]/i.test(digits)) throw new Doubt('damaged');
    const bytes = new Uint8Array(Math.ceil(digits.length / 2));
    for (let at = 0; at < bytes.length; at += 1)
      bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2).padEnd(2, '0'), 16);
    this.at = end + 1;
    return new Text(bytes, start, this.at, true);
  }

  #text(): Text {
    const start = this.at;
    const found: number[] = [];
    let depth = 0;
    for (; this.at < this.#end; this.at += 1) {
      const byte = this.#bytes[this.at] as number;
      if (byte === 0x5c) this.#escaped(found);
      else {
        if (byte === 0x28) depth += 1;
        if (byte === 0x29) depth -= 1;
        if (depth === 0) break;
        if (this.at > start) found.push(byte);
      }
    }
    if (depth > 0) throw new Doubt('damaged');
    this.at += 1;
    return new Text(Uint8Array.from(found), start, this.at, false);
  }

  /** Reads what follows a backslash, up to its last letter. */
  #escaped(found: number[]): void {
    this.at += 1;
    const letter = String.fromCharCode(this.#bytes[this.at] ?? 0);
    const octal = /^[0-7]{1,3}/.exec(letters.decode(this.#bytes.subarray(this.at, this.at + 3)))?.[0];
    if (octal) {
      found.push(Number.parseInt(octal, 8) & 255);
      this.at += octal.length - 1;
    } else if (letter === '\r' || letter === '\n') {
      if (letter === '\r' && this.#bytes[this.at + 1] === 10) this.at += 1;
    } else found.push({ n: 10, r: 13, t: 9, b: 8, f: 12 }[letter] ?? letter.charCodeAt(0));
  }
}
