import type { PdfFile } from './PdfFile.ts';
import { unpack } from './unpack.ts';
import { type Dict, isDict, isName, Stream, Text, type Value } from './values.ts';

/** What a form has for its fields to be drawn with. */
type Resource = { kind: 'Font' | 'XObject'; name: string };

/** A name with letters that are written as numbers: it may be any. */
const writtenOtherwise = /\/[^\s/()<>[\]{}%]*#/;

/** The font that PDF.js looks for where nothing says how a field is written. */
const unsaid = 'Helvetica';
const letters = new TextDecoder('latin1');

function isNamed({ name }: Resource, ...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes(name) || writtenOtherwise.test(text));
}

/** Returns what is drawn by a drawing: others, patterns, masks, and letters that are drawings themselves. */
async function partsOf(file: PdfFile, own: Dict): Promise<(Value | undefined)[]> {
  const found: (Value | undefined)[] = [];
  for (const kind of ['XObject', 'Pattern', 'ExtGState', 'Font'])
    for (const value of (await file.dict(own.get(kind)))?.values() ?? []) {
      const part = await file.resolve(value);
      const isImage =
        kind === 'XObject' && part instanceof Stream && isName(part.dict.get('Subtype'), 'Image');
      if (part instanceof Stream && !isImage) found.push(part);
      else if (isDict(part))
        // A graphics state that sets a font is no drawing, and counts as one that may name anything.
        found.push((await file.dict(part.get('SMask')))?.get('G'), part.get('CharProcs'), part.get('Font'));
    }
  return found;
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
  const content = await unpack(drawing, true);
  // That of a timestamp, which has no room.
  if (content.length === 0) return false;
  const own = await file.dict(drawing.dict.get('Resources'));
  // Programs differ in where they look for what a drawing without resources of its own names.
  if (!own) return true;
  const isOwn = await file.dict((await file.dict(own.get(one.kind)))?.get(one.name));
  if (!isOwn && isNamed(one, letters.decode(content))) return true;
  for (const part of await partsOf(file, own)) if (await isDrawing(file, part, one, seen)) return true;
  return false;
}

async function isIn(file: PdfFile, value: Value, one: Resource, seen: Set<Value>): Promise<boolean> {
  if (value instanceof Stream) return isIn(file, value.dict, one, seen);
  if (!isDict(value) && !Array.isArray(value)) return false;
  for (const part of value.values()) if (await isIn(file, part, one, seen)) return true;
  if (!isDict(value)) return false;
  const look = await file.resolve(value.get('DA'));
  // Some readers take its bytes as they are, whatever mark they begin with.
  if (look instanceof Text ? isNamed(one, look.toString(), letters.decode(look.bytes)) : look) return true;
  return isDrawing(file, value.get('AP'), one, seen);
}

/**
 * Whether a field or a comment of a file may be drawn with something that its form has: it is written with it, or its drawing names it
 * and does not bring it.
 *
 * @throws Doubt where a drawing cannot be read
 */
export async function isDrawnBy(file: PdfFile, one: Resource): Promise<boolean> {
  const form = await file.dict((await file.catalog()).get('AcroForm'));
  // Fields of the other kind of form are written with the fonts of this one, by the names of their typefaces.
  if (form?.has('XFA')) return true;
  const look = await file.resolve(form?.get('DA'));
  const isSaid = look instanceof Text && look.bytes.length > 0;
  if (!isSaid && one.name === unsaid) return true;
  const seen = new Set<Value>();
  for (const num of file.numbers()) if (await isIn(file, await file.object(num), one, seen)) return true;
  return false;
}
