import { fromBase64 } from '../../api/bytes.ts';
import type { FirmKey, FirmSeals } from '../../contract/proof/proof.ts';
import {
  type EndedSeals,
  parseEndedSeals,
  parseStatement,
  type Signed,
  type Statement,
} from '../../contract/proof/statement.ts';
import { sealId } from './digests.ts';

/** The firm's keys; with the list of ended seals where one is known. */
export type Known = Pick<FirmSeals, 'keys'> & { ended?: string };

/** What became of a genuine seal, as far as the list says. `asOf` in seconds; null without a list that counts. */
export type Standing = {
  state: 'current' | 'superseded' | 'withdrawn' | 'unknown';
  by: number | null;
  since: number | null;
  asOf: number | null;
};

/** What the statement in a QR code is worth. */
export type Verdict =
  /** Something else. */
  | { is: 'no-seal' }
  /** It leads to the app of another firm. */
  | { is: 'other-firm'; host: string }
  /** None of the firm's keys that are known signed it. */
  | { is: 'unknown-key' }
  /** It is not what the firm's key has signed. */
  | { is: 'forged' }
  /** The key was stolen, or had already been replaced when this was signed. */
  | { is: 'ended-key' }
  /** The firm’s keys are not known, or this browser cannot check signatures. */
  | { is: 'not-checked' }
  | ({ is: 'genuine'; statement: Statement } & Standing);

/** A list older than this does not say that a seal is current. */
const freshSeconds = 86_400;
/** By how much the clocks of servers may differ. */
const clockSeconds = 300;

/** Whether a key signed a text. @throws where the browser knows no Ed25519 */
async function isSignedBy({ publicKey }: FirmKey, { signed, signature }: Signed): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify']);
  const text = new TextEncoder().encode(signed);
  return crypto.subtle.verify('Ed25519', key, fromBase64(signature), text);
}

/** Whether a key counted at a time (seconds). */
function countedAt({ from, until, revoked }: FirmKey, at: number): boolean {
  return !revoked && at >= from - clockSeconds && (until === null || at <= until + clockSeconds);
}

/** Returns the list of ended seals if a key of the firm signed it, else null: a list that somebody changed counts for nothing. */
async function listOf({ keys, ended = '' }: Known): Promise<EndedSeals | null> {
  const list = parseEndedSeals(ended);
  const key = keys.find(({ id }) => id === list?.keyId);
  return list && key && countedAt(key, list.asOf) && (await isSignedBy(key, list)) ? list : null;
}

async function standingOf(
  { token, issued }: Statement,
  list: EndedSeals | null,
  now: number,
): Promise<Standing> {
  if (!list) return { state: 'unknown', by: null, since: null, asOf: null };
  const { asOf, seals } = list;
  const id = await sealId(token);
  const ended = seals.find((seal) => seal.id === id);
  if (ended) return { ...ended, state: ended.by === null ? 'withdrawn' : 'superseded', asOf };
  const isFresh = asOf >= issued && now - asOf <= freshSeconds;
  return { state: isFresh ? 'current' : 'unknown', by: null, since: null, asOf };
}

/**
 * Checks what a QR code states, without a connection: the signature by the firm's public key, and whether the seal is superseded or
 * withdrawn by the firm's signed list.
 *
 * @param origin of this app
 * @param now in seconds
 */
export async function verify(text: string, known: Known, origin: string, now: number): Promise<Verdict> {
  const read = parseStatement(text);
  if (!read) return { is: 'no-seal' };
  const { signed, signature, ...statement } = read;
  if (statement.origin !== origin) return { is: 'other-firm', host: new URL(statement.origin).host };
  const key = known.keys.find(({ id }) => id === statement.keyId);
  if (!key) return { is: known.keys.length > 0 ? 'unknown-key' : 'not-checked' };
  try {
    if (!(await isSignedBy(key, { signed, signature }))) return { is: 'forged' };
    if (!countedAt(key, statement.issued)) return { is: 'ended-key' };
    return { is: 'genuine', statement, ...(await standingOf(statement, await listOf(known), now)) };
  } catch {
    return { is: 'not-checked' };
  }
}
