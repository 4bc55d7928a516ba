import type { PdfFile } from './PdfFile.ts';
import { isDict, isSame, Ref, type Value } from './values.ts';

const maxDepth = 4;

/** Whether two values of two revisions say the same, in whichever objects they stand; what both name by one number is judged by itself. */
export async function isAlike(
  signed: PdfFile,
  then: Value | undefined,
  file: PdfFile,
  now: Value | undefined,
  depth = 0,
): Promise<boolean> {
  if (isSame(then, now)) return true;
  if (depth > maxDepth || !(isDict(then) || then instanceof Ref || now instanceof Ref)) return false;
  const [a, b] = [await signed.resolve(then), await file.resolve(now)];
  if (!isDict(a) || !isDict(b)) return isSame(a, b);
  for (const key of new Set([...a.keys(), ...b.keys()]))
    if (!(await isAlike(signed, a.get(key), file, b.get(key), depth + 1))) return false;
  return true;
}
