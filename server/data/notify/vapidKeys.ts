import webPush from 'web-push';
import type { Queryable } from '../db/db.ts';

/** Both base64url: an uncompressed point of P-256, and its private number. */
export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * Returns the VAPID keys, made once: browsers subscribe to one key, so it must be the same in every process and after every start. Stored
 * in the database, because processes share nothing else; the embedded database is in the data folder, which only its owner may open.
 */
export async function vapidKeys(db: Queryable): Promise<VapidKeys> {
  const read = () =>
    db.query<VapidKeys>(`select public_key as "publicKey", private_key as "privateKey" from vapid_keys`);
  const [stored] = await read();
  if (stored) return stored;
  const made = webPush.generateVAPIDKeys();
  await db.query('insert into vapid_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
    made.publicKey,
    made.privateKey,
  ]);
  const [written] = await read();
  if (!written) throw new Error('The VAPID keys were not stored.');
  return written;
}
