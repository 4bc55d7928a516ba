import type { Profile } from '../../../src/contract/users/user.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';

/** Returns the words by which a user is found. */
export function userWords({
  firstName,
  lastName,
  company,
  email,
}: Pick<Profile, 'firstName' | 'lastName' | 'company' | 'email'>): string[] {
  return indexWordsOf(`${firstName} ${lastName} ${company} ${email}`);
}
