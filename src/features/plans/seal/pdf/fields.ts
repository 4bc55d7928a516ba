import { Doubt } from '../Doubt.ts';
import type { PdfFile } from './PdfFile.ts';
import { type Dict, isDict, isName, Name, Ref, Text, type Value } from './values.ts';

/** A field of the form, or one of the places of a field on a page. */
export type Field = {
  /** Null for one that is no object of its own. */
  num: number | null;
  /** With those above it, as `Owner.Name`. */
  name: string;
  type: string;
  dict: Dict;
  /** Its value, its own or that of the field above it. */
  value: Value | undefined;
  isTerminal: boolean;
};

const maxFields = 20_000;
const maxDepth = 32;

/** Returns all fields of the form, those above before those below. */
export async function fieldsOf(file: PdfFile): Promise<Field[]> {
  const form = await file.dict((await file.catalog()).get('AcroForm'));
  const found: Field[] = [];
  const seen = new Set<number>();

  async function add(
    value: Value,
    above: Omit<Field, 'num' | 'dict' | 'isTerminal'>,
    depth: number,
  ): Promise<void> {
    if (depth > maxDepth || found.length >= maxFields) throw new Doubt('too-large');
    const num = value instanceof Ref ? value.num : null;
    if (num !== null && seen.has(num)) throw new Doubt('damaged');
    if (num !== null) seen.add(num);
    const dict = await file.resolve(value);
    if (!isDict(dict)) return;
    const [title, type, kids] = [
      await file.resolve(dict.get('T')),
      await file.resolve(dict.get('FT')),
      await file.list(dict.get('Kids')),
    ];
    const own = title instanceof Text ? title.toString() : '';
    const field = {
      name: [above.name, own].filter((part) => part !== '').join('.'),
      type: type instanceof Name ? type.name : above.type,
      value: dict.has('V') ? dict.get('V') : above.value,
    };
    found.push({ ...field, num, dict, isTerminal: kids.length === 0 });
    for (const kid of kids) await add(kid, field, depth + 1);
  }

  for (const value of await file.list(form?.get('Fields')))
    await add(value, { name: '', type: '', value: undefined }, 0);
  return found;
}

/** A signature as it stands in a file. */
export type FoundSignature = {
  field: string;
  /** The objects of its field, and of itself; null for one that is no object of its own. */
  fieldNum: number | null;
  num: number | null;
  dict: Dict;
  isTimestamp: boolean;
};

/** Whether a signature is a timestamp, by its own words: whoever made it vouches for nothing that stands in the document. */
export const isTimestamp = (dict: Dict) =>
  isName(dict.get('Type'), 'DocTimeStamp') || isName(dict.get('SubFilter'), 'ETSI.RFC3161');

const maxSignatures = 50;

/** Returns the signatures of a form, one for each field that is signed. */
export async function signaturesOf(file: PdfFile, fields: readonly Field[]): Promise<FoundSignature[]> {
  const found: FoundSignature[] = [];
  for (const { name, num, dict: own, type } of fields) {
    if (type !== 'Sig' || !own.has('V')) continue;
    const value = own.get('V');
    const dict = await file.resolve(value);
    if (dict === null || dict === undefined) continue;
    if (!isDict(dict)) throw new Doubt('damaged');
    if (found.length >= maxSignatures) throw new Doubt('too-large');
    // One that several fields have would pass for several.
    if (value instanceof Ref && found.some((one) => one.num === value.num)) throw new Doubt('damaged');
    found.push({
      field: name,
      fieldNum: num,
      num: value instanceof Ref ? value.num : null,
      dict,
      isTimestamp: isTimestamp(dict),
    });
  }
  return found;
}
