import { type AsnType, type BaseBlock, fromBER } from 'asn1js';
import { hex } from '../../../../api/bytes.ts';
import { Doubt } from '../Doubt.ts';

/** A value of ASN.1, and what is in it. */
export type Asn = {
  tagClass: 'universal' | 'context' | 'other';
  tag: number;
  /** With its tag and length, as it was encoded. */
  raw: Uint8Array<ArrayBuffer>;
  children: readonly Asn[];
  block: AsnType;
};

const maxBytes = 4 * 2 ** 20;
const classes = { 1: 'universal', 3: 'context' } as const;

/** Object identifiers have numbers of another kind in their place. */
const isBlock = (one: unknown): one is AsnType => typeof one === 'object' && one !== null && 'idBlock' in one;

function wrap(block: AsnType): Asn {
  const { value } = (block as BaseBlock).valueBlock as { value?: unknown };
  return {
    tagClass: classes[block.idBlock.tagClass as 1 | 3] ?? 'other',
    tag: block.idBlock.tagNumber,
    raw: new Uint8Array(block.valueBeforeDecodeView) as Uint8Array<ArrayBuffer>,
    children: Array.isArray(value) ? value.filter(isBlock).map(wrap) : [],
    block,
  };
}

/** Reads one value from the beginning of some bytes. @returns also how long it is */
export function decodeFirst(bytes: Uint8Array): { value: Asn; length: number } {
  if (bytes.length > maxBytes) throw new Doubt('too-large');
  const { offset, result } = fromBER(bytes);
  if (offset <= 0) throw new Doubt('damaged-signature');
  return { value: wrap(result), length: offset };
}

/** Reads the one value that some bytes are. */
export function decode(bytes: Uint8Array): Asn {
  const { value, length } = decodeFirst(bytes);
  if (length !== bytes.length) throw new Doubt('damaged-signature');
  return value;
}

/** Returns a part that must be there. */
export function part(of: Asn | undefined, at: number): Asn {
  const found = of?.children[at];
  if (!found) throw new Doubt('damaged-signature');
  return found;
}

/** Returns the optional part with a tag of its own. */
export function tagged(of: Asn, tag: number): Asn | undefined {
  return of.children.find((child) => child.tagClass === 'context' && child.tag === tag);
}

export function is(value: Asn | undefined, tag: keyof typeof tags): boolean {
  return value?.tagClass === 'universal' && value.tag === tags[tag];
}
const tags = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  oid: 6,
  enumerated: 10,
  sequence: 16,
  set: 17,
  utcTime: 23,
  time: 24,
} as const;

export function oidOf(value: Asn | undefined): string {
  if (!is(value, 'oid')) throw new Doubt('damaged-signature');
  return ((value as Asn).block as unknown as { getValue(): string }).getValue();
}

/** Returns the bytes of a string of octets or bits, also of one in pieces. */
export function bytesOf(value: Asn | undefined): Uint8Array<ArrayBuffer> {
  if (!value) throw new Doubt('damaged-signature');
  const block = value.block as unknown as {
    getValue?(): ArrayBuffer;
    valueBlock: { valueHexView?: Uint8Array };
  };
  if (is(value, 'octets') && block.getValue) return new Uint8Array(block.getValue());
  if (value.children.length > 0 && value.tagClass === 'universal' && !is(value, 'bits'))
    throw new Doubt('damaged-signature');
  return new Uint8Array(block.valueBlock.valueHexView ?? []) as Uint8Array<ArrayBuffer>;
}

/** Returns an integer as its bytes in hexadecimal digits, without leading zeros. */
export function integerOf(value: Asn | undefined): string {
  if (!is(value, 'integer') && !is(value, 'enumerated')) throw new Doubt('damaged-signature');
  return hex(bytesOf(value)).replace(/^0+(?=.)/, '');
}

/** Times in UTC with seconds, as RFC 5280, 5652 and 3161 want them: of others the library makes another day. */
const utcTimes = /^(\d\d){6}Z$/;
const times = /^(\d\d){7}(\.\d+)?Z$/;

/** Returns a time in milliseconds. */
export function timeOf(value: Asn | undefined): number {
  const block = value?.block as unknown as { toDate?(): Date };
  if ((!is(value, 'utcTime') && !is(value, 'time')) || !block.toDate) throw new Doubt('damaged-signature');
  const written = new TextDecoder().decode(bytesOf(value));
  if (!(is(value, 'utcTime') ? utcTimes : times).test(written)) throw new Doubt('damaged-signature');
  const time = block.toDate().getTime();
  if (!Number.isFinite(time)) throw new Doubt('damaged-signature');
  return time;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
