import { type Database, guardOf } from './database.ts';
import { purgeDrafts } from './draftRows.ts';
import type { Environment, Token } from './environment.ts';
import { filesIn } from './quarantine.ts';
import { dropBytes } from './rows.ts';
import { noOwner } from './shareRecord.ts';
import type { QuarantineRow, SessionRow } from './stores.ts';

/**
 * The session, as the worker and every page read it. Losing the session is not signing out: the records stay, under their owner, and
 * nobody else sees them.
 */

/**
 * Mirrors the signed-in user's token for the worker, at every change of it. Does nothing while a sign-out of this user is not finished:
 * what another page enqueued then would be purged. A token after that means that the user is back, and nothing more is deleted.
 */
export async function mirrorSession(db: Database, token: Token): Promise<void> {
  await db.writeSession(async (tx) => {
    const journal = tx.objectStore('journal');
    const leaving = await journal.get('signout');
    if (leaving?.uid === token.uid && !leaving.isDone) return;
    if (leaving?.uid === token.uid) await journal.delete('signout');
    await journal.delete(guardOf(token.uid));
    const store = tx.objectStore('session');
    const before = await store.get('current');
    const epoch = (before?.epoch ?? 0) + (before && before.uid !== token.uid ? 1 : 0);
    const { uid, email, idToken, exp } = token;
    await store.put({ uid, email, idToken, exp, epoch }, 'current');
  });
}

/** A token that expires sooner is not used: it could expire in flight. */
const minValidSeconds = 60;

/** Returns the worker's token, which is the mirrored one while it is valid; `later` leaves the records to a page. */
export async function mirroredToken(
  db: Database,
  env: Pick<Environment, 'now'>,
): Promise<Token | null | 'later'> {
  const row: SessionRow | undefined = await db.read(['session'], (tx) =>
    tx.objectStore('session').get('current'),
  );
  if (!row || row.uid === '') return null;
  if (row.exp - env.now() / 1000 <= minValidSeconds) return 'later';
  return { uid: row.uid, email: row.email, idToken: row.idToken, exp: row.exp };
}

/**
 * Begins an explicit sign-out: from here on nothing of this user is sent, nor written unless it stays. After a crash, the journal has it
 * finished.
 *
 * @param keep whether queued records and drafts stay on the device for the user
 */
export async function beginSignOut(
  db: Database,
  env: Pick<Environment, 'now'>,
  uid: string,
  keep: boolean,
): Promise<void> {
  await db.writeSession(async (tx) => {
    const session = tx.objectStore('session');
    const epoch = ((await session.get('current'))?.epoch ?? 0) + 1;
    await session.put({ uid: '', email: '', idToken: '', exp: 0, epoch }, 'current');
    const journal = tx.objectStore('journal');
    const row = { uid, at: env.now(), keep };
    await journal.put(row, 'signout');
    if (!keep) await journal.put(row, guardOf(uid));
  }, 'strict');
}

/** Deletes this user's records, and the quarantined rows that they were shown: their own, and those without an owner. */
export async function purgeRecords(db: Database, uid: string): Promise<void> {
  await db.erase(['outbox', 'chunks', 'quarantine', 'devices'], async (tx) => {
    await tx.objectStore('devices').delete(uid);
    const outbox = tx.objectStore('outbox');
    const rows = ((await outbox.getAll()) as { seq: number; ownerUid?: unknown }[]).filter(
      ({ ownerUid }) => ownerUid === uid,
    );
    const quarantine = tx.objectStore('quarantine');
    const aside = ((await quarantine.getAll()) as QuarantineRow[]).filter(
      ({ ownerUid }) => ownerUid === uid || ownerUid === '',
    );
    await dropBytes(tx, { files: [...rows, ...aside.map(({ row }) => row)].flatMap(filesIn) });
    for (const { seq } of rows) await outbox.delete(seq);
    for (const { id } of aside) await quarantine.delete(id);
  });
}

/** Deletes this user's drafts. @param email not known to a start that finishes a sign-out */
export function purgeTyped(db: Database, uid: string, email: string | undefined): Promise<void> {
  return purgeDrafts(db, (row) => row.uid === uid || (row.uid === '' && row.owner === email));
}

/**
 * Notes that everything of this user was deleted, and that the provider has signed them out. The journal stays for a while: a browser
 * that is killed now may come back with older local storage, and a window that hung may write once more.
 */
export async function markSignedOut(db: Database, uid: string): Promise<void> {
  await db.writeSession(async (tx) => {
    const journal = tx.objectStore('journal');
    const row = await journal.get('signout');
    if (row?.uid === uid) await journal.put({ ...row, isDone: true }, 'signout');
    const session = tx.objectStore('session');
    const current = await session.get('current');
    // Another window mirrored a token before it knew.
    if (current?.uid === uid)
      await session.put({ ...current, uid: '', email: '', idToken: '', exp: 0 }, 'current');
  });
}

/** Ends the sign-out, after everything else of this user has left the device for good. */
export async function endSignOut(db: Database): Promise<void> {
  await db.writeSession(async (tx) => {
    const journal = tx.objectStore('journal');
    const row = await journal.get('signout');
    if (row) await journal.delete(guardOf(row.uid));
    await journal.delete('signout');
  });
}

/** Whether this device has anything unsent of other users, from a lost session or stored at a sign-out. */
export async function hasOthers(
  db: Database,
  { uid, email }: { uid: string; email: string },
): Promise<boolean> {
  return db.read(['outbox', 'drafts'], async (tx) => {
    const owners = await tx.objectStore('drafts').getAllKeys();
    if (owners.some(([owner]) => owner !== noOwner && owner !== email)) return true;
    const lanes = tx.objectStore('outbox').index('lane');
    const others = await Promise.all([
      lanes.getAll(IDBKeyRange.upperBound([uid], true)),
      lanes.getAll(IDBKeyRange.lowerBound([uid, []], true)),
    ]);
    return others.flat().some((row) => (row as { state?: string }).state !== 'acked');
  });
}
