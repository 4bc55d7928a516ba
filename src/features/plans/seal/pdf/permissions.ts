import type { Field, FoundSignature } from './fields.ts';
import type { PdfFile } from './PdfFile.ts';
import { type Dict, isName, Name, Ref, Text } from './values.ts';

/** What may still be done with a document after it was signed (ISO 32000-2, 12.8.2 and 12.7.5.5). */
export type Permission = {
  /** 1: nothing, 2: fill in and sign, 3: comments too; null where nobody certified it, so that only signing again is left. */
  level: 1 | 2 | 3 | null;
  /** The signature that certified it. */
  certifiedBy: number | null;
  isLocked: (field: string) => boolean;
};

type Lock = { action: string; names: string[] };

async function lockIn(file: PdfFile, dict: Dict): Promise<Lock> {
  const action = await file.resolve(dict.get('Action'));
  const names = await Promise.all((await file.list(dict.get('Fields'))).map((name) => file.resolve(name)));
  return {
    action: action instanceof Name ? action.name : 'All',
    names: names.flatMap((name) => (name instanceof Text ? [name.toString()] : [])),
  };
}

function isLockedBy({ action, names }: Lock, field: string): boolean {
  const isNamed = names.some((name) => field === name || field.startsWith(`${name}.`));
  // A field that says nothing of itself is filled in, and written, as the one above it says.
  const isAbove = field === '' || names.some((name) => name.startsWith(`${field}.`));
  return action === 'Include' ? isNamed || isAbove : action === 'Exclude' ? !isNamed : true;
}

const levelIn = async (file: PdfFile, dict: Dict | null): Promise<number> => {
  const level = await file.resolve(dict?.get('P'));
  return typeof level === 'number' ? level : 2;
};

/** Reads what all signatures of a file together allow: the strictest counts. */
export async function permissionOf(
  file: PdfFile,
  fields: readonly Field[],
  signatures: readonly FoundSignature[],
): Promise<Permission> {
  const perms = await file.dict((await file.catalog()).get('Perms'));
  const certified = perms?.get('DocMDP');
  const levels: number[] = [];
  const locks: Lock[] = [];
  for (const { dict, fieldNum } of signatures) {
    for (const value of await file.list(dict.get('Reference'))) {
      const reference = await file.dict(value);
      const method = await file.resolve(reference?.get('TransformMethod'));
      const parameters = await file.dict(reference?.get('TransformParams'));
      if (isName(method, 'DocMDP')) levels.push(await levelIn(file, parameters));
      if (isName(method, 'FieldMDP') && parameters) locks.push(await lockIn(file, parameters));
    }
    const lock = await file.dict(
      fields.find(({ num }) => num === fieldNum && num !== null)?.dict.get('Lock'),
    );
    if (lock?.has('P')) levels.push(await levelIn(file, lock));
    if (lock) locks.push(await lockIn(file, lock));
  }
  const strictest = Math.min(...levels, 4);
  return {
    level: strictest > 3 ? null : strictest < 2 ? 1 : strictest === 3 ? 3 : 2,
    certifiedBy: certified instanceof Ref ? certified.num : null,
    isLocked: (field) => locks.some((lock) => isLockedBy(lock, field)),
  };
}
