import type { FirmSave } from '../../src/contract/firm.ts';
import type { ApprovedCaller } from '../access/access.ts';
import type { Queryable } from './db/db.ts';
import { addAuditEntry } from './users/audit.ts';

/** Before an admin saves it, everything is empty. */
export type Firm = FirmSave;

/** Returns what the firm calls itself. */
export async function readFirm(db: Queryable): Promise<Firm> {
  const [firm] = await db.query<Firm>('select name, address, color from firm');
  return firm ?? { name: '', address: '', color: '' };
}

/** Saves what the firm calls itself (POST /firm/save). Must run in a transaction; `now` in seconds. */
export async function saveFirm(
  db: Queryable,
  caller: ApprovedCaller,
  firm: Firm,
  { now, requestId }: { now: number; requestId: string },
): Promise<Firm> {
  await db.query('lock table firm in share row exclusive mode');
  const before = await readFirm(db);
  await db.query(
    `insert into firm (name, address, color) values ($1, $2, $3)
      on conflict (is_one) do update set name = excluded.name, address = excluded.address, color = excluded.color`,
    [firm.name, firm.address, firm.color],
  );
  const changes = (['name', 'address', 'color'] as const)
    .filter((field) => before[field] !== firm[field])
    .map((field) => ({ field, from: before[field], to: firm[field] }));
  if (changes.length > 0)
    await addAuditEntry(db, {
      ...{ actor: caller.email, action: 'change-firm', subject: '', detail: { changes } },
      ...{ created: now, requestId },
    });
  return firm;
}
