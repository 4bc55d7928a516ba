import { createHash, X509Certificate } from 'node:crypto';
import type { CheckedRequestOf, ResponseOf } from '../../src/contract/calls.ts';
import type { TrustedIssuer } from '../../src/contract/issuers.ts';
import { maxTrustedIssuers } from '../../src/contract/limits.ts';
import type { ApprovedCaller } from '../access/access.ts';
import { invalid } from '../errors/errors.ts';
import type { Queryable } from './db/db.ts';
import { addAuditEntry } from './users/audit.ts';

type Circumstances = { now: number; requestId: string };

/** Returns the certificates that the firm trusts, by name (GET /trusted-issuers). */
export async function listIssuers(db: Queryable): Promise<ResponseOf<'trustedIssuers'>> {
  return db.query<TrustedIssuer>(
    `select fingerprint, name, until::float8 as until, added::float8 as added, certificate
      from trusted_issuers order by lower(name collate names), fingerprint`,
  );
}

const maxNameLength = 200;

/** Reads a certificate. @throws Refusal `invalid` for anything else */
function read(text: string): Pick<TrustedIssuer, 'fingerprint' | 'name' | 'until' | 'certificate'> {
  // Only the first would be trusted, which is rarely the one that is meant.
  if (text.split('-----BEGIN CERTIFICATE').length > 2)
    throw invalid('certificate', 'The file has several certificates. Add each in a file of its own.');
  try {
    const { raw, subject, validTo } = new X509Certificate(
      text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'),
    );
    const part = (key: string) =>
      // Node escapes what RFC 2253 has to, as in “Jane Doe\, P.E.”.
      new RegExp(`^${key}=(.*)$`, 'm').exec(subject)?.[1]?.replace(/\\([ #+,"\\<>;])/g, '$1');
    return {
      fingerprint: createHash('sha256').update(raw).digest('hex'),
      name: (part('CN') ?? part('O') ?? subject.replaceAll('\n', ', ')).slice(0, maxNameLength),
      until: Math.floor(Date.parse(validTo) / 1000),
      certificate: raw.toString('base64'),
    };
  } catch {
    throw invalid('certificate', 'Choose a certificate file (.cer, .crt, .der or .pem).');
  }
}

async function audit(
  db: Queryable,
  caller: ApprovedCaller,
  change: { from: string; to: string },
  { now, requestId }: Circumstances,
): Promise<void> {
  await addAuditEntry(db, {
    actor: caller.email,
    action: 'change-issuers',
    subject: '',
    detail: { changes: [{ field: 'name', ...change }] },
    created: now,
    requestId,
  });
}

/**
 * Adds a certificate (POST /trusted-issuers/add). Must run in a transaction.
 *
 * @throws Refusal `invalid` for what is none, or one too many
 */
export async function addIssuer(
  db: Queryable,
  caller: ApprovedCaller,
  { certificate }: CheckedRequestOf<'addTrustedIssuer'>,
  circumstances: Circumstances,
): Promise<ResponseOf<'addTrustedIssuer'>> {
  const issuer = read(certificate);
  await db.query('lock table trusted_issuers in share row exclusive mode');
  const known = await listIssuers(db);
  if (known.some(({ fingerprint }) => fingerprint === issuer.fingerprint)) return known;
  if (known.length >= maxTrustedIssuers)
    throw invalid('certificate', `At most ${maxTrustedIssuers} certificates can be trusted.`);
  await db.query(
    'insert into trusted_issuers (fingerprint, name, until, added, certificate) values ($1, $2, $3, $4, $5)',
    [issuer.fingerprint, issuer.name, issuer.until, circumstances.now, issuer.certificate],
  );
  await audit(db, caller, { from: '', to: issuer.name }, circumstances);
  return listIssuers(db);
}

/** Removes a certificate (POST /trusted-issuers/remove); one that is gone stays gone. Must run in a transaction. */
export async function removeIssuer(
  db: Queryable,
  caller: ApprovedCaller,
  { fingerprint }: CheckedRequestOf<'removeTrustedIssuer'>,
  circumstances: Circumstances,
): Promise<ResponseOf<'removeTrustedIssuer'>> {
  const [removed] = await db.query<{ name: string }>(
    'delete from trusted_issuers where fingerprint = $1 returning name',
    [fingerprint],
  );
  if (removed) await audit(db, caller, { from: removed.name, to: '' }, circumstances);
  return listIssuers(db);
}
