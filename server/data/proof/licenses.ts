import type { ResponseOf } from '../../../src/contract/calls.ts';
import type { LicenseSave } from '../../../src/contract/proof/license.ts';
import type { License } from '../../../src/contract/proof/proof.ts';
import type { ApprovedCaller } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { addAuditEntry } from '../users/audit.ts';

const columns = 'license_id as "licenseId", email, name, state, number, discipline, expires';

/** Most licenses of all users together: what every device of staff reads. */
const maxLicenses = 1000;

/** Returns the licenses of all users, by state. */
export async function listLicenses(db: Queryable): Promise<ResponseOf<'licenses'>> {
  return {
    licenses: await db.query<License>(
      `select ${columns} from licenses order by state, lower(name collate names), number`,
    ),
  };
}

/** Returns a license, or null. */
export async function licenseById(db: Queryable, licenseId: string): Promise<License | null> {
  const [license] = await db.query<License>(`select ${columns} from licenses where license_id = $1`, [
    licenseId,
  ]);
  return license ?? null;
}

/** "FL PE 12345", as the audit trail has it. */
function licenseText({ state, number }: Pick<License, 'state' | 'number'>): string {
  return `${state} ${number}`;
}

/**
 * Adds, changes or removes a license (POST /licenses/save). Must run in a transaction; `now` in seconds.
 *
 * @throws Refusal `not-found` for a user who is not there, or a license of another user
 */
export async function saveLicense(
  db: Queryable,
  caller: ApprovedCaller,
  { licenseId, email, license }: LicenseSave,
  { now, requestId }: { now: number; requestId: string },
): Promise<ResponseOf<'saveLicense'>> {
  const [user] = await db.query('select 1 from users where email = $1 for key share', [email]);
  const before = await licenseById(db, licenseId);
  if (!user || (before && before.email !== email)) throw new Refusal('not-found');
  if (license) {
    const [count] = await db.query<{ all: number }>('select count(*) as "all" from licenses');
    if (!before && (count?.all ?? 0) >= maxLicenses)
      throw new Refusal('invalid', { message: `There can be at most ${maxLicenses} licenses.` });
    const { name, state, number, discipline, expires } = license;
    await db.query(
      `insert into licenses (license_id, email, name, state, number, discipline, expires)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (license_id) do update set name = excluded.name,
          state = excluded.state, number = excluded.number, discipline = excluded.discipline, expires = excluded.expires`,
      [licenseId, email, name, state, number, discipline, expires],
    );
  } else await db.query('delete from licenses where license_id = $1', [licenseId]);
  const from = before ? licenseText(before) : '';
  const to = license ? licenseText(license) : '';
  await addAuditEntry(db, {
    actor: caller.email,
    action: 'edit-profile',
    subject: email,
    detail: { changes: [{ field: 'license', from, to }] },
    created: now,
    requestId,
  });
  return listLicenses(db);
}
