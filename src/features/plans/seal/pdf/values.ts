/** What a PDF consists of (ISO 32000-2, 7.3), as it stands in the file. */
export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Ref {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen: number) {
    this.num = num;
    this.gen = gen;
  }
}

export class Text {
  readonly bytes: Uint8Array;
  /** Where it stands, with its delimiters; of use where it is in no object stream. */
  readonly start: number;
  readonly end: number;
  readonly isHex: boolean;
  constructor(bytes: Uint8Array, start: number, end: number, isHex: boolean) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.isHex = isHex;
  }

  /** Returns its letters: UTF-16 or UTF-8 by its mark, else one for each byte. */
  toString(): string {
    const [a, b, c] = this.bytes;
    if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(this.bytes.subarray(2));
    if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder().decode(this.bytes.subarray(3));
    return new TextDecoder('latin1').decode(this.bytes);
  }
}

export type Dict = Map<string, Value>;
export class Stream {
  readonly dict: Dict;
  readonly bytes: Uint8Array;
  constructor(dict: Dict, bytes: Uint8Array) {
    this.dict = dict;
    this.bytes = bytes;
  }
}

export type Value = null | boolean | number | Name | Text | Ref | Value[] | Dict | Stream;

export const isDict = (value: Value | undefined): value is Dict => value instanceof Map;
export const isName = (value: Value | undefined, name: string) =>
  value instanceof Name && value.name === name;

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Whether two values are the same as they stand: references are, if they name the same object. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a instanceof Name) return b instanceof Name && a.name === b.name;
  if (a instanceof Ref) return b instanceof Ref && a.num === b.num && a.gen === b.gen;
  if (a instanceof Text) return b instanceof Text && sameBytes(a.bytes, b.bytes);
  if (a instanceof Stream)
    return b instanceof Stream && isSame(a.dict, b.dict) && sameBytes(a.bytes, b.bytes);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value, at) => isSame(value, b[at]));
  if (!isDict(a) || !isDict(b) || a.size !== b.size) return false;
  return [...a].every(([key, value]) => isSame(value, b.get(key)));
}

/** Returns the numbers of the objects that a value names, but not what these name. */
export function namedIn(value: Value | undefined, found = new Set<number>()): Set<number> {
  if (value instanceof Ref) found.add(value.num);
  else if (Array.isArray(value)) for (const one of value) namedIn(one, found);
  else if (value instanceof Stream) namedIn(value.dict, found);
  else if (isDict(value)) for (const one of value.values()) namedIn(one, found);
  return found;
}
