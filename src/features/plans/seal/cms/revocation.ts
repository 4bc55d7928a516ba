import { Doubt } from '../Doubt.ts';
import { algorithmOf, digest, hashOf, isSignedBy } from './algorithms.ts';
import { type Asn, bytesOf, decode, integerOf, is, oidOf, part, sameBytes, tagged, timeOf } from './asn1.ts';
import { Certificate, isSameName, statusPurpose, withHash } from './Certificate.ts';
import type { Chain } from './trust.ts';

/** What a document brings to tell whether certificates were revoked: answers (OCSP, RFC 6960), and lists (CRL, RFC 5280). */
export type RevocationData = { answers: readonly Asn[]; lists: readonly Asn[] };
export type Revocation =
  | { state: 'good'; asOf: number }
  | { state: 'revoked'; since: number; name: string }
  | { state: 'unknown' };

/** Returns when a certificate was revoked; 0, as if it never held, where that cannot be read: the rest of what says so counts. */
export function revokedSince(time: Asn | undefined): number {
  try {
    return timeOf(time);
  } catch (error) {
    if (error instanceof Doubt) return 0;
    throw error;
  }
}

type Found = { isRevoked: boolean; since: number; asOf: number };
const basicAnswer = '1.3.6.1.5.5.7.48.1.1';

/** Returns what the document says of one certificate; null if nothing that holds. */
async function statusOf(
  certificate: Certificate,
  issuer: Certificate,
  { answers, lists }: RevocationData,
): Promise<Found | null> {
  const found: Found[] = [];
  for (const answer of answers) found.push(...(await inAnswer(answer, certificate, issuer).catch(() => [])));
  for (const list of lists) found.push(...(await inList(list, certificate, issuer).catch(() => [])));
  return found.find(({ isRevoked }) => isRevoked) ?? found.toSorted((a, b) => b.asOf - a.asOf)[0] ?? null;
}

async function inAnswer(answer: Asn, certificate: Certificate, issuer: Certificate): Promise<Found[]> {
  if (integerOf(part(answer, 0)) !== '0') return [];
  const response = part(part(answer, 1), 0);
  if (oidOf(part(response, 0)) !== basicAnswer) return [];
  const basic = decode(bytesOf(part(response, 1)));
  const data = part(basic, 0);
  const brought = tagged(basic, 0)?.children[0]?.children.map((one) => new Certificate(one)) ?? [];
  const responders = [issuer];
  for (const one of brought)
    if (one.purposes?.includes(statusPurpose) && one.mayUse(0) && (await one.isIssuedBy(issuer)))
      responders.push(one);
  const algorithm = withHash(algorithmOf(part(basic, 1)));
  const checks = responders.map((one) => isSignedBy(one.spki, algorithm, bytesOf(part(basic, 2)), data.raw));
  const signer = (await Promise.all(checks)).indexOf(true);
  const produced = data.children.findIndex((child) => is(child, 'time'));
  const asOf = timeOf(part(data, produced));
  if (signer < 0 || !responders[signer]?.isValidAt(asOf)) return [];
  const found: Found[] = [];
  for (const single of part(data, produced + 1).children)
    if (await isAbout(part(single, 0), certificate, issuer)) {
      const status = part(single, 1);
      if (status.tag === 0) found.push({ isRevoked: false, since: 0, asOf: timeOf(part(single, 2)) });
      if (status.tag === 1) found.push({ isRevoked: true, since: revokedSince(part(status, 0)), asOf });
    }
  return found;
}

async function isAbout(id: Asn, certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const hash = hashOf(part(id, 0));
  const key = bytesOf(part(issuer.spki, 1));
  return (
    integerOf(part(id, 3)) === certificate.serial &&
    sameBytes(bytesOf(part(id, 1)), await digest(hash, certificate.issuer.raw)) &&
    sameBytes(bytesOf(part(id, 2)), await digest(hash, key))
  );
}

async function inList(list: Asn, certificate: Certificate, issuer: Certificate): Promise<Found[]> {
  const signed = part(list, 0);
  const at = is(signed.children[0], 'integer') ? 1 : 0;
  if (!isSameName(part(signed, at + 1), certificate.issuer) || !issuer.mayUse(6)) return [];
  const algorithm = withHash(algorithmOf(part(list, 1)));
  if (!(await isSignedBy(issuer.spki, algorithm, bytesOf(part(list, 2)), signed.raw))) return [];
  // A list of some certificates only, or of changes only, says nothing of the others.
  const extensions = tagged(signed, 0)?.children[0]?.children ?? [];
  const isPartial = extensions.some(
    (one) => is(one.children[1], 'boolean') && bytesOf(one.children[1])[0] !== 0,
  );
  const asOf = timeOf(part(signed, at + 2));
  const revoked = signed.children.slice(at + 3).find((child) => is(child, 'sequence'));
  const entry = revoked?.children.find((one) => integerOf(part(one, 0)) === certificate.serial);
  if (entry) return [{ isRevoked: true, since: revokedSince(part(entry, 1)), asOf }];
  return isPartial ? [] : [{ isRevoked: false, since: 0, asOf }];
}

/** Returns what the document brings about all certificates of a chain but the trusted one. */
export async function revocationOf(chain: Chain, data: RevocationData): Promise<Revocation> {
  let asOf = Number.POSITIVE_INFINITY;
  let isKnown = chain.length > 1;
  for (const [at, certificate] of chain.slice(0, -1).entries()) {
    const found = await statusOf(certificate, chain[at + 1] as Certificate, data);
    if (found?.isRevoked) return { state: 'revoked', since: found.since, name: certificate.name };
    if (found) asOf = Math.min(asOf, found.asOf);
    else isKnown = false;
  }
  return isKnown ? { state: 'good', asOf } : { state: 'unknown' };
}
