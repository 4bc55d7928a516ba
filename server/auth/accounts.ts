import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { StartError } from '../startError.ts';

/** Deletes an account at the identity provider; succeeds if it no longer exists. @param uid the provider's id */
export type DeleteAccount = (uid: string) => Promise<void>;

const timeoutMs = 8000;
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

async function deleteAt(base: string, projectId: string, bearer: string, uid: string): Promise<void> {
  const response = await fetch(`${base}/v1/projects/${encodeURIComponent(projectId)}/accounts:delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return;
  if (v.is(Failed, answer) && answer.error.message.startsWith('USER_NOT_FOUND')) return;
  throw new Error(`The identity provider answered ${response.status} to the deletion of an account.`);
}

/** Deletes accounts of the Auth emulator, which accepts `owner` as credentials. */
export function emulatorAccounts({ url, projectId }: { url: string; projectId: string }): DeleteAccount {
  return (uid) => deleteAt(`${url}/identitytoolkit.googleapis.com`, projectId, 'owner', uid);
}

async function accessToken(account: ServiceAccount): Promise<string> {
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
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`Google answered ${response.status} to the service account.`);
  return v.parse(Granted, await response.json()).access_token;
}

/**
 * Deletes accounts of a Firebase project, with a service account.
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
}): DeleteAccount {
  const account = keyIn(keyFile);
  return async (uid) => deleteAt(base, projectId, await accessToken(account), uid);
}

function keyIn(keyFile: string): ServiceAccount {
  try {
    return v.parse(ServiceAccount, JSON.parse(readFileSync(keyFile, 'utf8')));
  } catch {
    throw new StartError('FIREBASE_SERVICE_ACCOUNT must be the path to a service account key file (JSON).');
  }
}

/** Returns the configured way to delete accounts; null when an operator has to do it in the Firebase console. */
export function accountDeleterOf({ identity, serviceAccount }: Config): DeleteAccount | null {
  const { projectId } = identity;
  if (identity.kind === 'emulator')
    return emulatorAccounts({ url: `http://127.0.0.1:${identity.port}`, projectId });
  return serviceAccount === '' ? null : firebaseAccounts({ projectId, keyFile: serviceAccount });
}
