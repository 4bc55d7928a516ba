import { purgeDrafts } from './drafts/draftRows.ts';
import { nobody } from './drafts/shareRecord.ts';
import type { Database, SessionRow } from './records/database.ts';
import { dropBytes } from './records/rows.ts';
import type { Token, World } from './sending/world.ts';

/**
 * Who is signed in, as the worker and every page read it. Losing the session is not signing out: records of nobody's session
 * stay where they are, under their owner, and nobody else sees them.
 */

/**
 * Mirrors the signed-in person's token; to be called at every change of it, never with null for a lost session. While a sign-out
 * of this person is not finished, a late call does nothing: what another page then took would be purged.
 */
export async function mirrorSession(db: Database, token: Token): Promise<void> {
  await db.write(['session', 'journal'], async (tx) => {
    const leaving = await tx.objectStore('journal').get('signout');
    if (leaving?.uid === token.uid && !leaving.isDone) return;
    const store = tx.objectStore('session');
    const before = await store.get('current');
    const epoch = (before?.epoch ?? 0) + (before && before.uid !== token.uid ? 1 : 0);
    const { uid, email, idToken, exp } = token;
    await store.put({ uid, email, idToken, exp, epoch }, 'current');
  });
}

/** A token with less left is not begun with: it could run out on the way. */
const leastLeftSeconds = 60;

/** The worker's token: the mirrored one while it holds, else the records are left to a page. */
export async function mirroredToken(
  db: Database,
  world: Pick<World, 'now'>,
): Promise<Token | null | 'later'> {
  const row: SessionRow | undefined = await db.read(['session'], (tx) =>
    tx.objectStore('session').get('current'),
  );
  if (!row || row.uid === '') return null;
  if (row.exp - world.now() / 1000 <= leastLeftSeconds) return 'later';
  return { uid: row.uid, email: row.email, idToken: row.idToken, exp: row.exp };
}

/**
 * The first step of an explicit sign-out: from here on nothing of this person is taken or sent, and a crash finds the
 * journal.
 *
 * @param keep whether what waits and what is typed stays on the device for them
 */
export async function beginSignOut(
  db: Database,
  world: Pick<World, 'now'>,
  uid: string,
  keep: boolean,
): Promise<void> {
  await db.write(
    ['session', 'journal'],
    async (tx) => {
      const session = tx.objectStore('session');
      const epoch = ((await session.get('current'))?.epoch ?? 0) + 1;
      await session.put({ uid: '', email: '', idToken: '', exp: 0, epoch }, 'current');
      await tx.objectStore('journal').put({ uid, at: world.now(), keep }, 'signout');
    },
    'strict',
  );
}

/** Deletes what this person had waiting; rows that cannot be read too, also those that name nobody, which they were shown. */
export async function purgeRecords(db: Database, uid: string): Promise<void> {
  await db.write(['outbox', 'chunks', 'quarantine'], async (tx) => {
    for (const store of ['outbox', 'quarantine'] as const) {
      for (let row = await tx.objectStore(store).openCursor(); row; row = await row.continue()) {
        const value = row.value as { ownerUid?: unknown; row?: unknown; files?: { blobId: string }[] };
        if (value.ownerUid !== uid && (store === 'outbox' || value.ownerUid !== '')) continue;
        const kept = store === 'outbox' ? value : (value.row as typeof value);
        if (Array.isArray(kept.files)) await dropBytes(tx, { files: kept.files as never });
        await row.delete();
      }
    }
  });
}

/** Deletes what this person has typed and not sent. @param email not known to a start that goes on with a sign-out */
export function purgeTyped(db: Database, uid: string, email: string | undefined): Promise<void> {
  return purgeDrafts(db, (row) => row.uid === uid || (row.uid === '' && row.owner === email));
}

/**
 * Everything of this person has left the device, and the provider has let go of them. The journal stays for a while: a
 * browser that is killed now may come back with local storage as it was some seconds ago, and a window that hung may write
 * once more.
 */
export async function markSignedOut(db: Database, uid: string): Promise<void> {
  await db.write(['session', 'journal'], async (tx) => {
    const journal = tx.objectStore('journal');
    const row = await journal.get('signout');
    if (row?.uid === uid) await journal.put({ ...row, isDone: true }, 'signout');
    const session = tx.objectStore('session');
    const current = await session.get('current');
    // Another window mirrored a token while it did not know yet.
    if (current?.uid === uid)
      await session.put({ ...current, uid: '', email: '', idToken: '', exp: 0 }, 'current');
  });
}

/** The last step, after everything else of this person has left the device for good. */
export async function endSignOut(db: Database): Promise<void> {
  await db.write(['journal'], (tx) => tx.objectStore('journal').delete('signout'));
}

/** Whether anything unsent of anybody else lies on this device, by a session that was lost or kept at a sign-out. */
export async function hasOthers(
  db: Database,
  { uid, email }: { uid: string; email: string },
): Promise<boolean> {
  return db.read(['outbox', 'drafts'], async (tx) => {
    const owners = await tx.objectStore('drafts').getAllKeys();
    if (owners.some(([owner]) => owner !== nobody && owner !== email)) return true;
    const lanes = tx.objectStore('outbox').index('lane');
    const others = await Promise.all([
      lanes.getAll(IDBKeyRange.upperBound([uid], true)),
      lanes.getAll(IDBKeyRange.lowerBound([uid, []], true)),
    ]);
    return others.flat().some((row) => (row as { state?: string }).state !== 'acked');
  });
}
