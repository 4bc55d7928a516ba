import { Refusal } from '../errors/errors.ts';
import { type Choice, isLater, type StoredChoice, withChoice } from './choice.ts';
import type { Queryable } from './db/db.ts';

/** Rows that users save whole under ids of their own making, some of which others read too: saved replies, named views. */

const ids = { saved_replies: 'reply_id', saved_views: 'view_id' } as const;

export type OwnedRow = { owner: string; name: string; removed: boolean; chosen: StoredChoice | null };

type Save = {
  table: keyof typeof ids;
  id: string;
  /** Of a new one. */
  owner: string;
  choice: Choice;
  /** Whether it is removed. */
  removed: boolean;
};

type Rules<Row> = {
  /** How many there may be of one owner. */
  most: number;
  /** Names them. */
  many: string;
  /** Throws unless the caller may change it. @param row the one to change, or the owner of a new one */
  mustMayChange: (row: Pick<OwnedRow, 'owner'> & Partial<Row>) => void;
};

/**
 * Begins to save a row: one that exists stays whose it is. Must run in a transaction.
 *
 * @returns the row as it is and what is stored with the save as `chosen`; null where a later save is stored already
 * @throws Refusal `invalid` when there would be too many
 */
export async function beginSave<Row extends OwnedRow>(
  db: Queryable,
  { table, id, owner: ownerOfNew, choice, removed }: Save,
  { most, many, mustMayChange }: Rules<Row>,
): Promise<{ known: Row | undefined; owner: string; chosen: string } | null> {
  // Two that are added at once must not both find the last free place.
  await db.query(`lock table ${table} in share row exclusive mode`);
  const [known] = await db.query<Row>(`select * from ${table} where ${ids[table]} = $1`, [id]);
  const owner = known?.owner ?? ownerOfNew;
  mustMayChange(known ?? ({ owner } as Pick<OwnedRow, 'owner'> & Partial<Row>));
  const counts = isLater(choice, known?.chosen);
  const chosen = JSON.stringify(withChoice(choice, known?.chosen, counts));
  if (!counts) {
    await db.query(`update ${table} set chosen = $2::jsonb where ${ids[table]} = $1`, [id, chosen]);
    return null;
  }
  if (!removed && (!known || known.removed)) {
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      `select count(*) as count from ${table} where owner = $1 and not removed`,
      [owner],
    );
    if (count >= most) throw new Refusal('invalid', { message: `There can be at most ${most} ${many}.` });
  }
  return { known, owner, chosen };
}
