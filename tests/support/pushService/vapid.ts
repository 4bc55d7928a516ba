import { importJWK, jwtVerify } from 'jose';

/** A refusal as it is returned to the sender. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const mostSeconds = 24 * 60 * 60;

/**
 * Checks a sender (RFC 8292): `Authorization: vapid t=…, k=…`, signed with the key that the subscription is restricted to,
 * for this service, and for a day at most.
 *
 * @param key of the subscription; null when anyone may send
 * @returns the sender's contact address
 */
export async function checkVapid(
  authorization: string | undefined,
  origin: string,
  key: string | null,
): Promise<string | null> {
  if (!authorization) {
    if (key === null) return null;
    throw new Refused(
      401,
      'This subscription takes pushes of one sender only, and there is no Authorization.',
    );
  }
  const parts = new Map(
    authorization
      .replace(/^vapid\s+/i, '')
      .split(',')
      .map((part) => part.trim().split(/=(.*)/s, 2) as [string, string]),
  );
  const token = parts.get('t');
  const point = Buffer.from(parts.get('k') ?? '', 'base64url');
  if (!/^vapid\s/i.test(authorization) || !token || point.length !== 65) {
    throw new Refused(401, 'Authorization is not of the form "vapid t=…, k=…".');
  }
  if (key !== null && point.toString('base64url') !== key) {
    throw new Refused(403, 'The subscription was made for another key.');
  }
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    const signer = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
    const { payload } = await jwtVerify(token, signer, {
      algorithms: ['ES256'],
      audience: origin,
      requiredClaims: ['exp'],
    });
    if ((payload.exp ?? 0) > Date.now() / 1000 + mostSeconds) throw new Error('it runs longer than a day');
    if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('it names nobody to write to');
    return payload.sub ?? null;
  } catch (error) {
    throw new Refused(403, `The token is refused: ${error instanceof Error ? error.message : error}`);
  }
}
