import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import type { Identity } from '../access/access.ts';
import { Refusal, Unavailable } from '../errors/errors.ts';

/** Resolves with the token's owner. Throws `unauthorized`, or `Unavailable` while the provider's keys cannot be fetched. */
export type VerifyToken = (token: string) => Promise<Identity>;

/** Google's published keys for ID tokens of Firebase. */
const publishedKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const clockToleranceSeconds = 5;
const keyTimeoutMs = 4000;
/** How long Google allows its keys to be cached. An unknown key is fetched at once. */
const keysCacheMs = 6 * 3_600_000;

/** The claims of an ID token beside the registered ones. */
const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string(), ''),
  email_verified: v.optional(v.boolean(), false),
});

function claimsOf(projectId: string) {
  return {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'iat', 'sub'],
  };
}

function identityOf(payload: JWTPayload, nowMs: number): Identity {
  const claims = v.parse(Claims, payload);
  const latest = nowMs / 1000 + clockToleranceSeconds;
  if (claims.auth_time > latest || claims.iat > latest) throw new Refusal('unauthorized');
  return {
    uid: claims.sub,
    email: claims.email.toLowerCase(),
    verified: claims.email_verified,
    signedIn: claims.auth_time,
    expires: claims.exp,
  };
}

/** Returns whether verification failed because the keys could not be fetched or parsed, and not because of the token. */
function isKeyTrouble(error: unknown): boolean {
  if (error instanceof joseErrors.JWKSTimeout || error instanceof joseErrors.JWKSInvalid) return true;
  // jose throws this for a response that is not 200 or not JSON, and passes on errors of `fetch`.
  return error instanceof joseErrors.JOSEError
    ? error.code === 'ERR_JOSE_GENERIC'
    : error instanceof TypeError && error.message === 'fetch failed';
}

function refusing(verify: (token: string) => Promise<Identity>): VerifyToken {
  return async (token) => {
    try {
      return await verify(token);
    } catch (error) {
      throw isKeyTrouble(error) ? new Unavailable('identity', error) : new Refusal('unauthorized');
    }
  };
}

type Clock = () => number;

/**
 * Verifies ID tokens of a Firebase project as its documentation requires: RS256 with a published key, issuer, audience, expiry, a
 * subject, and a sign-in in the past.
 *
 * @param options.keys address of the key set, when not Google's
 * @param options.now milliseconds since 1970
 */
export function firebaseVerifier(options: { projectId: string; keys?: URL; now?: Clock }): VerifyToken {
  const { projectId, keys = new URL(publishedKeys), now = Date.now } = options;
  const keySet = createRemoteJWKSet(keys, { timeoutDuration: keyTimeoutMs, cacheMaxAge: keysCacheMs });
  return refusing(async (token) => {
    const { payload } = await jwtVerify(token, keySet, {
      ...claimsOf(projectId),
      algorithms: ['RS256'],
      currentDate: new Date(now()),
    });
    return identityOf(payload, now());
  });
}

/**
 * Verifies the unsigned tokens of the Auth emulator: the same claims without a signature. Anyone can forge such a token, so a
 * server that uses this must listen on the loopback address only.
 */
export function emulatorVerifier(projectId: string, now: Clock = Date.now): VerifyToken {
  return refusing(async (token) => {
    const { payload } = UnsecuredJWT.decode(token, { ...claimsOf(projectId), currentDate: new Date(now()) });
    return identityOf(payload, now());
  });
}

/** Returns the token of an `Authorization: Bearer …` header, or undefined when there is none. */
export function presentedBearer(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(header ?? '')?.[1];
}

/** Returns the token of an `Authorization` header. Throws `unauthorized` when there is none. */
export function bearerOf(header: string | undefined): string {
  const token = presentedBearer(header);
  if (token === undefined) throw new Refusal('unauthorized');
  return token;
}
