import { generateKeyPairSync, hash, sign } from 'node:crypto';
import type { FirmKey } from '../../../src/contract/proof/proof.ts';
import type { Queryable } from '../db/db.ts';

type Row = {
  place: number;
  public_key: string;
  private_key: string;
  signs_from: number;
  revoked: number | null;
};

/** How long a new key is known before it signs, so that devices which are rarely online have it by then. */
const overlapSeconds = 7 * 86_400;

function newPair(): { publicKey: string; privateKey: string } {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { publicKey: x, privateKey: d };
}

async function addKey(db: Queryable, place: number, signsFrom: number): Promise<void> {
  const { publicKey, privateKey } = newPair();
  await db.query(
    `insert into firm_keys (place, public_key, private_key, signs_from) values ($1, $2, $3, $4)
      on conflict (place) do nothing`,
    [place, publicKey, privateKey, signsFrom],
  );
}

const read = (db: Queryable) => db.query<Row>('select * from firm_keys order by place');

/**
 * Makes the firm's first pair of keys, once for all processes. Stored in the database, because processes share nothing else; the embedded
 * database is in the data folder, which only its owner may open. `now` in seconds.
 */
export async function makeFirstKey(db: Queryable, now: number): Promise<void> {
  const [row] = await db.query('select 1 from firm_keys limit 1');
  if (!row) await addKey(db, 1, now);
}

/** Returns how statements name a public key. */
function keyIdOf(publicKey: string): string {
  return hash('sha256', publicKey, 'buffer').subarray(0, 4).toString('base64url');
}

/** Returns the public keys of all times, the oldest first. */
export async function firmKeys(db: Queryable): Promise<FirmKey[]> {
  const rows = await read(db);
  return rows.map(({ public_key: publicKey, signs_from: from, revoked }, index) => ({
    id: keyIdOf(publicKey),
    publicKey,
    from,
    until: rows[index + 1]?.signs_from ?? null,
    revoked: revoked !== null,
  }));
}

/** Signs texts as the firm. */
export type Signer = { keyId: string; sign: (text: string) => string };

/** Returns the signer with the key that signs now, and deletes the private keys before it. @param now in seconds */
export async function firmSigner(db: Queryable, now: number): Promise<Signer> {
  const rows = await read(db);
  const current = rows.findLast(({ signs_from, revoked }) => signs_from <= now && revoked === null);
  if (!current?.private_key) throw new Error('The firm has no key that signs.');
  const key = { kty: 'OKP', crv: 'Ed25519', x: current.public_key, d: current.private_key };
  return {
    keyId: keyIdOf(current.public_key),
    /** Returns the text with its signature behind a dot. */
    sign: (text) => `${text}.${sign(null, Buffer.from(text), { key, format: 'jwk' }).toString('base64url')}`,
  };
}

/**
 * Adds a pair of keys: it is known at once, and takes over a week later, or at once where the present one was stolen, which then counts
 * for nothing any more. Private keys that sign no more are deleted. Must run in a transaction; `now` in seconds.
 *
 * @returns when the new pair takes over, in seconds
 */
export async function rotateKeys(
  db: Queryable,
  { stolen, now }: { stolen: boolean; now: number },
): Promise<number> {
  await db.query('lock table firm_keys in exclusive mode');
  const rows = await read(db);
  const last = rows.at(-1)?.place ?? 0;
  if (stolen) await db.query('update firm_keys set revoked = $1 where revoked is null', [now]);
  const signsFrom = stolen ? now : now + overlapSeconds;
  await addKey(db, last + 1, signsFrom);
  const current =
    rows.findLast(({ signs_from, revoked }) => signs_from <= now && revoked === null)?.place ?? 0;
  await db.query("update firm_keys set private_key = '' where place < $1", [stolen ? last + 1 : current]);
  return signsFrom;
}
