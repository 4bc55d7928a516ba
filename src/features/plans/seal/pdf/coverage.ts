import { Doubt } from '../Doubt.ts';
import type { FoundSignature } from './fields.ts';
import { PdfFile } from './PdfFile.ts';
import { Text } from './values.ts';

/** The bytes that a signature covers: from the first to the last, without the hole that it stands in itself. */
export type Coverage = { holeStart: number; holeEnd: number; end: number; contents: Uint8Array };

/** Returns what a signature covers; null where the file ends before that. @throws Doubt unless it is all but its own `/Contents` */
export async function coverageOf(file: PdfFile, signature: FoundSignature): Promise<Coverage | null> {
  const { dict, num, fieldNum } = signature;
  const contents = dict.get('Contents');
  const range = dict.get('ByteRange');
  const holder = num ?? fieldNum;
  const place = holder === null ? null : await file.find(holder);
  if (!(contents instanceof Text) || !contents.isHex) throw new Doubt('shifted-gap');
  // In an object stream it would stand nowhere in the file.
  if (!place || place.start < 0 || contents.start < place.start || contents.end > place.end)
    throw new Doubt('shifted-gap');
  if (!Array.isArray(range) || range.length !== 4) throw new Doubt('covers-part');
  if (!range.every((one) => typeof one === 'number' && Number.isInteger(one) && one >= 0))
    throw new Doubt('covers-part');
  const [first, before, after, rest] = range as [number, number, number, number];
  if (first !== 0) throw new Doubt('covers-part');
  if (before !== contents.start || after !== contents.end) throw new Doubt('shifted-gap');
  // Nothing else hides in the hole: two signs and an even number of digits.
  if (contents.end - contents.start !== contents.bytes.length * 2 + 2) throw new Doubt('shifted-gap');
  const end = after + rest;
  return end > file.end
    ? null
    : { holeStart: contents.start, holeEnd: contents.end, end, contents: contents.bytes };
}

/** Opens the file as it was signed. @throws Doubt unless what the signature covers ends where a whole file did, with it */
export async function openSigned(
  file: PdfFile,
  { end }: Coverage,
  signature: FoundSignature,
): Promise<PdfFile> {
  if (end === file.end) return file;
  const signed = await PdfFile.open(file.bytes, end).catch(() => {
    throw new Doubt('covers-part');
  });
  if (signature.num === null) throw new Doubt('unknown-change');
  const [then, now] = await Promise.all([signed.find(signature.num), file.find(signature.num)]);
  if (then.start < 0 || then.start !== now.start) throw new Doubt('covers-part');
  return signed;
}
