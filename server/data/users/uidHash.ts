import { hash } from 'node:crypto';

/** What is kept of an identity provider's id when the person may not be known by it any more. Ids are random: nobody guesses one. */
export function uidHash(uid: string): string {
  return hash('sha256', uid);
}
