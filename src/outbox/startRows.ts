import type { Database, SessionRow, SignOutRow } from './database.ts';
import type { Token } from './world.ts';

/** What a start of the app has to know of the outbox before anything is shown. */

/** The last token that was mirrored, run out or not; null after a sign-out. */
export async function lastToken(db: Database): Promise<Token | null> {
  const row: SessionRow | undefined = await db.read(['session'], (tx) =>
    tx.objectStore('session').get('current'),
  );
  return row && row.uid !== '' ? row : null;
}

/** A sign-out that a crash interrupted, to be gone on with before anything is shown. */
export function unfinishedSignOut(db: Database): Promise<SignOutRow | undefined> {
  return db.read(['journal'], (tx) => tx.objectStore('journal').get('signout'));
}

/** Whether the person of a sign-out that is done has signed in again: then nothing more is to be taken away. */
export function isBack(row: SignOutRow, token: { uid: string } | null): boolean {
  return row.isDone === true && token?.uid === row.uid;
}

/** Whether anything of anybody waits on this device. */
export async function isAnythingWaiting(db: Database): Promise<boolean> {
  return (await db.read(['outbox'], (tx) => tx.objectStore('outbox').count())) > 0;
}
