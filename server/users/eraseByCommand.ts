import { operatorActor } from '../../src/contract/audit.ts';
import type { Database } from '../data/db/db.ts';
import { Refusal } from '../errors/errors.ts';
import { StartError } from '../errors/startError.ts';
import { eraseAndRecord } from './userErasure.ts';

const byItself = 'Their sign-in account will be deleted too.';
const byHandWords = 'Next, delete their sign-in account in the Firebase console (Authentication > Users).';

/**
 * Erases a user on behalf of the operator at the command line.
 *
 * @returns a sentence for the terminal that does not name them
 * @throws StartError when that is not possible
 */
export async function eraseByCommand(
  { db, now, deletesAccount }: { db: Database; now: () => number; deletesAccount: boolean },
  { email, keepCompany }: { email: string; keepCompany: boolean },
): Promise<string> {
  try {
    const order = { email, keepCompany, deletesAccount, actor: operatorActor, now: Math.floor(now() / 1000) };
    const { pseudonym, byHand } = await db.tx((tx) => eraseAndRecord(tx, order));
    return `User deleted. They appear as ${pseudonym} in remaining records. ${byHand ? byHandWords : byItself}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError(error.code === 'not-found' ? `No account found for ${email}.` : error.message);
  }
}
