import type { PdfFile } from './PdfFile.ts';
import { unpack } from './unpack.ts';
import { isDict, isName, Stream, Text, type Value } from './values.ts';

/** What a form has for its fields to be drawn with. */
type Resource = { kind: 'Font' | 'XObject'; name: string };

/** A name with letters that are written as numbers: it may be any. */
const writtenOtherwise = /\/[^\s/()<>[\]{}%]*#/;

function isNamed({ name }: Resource, text: string): boolean {
  return text.includes(name) || writtenOtherwise.test(text);
}

async function isDrawing(
  file: PdfFile,
  value: Value | undefined,
  one: Resource,
  seen: Set<Value>,
): Promise<boolean> {
  const drawing = await file.resolve(value);
  if (drawing === null || drawing === undefined || seen.has(drawing)) return false;
  seen.add(drawing);
  if (isDict(drawing)) {
    for (const state of drawing.values()) if (await isDrawing(file, state, one, seen)) return true;
    return false;
  }
  if (!(drawing instanceof Stream)) return true;
  if (isName(drawing.dict.get('Subtype'), 'Image')) return false;
  const content = await unpack(drawing);
  // That of a timestamp, which has no room.
  if (content.length === 0) return false;
  const own = await file.dict(drawing.dict.get('Resources'));
  // Programs differ in where they look for what a drawing without resources of its own names.
  if (!own) return true;
  const isOwn = (await file.dict(own.get(one.kind)))?.has(one.name);
  if (!isOwn && isNamed(one, new TextDecoder('latin1').decode(content))) return true;
  return isDrawing(file, own.get('XObject'), one, seen);
}

async function isIn(file: PdfFile, value: Value, one: Resource, seen: Set<Value>): Promise<boolean> {
  if (value instanceof Stream) return isIn(file, value.dict, one, seen);
  if (!isDict(value) && !Array.isArray(value)) return false;
  for (const part of value.values()) if (await isIn(file, part, one, seen)) return true;
  if (!isDict(value)) return false;
  const look = await file.resolve(value.get('DA'));
  if (look instanceof Text ? isNamed(one, look.toString()) : look) return true;
  return isDrawing(file, value.get('AP'), one, seen);
}

/**
 * Whether a field or a comment of a file may be drawn with something that its form has: it is written with it, or its drawing names it
 * and does not bring it.
 *
 * @throws Doubt where a drawing cannot be read
 */
export async function isDrawnBy(file: PdfFile, one: Resource): Promise<boolean> {
  const seen = new Set<Value>();
  for (const num of file.numbers()) if (await isIn(file, await file.object(num), one, seen)) return true;
  return false;
}
