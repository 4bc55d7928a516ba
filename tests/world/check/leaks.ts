import { isStaff, type UserType } from '../../../src/contract/enums.ts';
import type { UserName } from '../World.ts';

export type Reader = { name: UserName; userType: UserType };

/**
 * Every text of the world says for whom it is: a client, `staff`, or one of them alone. Returns one that this reader may not see, or null.
 */
export function leakIn(text: string, reader: Reader | null): string | null {
  for (const [found, forWhom] of text.matchAll(/w\d+x \w+ for-(\w+)/g)) {
    const isOfOne = forWhom === 'employee' || forWhom === 'admin';
    const may = reader !== null && ((isStaff(reader.userType) && !isOfOne) || forWhom === reader.name);
    if (!may) return found;
  }
  return null;
}
