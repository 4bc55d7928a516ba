import { Doubt } from '../Doubt.ts';
import { checkAdditions } from './additions.ts';
import { type Field, fieldsOf, isTimestamp } from './fields.ts';
import { hasRoom } from './isVisible.ts';
import { Judge } from './Judge.ts';
import type { PdfFile } from './PdfFile.ts';
import type { Permission } from './permissions.ts';
import { namersOf, Roles } from './roles.ts';
import type { Entry } from './table.ts';
import { isSame } from './values.ts';

/** What was done to a file since it was signed, each in a few words. */
export type Changes = {
  /** What the signature allows. */
  allowed: string[];
  /** What it does not. */
  refused: string[];
};

const genOf = (entry: Entry) => (entry.kind === 'at' ? entry.gen : 0);

/** Returns the objects that are not what they were, or were not there. */
async function differing(signed: PdfFile, file: PdfFile): Promise<Set<number>> {
  const found = new Set<number>();
  for (const num of file.numbers()) {
    const [then, now] = [signed.entry(num), file.entry(num)];
    const isUntouched =
      (then.kind === 'at' && now.kind === 'at' && then.offset === now.offset && then.gen === now.gen) ||
      (then.kind === 'free' && now.kind === 'free');
    if (isUntouched) continue;
    // Who names it by its former generation finds nothing any more.
    const isThere = then.kind !== 'free' && now.kind !== 'free';
    if (isThere && genOf(then) !== genOf(now)) throw new Doubt('unknown-change');
    if (!isSame(await signed.object(num), await file.object(num))) found.add(num);
  }
  return found;
}

/**
 * Returns what was changed since a file was signed. Every object that is not what it was must have a purpose that is known, and differ
 * in nothing but what the permission lets differ.
 *
 * @param signed the file as it was signed
 * @throws Doubt where that cannot be told
 */
export async function changesSince(signed: PdfFile, file: PdfFile, permission: Permission): Promise<Changes> {
  if (signed.end === file.end) return { allowed: [], refused: [] };
  if (signed.isProtected || file.isProtected) throw new Doubt('protected');
  await checkAdditions(signed, file);
  const changed = await differing(signed, file);
  // What nothing named when it was signed is new: it counts where something that was there names it now.
  const namers = await namersOf(signed);
  const fields = await fieldsOf(signed);
  const roles = await Roles.of(signed, fields);
  const isSigned = ({ type, value }: Field) => type === 'Sig' && value !== undefined && value !== null;
  const empty = new Set(fields.filter((one) => one.type === 'Sig' && !isSigned(one)).map(({ num }) => num));
  const newlySigned = new Set<number>();
  for (const { num, value, dict } of (await fieldsOf(file)).filter(isSigned)) {
    const signature = await file.dict(value);
    // Nobody vouches for what is drawn where a timestamp is.
    const isDrawnStamp = signature && isTimestamp(signature) && (await hasRoom(file, dict));
    if (num !== null && empty.has(num) && !isDrawnStamp) newlySigned.add(num);
  }
  const judge = new Judge(signed, file, { permission, roles, namers, newlySigned });
  await judge.trailer();
  // The form first: it says which signatures are new.
  const order = [...changed].filter((num) => namers.has(num));
  const rank = (num: number) =>
    ['catalog', 'form', 'fields', 'kids', 'field'].indexOf(roles.of(num)?.is ?? '') >>> 0;
  for (const num of order.toSorted((a, b) => rank(a) - rank(b))) await judge.object(num);
  return judge.changes();
}
