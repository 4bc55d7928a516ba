import type { World } from '../sending/world.ts';
import type { Database, QuarantineRow } from './database.ts';
import { readRecord } from './record.ts';

/** Moves rows that this version cannot read out of the way: they block nobody, and are kept for a person or a later version. */
export async function setAsideUnreadable(db: Database, world: Pick<World, 'now'>): Promise<number> {
  return db.write(['outbox', 'quarantine'], async (tx) => {
    let count = 0;
    for (let row = await tx.objectStore('outbox').openCursor(); row; row = await row.continue()) {
      if (readRecord(row.value)) continue;
      const { ownerUid } = row.value as { ownerUid?: unknown };
      const owner = typeof ownerUid === 'string' ? ownerUid : '';
      await tx.objectStore('quarantine').add({ at: world.now(), ownerUid: owner, row: row.value });
      await row.delete();
      count += 1;
    }
    return count;
  });
}

/** What was set aside of a person, and what nobody can be named for. */
export async function quarantined(db: Database, uid: string): Promise<QuarantineRow[]> {
  const rows = await db.read(['quarantine'], (tx) => tx.objectStore('quarantine').getAll());
  return (rows as QuarantineRow[]).filter(({ ownerUid }) => ownerUid === uid || ownerUid === '');
}
