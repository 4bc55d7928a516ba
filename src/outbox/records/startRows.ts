import type { Token } from './environment.ts';
import { openRequest } from './schema.ts';
import type { SessionRow, SignOutRow } from './stores.ts';

/** The state of the outbox that the app needs at its start, before anything is shown. */
export type StartRows = {
  /** A sign-out that a crash interrupted, to be finished first. */
  leaving: SignOutRow | undefined;
  /** The last token that was mirrored, expired or not; null after a sign-out. */
  token: Token | null;
  /**
   * Whether the last write to the session was a sign-out. It was on the disk before local storage was cleared, so it counts also
   * where a killed browser brings local storage back.
   */
  isSignedOut: boolean;
  /** Whether the outbox has no records of the token's user; without a token, of any user. */
  isEmpty: boolean;
};

/** Reads the start rows, over a connection of its own because the outbox is loaded later. */
export function readStartRows(): Promise<StartRows> {
  return new Promise((resolve, reject) => {
    const opening = openRequest(indexedDB);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const tx = db.transaction(['journal', 'session', 'outbox']);
      const leaving: IDBRequest<SignOutRow | undefined> = tx.objectStore('journal').get('signout');
      const session: IDBRequest<SessionRow | undefined> = tx.objectStore('session').get('current');
      const outbox = tx.objectStore('outbox');
      let isEmpty = true;
      session.onsuccess = () => {
        const uid = session.result?.uid;
        const first = outbox.index('lane').openKeyCursor(uid ? IDBKeyRange.bound([uid], [uid, []]) : null);
        first.onsuccess = () => {
          isEmpty = first.result === null;
        };
      };
      tx.oncomplete = () => {
        db.close();
        const isSignedOut = session.result?.uid === '';
        const token = session.result && !isSignedOut ? session.result : null;
        resolve({ leaving: leaving.result, token, isSignedOut, isEmpty });
      };
      tx.onabort = () => {
        db.close();
        reject(tx.error);
      };
    };
  });
}

/**
 * Creates a reader of the last token that was mirrored on this device, for calls before the identity provider is loaded. The first
 * call takes what the start has read, unless a sign-out went on after it.
 */
export function lastTokenReader(atStart: Promise<StartRows>): () => Promise<Token | 'signed-out' | null> {
  let first: Promise<StartRows> | null = atStart;
  return async () => {
    const known = await first?.catch(() => null);
    first = null;
    const { token, isSignedOut } = known && !known.leaving ? known : await readStartRows();
    return isSignedOut ? 'signed-out' : token;
  };
}
