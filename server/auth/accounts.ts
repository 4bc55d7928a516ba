import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import { StartError } from '../errors/startError.ts';

/** What the server may change of accounts at the identity provider. `uid`: the provider's id */
export type AccountAdmin = {
  /** Deletes an account; succeeds if it no longer exists. */
  deleteAccount(uid: string): Promise<void>;
  /**
   * Marks this address of an account as verified. It is sent along: an account that has changed its address meanwhile gets this one back,
   * and the new one stays unproven.
   */
  verifyEmail(uid: string, email: string): Promise<void>;
};

const google = 'https://identitytoolkit.googleapis.com';
const scope = 'https://www.googleapis.com/auth/identitytoolkit';

const Failed = v.object({ error: v.object({ message: v.string() }) });
const Granted = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()) });

/** The used fields of a service account key file of Google's console. */
const ServiceAccount = v.object({
  client_email: v.pipe(v.string(), v.nonEmpty()),
  private_key: v.pipe(v.string(), v.nonEmpty()),
  token_uri: v.pipe(v.string(), v.url()),
});
type ServiceAccount = v.InferOutput<typeof ServiceAccount>;

type Project = {
  /** Address of Identity Toolkit. */
  base: string;
  projectId: string;
  bearer(signal: AbortSignal): Promise<string>;
};

/** Changes one account. @throws Error when that was refused, but not where there is `nothing` to do */
async function change(
  { base, projectId, bearer }: Project,
  action: 'delete' | 'update',
  body: { localId: string; email?: string; emailVerified?: true },
  { timeoutMs, nothing }: { timeoutMs: number; nothing?: string },
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`${base}/v1/projects/${encodeURIComponent(projectId)}/accounts:${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bearer(signal)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return;
  if (nothing !== undefined && v.is(Failed, answer) && answer.error.message.startsWith(nothing)) return;
  throw new Error(`The identity provider answered ${response.status} to accounts:${action}.`);
}

function accountAdmin(project: Project): AccountAdmin {
  return {
    deleteAccount: (uid) =>
      change(project, 'delete', { localId: uid }, { timeoutMs: 16_000, nothing: 'USER_NOT_FOUND' }),
    // A user waits for it, whose own time limit is 8 s (§9).
    verifyEmail: (uid, email) =>
      change(project, 'update', { localId: uid, email, emailVerified: true }, { timeoutMs: 5000 }),
  };
}

/** Returns the administration of the Auth emulator, which accepts `owner` as credentials. */
export function emulatorAccounts({ url, projectId }: { url: string; projectId: string }): AccountAdmin {
  const base = `${url}/identitytoolkit.googleapis.com`;
  return accountAdmin({ base, projectId, bearer: async () => 'owner' });
}

async function accessToken(account: ServiceAccount, signal: AbortSignal): Promise<string> {
  const { client_email: issuer, private_key: pem, token_uri: audience } = account;
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(pem, 'RS256'));
  const response = await fetch(audience, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal,
  });
  if (!response.ok) throw new Error(`Google answered ${response.status} to the service account.`);
  return v.parse(Granted, await response.json()).access_token;
}

/**
 * Returns the administration of a Firebase project, by a service account.
 *
 * @param keyFile its JSON key file
 * @param base address of Identity Toolkit, when not Google's
 * @throws StartError when the file is not such a key
 */
export function firebaseAccounts({
  projectId,
  keyFile,
  base = google,
}: {
  projectId: string;
  keyFile: string;
  base?: string;
}): AccountAdmin {
  const account = keyIn(keyFile);
  return accountAdmin({ base, projectId, bearer: (signal) => accessToken(account, signal) });
}

function keyIn(keyFile: string): ServiceAccount {
  try {
    return v.parse(ServiceAccount, JSON.parse(readFileSync(keyFile, 'utf8')));
  } catch {
    throw new StartError('FIREBASE_SERVICE_ACCOUNT must be the path to a service account key file (JSON).');
  }
}
