import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { serverActor } from '../../src/contract/audit.ts';
import type { Transaction } from '../data/db/db.ts';
import { addErasure, emailOfPerson, isErasureKnown } from '../data/users/erasures.ts';
import { StartError } from '../errors/startError.ts';
import { eraseAndRecord } from '../users/userErasure.ts';
import { backupPaths } from './manifest.ts';

/** A row of a backup's `rows/erasures.jsonl`. */
const ErasureRow = v.object({
  pseudonym: v.string(),
  uid_hash: v.nullable(v.string()),
  person: v.string(),
  erased: v.number(),
  company_kept: v.boolean(),
});
type ErasureRow = v.InferOutput<typeof ErasureRow>;

async function listIn(folder: string): Promise<ErasureRow[]> {
  const file = backupPaths(folder).rows('erasures');
  if (!existsSync(file)) throw new StartError(`No list of deleted users found in ${folder}.`);
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const rows = v.safeParse(
    v.array(ErasureRow),
    lines.map((line) => JSON.parse(line)),
  );
  if (!rows.success) throw new StartError(`Couldn’t read the list of deleted users in ${folder}.`);
  return rows.output;
}

/**
 * Erases again the users who were erased after the restored backup was made, by the list in a later backup. The list contains no
 * names: users, and who was only invited or expected then, are found by their random id.
 *
 * @param folder of the later backup
 * @param now epoch seconds
 * @returns the number of erased users
 */
export async function replayErasures(tx: Transaction, folder: string, now: number): Promise<number> {
  let count = 0;
  for (const { pseudonym, uid_hash, person, erased, company_kept } of await listIn(folder)) {
    if (await isErasureKnown(tx, pseudonym)) continue;
    const email = await emailOfPerson(tx, person);
    if (email === null) {
      // A user who registered and was erased after the backup: their account stays locked out.
      await addErasure(tx, { pseudonym, uidHash: uid_hash, person, erased, companyKept: company_kept });
      continue;
    }
    const order = {
      email,
      pseudonym,
      keepCompany: company_kept,
      deletesAccount: false,
      actor: serverActor,
      now,
    };
    await eraseAndRecord(tx, order);
    count += 1;
  }
  return count;
}
