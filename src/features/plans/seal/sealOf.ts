import { digest } from './cms/algorithms.ts';
import { sameBytes, tagged, timeOf } from './cms/asn1.ts';
import type { Certificate } from './cms/Certificate.ts';
import { type Revocation, revocationOf } from './cms/revocation.ts';
import { SignedData } from './cms/SignedData.ts';
import { stampedTime, timeIn } from './cms/timestamp.ts';
import { type Chain, findChain } from './cms/trust.ts';
import { Doubt } from './Doubt.ts';
import { changesSince } from './pdf/changes.ts';
import { type Coverage, coverageOf, openSigned } from './pdf/coverage.ts';
import { dateOf } from './pdf/dateOf.ts';
import { type FoundSignature, fieldsOf, signaturesOf } from './pdf/fields.ts';
import type { PdfFile } from './pdf/PdfFile.ts';
import { permissionOf } from './pdf/permissions.ts';
import { Name, Text } from './pdf/values.ts';
import type { StoredData } from './revocationData.ts';
import { blankSeal, type Seal, type SigningTime } from './Seal.ts';

type Means = {
  /** Null where the firm’s list is not on this device. */
  trusted: readonly Certificate[] | null;
  now: number;
  revocation: StoredData;
};

/** What a clock that is set wrongly may be ahead by. */
const clockErrorMs = 24 * 3600 * 1000;
const kinds = ['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached', 'ETSI.RFC3161'];

/** Verifies one signature, each question after the other. Whatever cannot be answered leaves it unchecked. */
export async function sealOf(file: PdfFile, signature: FoundSignature, means: Means): Promise<Seal> {
  const seal: Seal = { ...blankSeal, kind: signature.isTimestamp ? 'timestamp' : 'signature', reasons: [] };
  try {
    await judge(seal, file, signature, means);
  } catch (error) {
    seal.verdict = seal.verdict === 'altered' ? 'altered' : 'unchecked';
    seal.reasons.push(Doubt.of(error, 'damaged-signature').message);
  }
  return seal;
}

async function judge(seal: Seal, file: PdfFile, signature: FoundSignature, means: Means): Promise<void> {
  const subFilter = signature.dict.get('SubFilter');
  const kind = subFilter instanceof Name ? subFilter.name : '';
  if (!kinds.includes(kind)) throw new Doubt('old-kind');
  const coverage = await coverageOf(file, signature);
  if (!coverage) {
    seal.verdict = 'altered';
    seal.reasons.push('The end of the file is missing.');
    return;
  }
  const data = SignedData.ofContents(coverage.contents, means.revocation.certificates);
  describe(seal, data);
  // Whatever signs it, only this hash stands for the file.
  if (kind === 'adbe.pkcs7.sha1' && !seal.weak.includes('SHA-1')) seal.weak.push('SHA-1');
  const isIntact = await onCovered(file.bytes, coverage, (covered) => isOf(data, kind, covered));
  if (!isIntact) {
    seal.verdict = 'altered';
    seal.reasons.push('What the signature covers was changed, or the signature was made for something else.');
    return;
  }
  await judgeChanges(seal, file, signature, coverage);
  const problems = await judgeSigner(seal, data, signature, means);
  seal.reasons.push(...problems);
  if (seal.refused.length > 0) return;
  if (seal.weak.length > 0) throw new Doubt('weak');
  seal.verdict = problems.length > 0 ? 'unproven' : 'genuine';
}

function describe(seal: Seal, data: SignedData): void {
  const { name, organization, issuerName, serial, notBefore, notAfter } = data.signer;
  seal.signer = { name, organization, issuer: issuerName, serial, from: notBefore, to: notAfter };
  seal.algorithms = data.algorithms;
  seal.weak = [...data.weak];
}

/** Has work done on what is covered, in one piece: what is shorter, before or after the hole, is moved to the other for so long. */
async function onCovered<T>(
  bytes: Uint8Array<ArrayBuffer>,
  { holeStart, holeEnd, end }: Coverage,
  work: (covered: Uint8Array<ArrayBuffer>) => Promise<T>,
): Promise<T> {
  const isAfterShorter = end - holeEnd < holeStart;
  const [from, to] = isAfterShorter ? [holeStart, end] : [0, holeEnd];
  const before = bytes.slice(from, to);
  if (isAfterShorter) bytes.copyWithin(holeStart, holeEnd, end);
  else bytes.copyWithin(holeEnd - holeStart, 0, holeStart);
  const start = isAfterShorter ? 0 : holeEnd - holeStart;
  try {
    return await work(bytes.subarray(start, start + holeStart + end - holeEnd));
  } finally {
    bytes.set(before, from);
  }
}

async function isOf(data: SignedData, kind: string, covered: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (kind === 'ETSI.RFC3161') {
    // Throws where it is a timestamp of something else.
    await stampedTime(data, covered);
    return true;
  }
  if (kind === 'adbe.pkcs7.sha1') {
    if (!data.content) throw new Doubt('damaged-signature');
    return sameBytes(data.content, await digest('SHA-1', covered)) && (await data.isOf(data.content));
  }
  if (data.content) throw new Doubt('old-kind');
  return data.isOf(covered);
}

/** Finds what was changed since, and whether that is allowed. */
async function judgeChanges(
  seal: Seal,
  file: PdfFile,
  signature: FoundSignature,
  coverage: Coverage,
): Promise<void> {
  const signed = await openSigned(file, coverage, signature);
  const fields = await fieldsOf(signed);
  const signatures = await signaturesOf(signed, fields);
  const isThere = signatures.some(
    ({ num, fieldNum, dict }) =>
      fieldNum === signature.fieldNum &&
      (num === null ? dict.get('Contents') === signature.dict.get('Contents') : num === signature.num),
  );
  if (!isThere) throw new Doubt('covers-part');
  const permission = await permissionOf(signed, fields, signatures);
  seal.level = permission.level;
  if (signature.num !== null && permission.certifiedBy === signature.num) seal.kind = 'certification';
  seal.covers = signed === file ? 'all' : 'former';
  const { allowed, refused } = await changesSince(signed, file, permission);
  seal.allowed = allowed;
  seal.refused = refused;
  // Whatever cannot be answered about the signer after this.
  if (refused.length > 0) seal.verdict = 'altered';
  seal.reasons.push(...refused.map((change) => `${change} after it was signed.`));
}

/** Finds who signed and when; returns why that is not proven, as sentences. */
async function judgeSigner(
  seal: Seal,
  data: SignedData,
  signature: FoundSignature,
  { trusted: list, now, revocation: stored }: Means,
): Promise<string[]> {
  const trusted = list ?? [];
  const others = [...data.certificates, ...stored.certificates];
  seal.signedAt = await signingTimeOf(data, signature, { trusted, others });
  const { signer } = data;
  const time = seal.signedAt?.time ?? now;
  const isStamped = seal.signedAt?.clock === 'timestamp';
  const problems: string[] = [];
  if (time > now + clockErrorMs) problems.push('Its time lies in the future.');
  const isEarly = time < signer.notBefore;
  if (!signer.isValidAt(time))
    problems.push(
      seal.signedAt
        ? `The certificate was ${isEarly ? 'not valid yet' : 'no longer valid'} when it was used.`
        : `The certificate ${isEarly ? 'isn’t valid yet' : 'has expired'}, and nothing says when it was used.`,
    );
  else if (!isStamped && now > signer.notAfter)
    problems.push(
      'The certificate has expired since, and only the signer’s own clock says that it was signed before.',
    );
  if (seal.kind !== 'timestamp' && !signer.maySignDocuments)
    problems.push('The certificate isn’t one for signing documents.');
  // Who issued it is another question than whether it was used in time.
  const inTime = Math.min(Math.max(time, signer.notBefore), signer.notAfter);
  const chain = await findChain(signer, inTime, { trusted, others });
  if (!list)
    problems.push(
      'Who issued the certificate, and whether it was revoked, wasn’t checked: the list of issuers that the firm trusts isn’t on this device.',
    );
  else if (!chain) problems.push('The certificate doesn’t come from an issuer that your firm trusts.');
  if (!chain) return problems;
  seal.trustedThrough = chain.at(-1)?.name ?? null;
  seal.revocation = await revokedAt(chain, data, stored);
  if (seal.revocation.state === 'revoked' && !(isStamped && seal.revocation.since > time))
    problems.push(`The certificate of ${seal.revocation.name} was revoked.`);
  return problems;
}

function revokedAt(chain: Chain, data: SignedData, stored: StoredData): Promise<Revocation> {
  const own = data.revocation;
  const [lists, answers] = [own && tagged(own, 0), own && tagged(own, 1)];
  return revocationOf(chain, {
    answers: [...stored.answers, ...(answers?.children[0]?.children ?? [])],
    lists: [...stored.lists, ...data.lists, ...(lists?.children[0]?.children ?? [])],
  });
}

/** Returns a timestamp with its time; null of one that is too weak to prove it, or brings no certificate: it takes nothing from what it stamps. */
async function stampOf({ timestamp, signature }: SignedData, others: readonly Certificate[]) {
  if (!timestamp) return null;
  try {
    const stamp = SignedData.decode(timestamp.raw, others);
    return { stamp, time: await stampedTime(stamp, signature) };
  } catch (error) {
    if (error instanceof Doubt && (error.code === 'weak' || error.code === 'no-certificate')) return null;
    throw error;
  }
}

type TimeMeans = { trusted: readonly Certificate[]; others: readonly Certificate[] };

/** Returns when it was signed: by its timestamp, else by what the signer says. */
async function signingTimeOf(
  data: SignedData,
  signature: FoundSignature,
  { trusted, others }: TimeMeans,
): Promise<SigningTime | null> {
  const found = signature.isTimestamp ? { stamp: data, time: timeIn(data) } : await stampOf(data, others);
  if (found) {
    const { stamp, time } = found;
    const chain = await findChain(stamp.signer, time, {
      trusted,
      others: [...others, ...stamp.certificates],
    });
    return { time, clock: chain ? 'timestamp' : 'unknown-timestamp' };
  }
  const own = data.signingTime ? timeOf(data.signingTime) : null;
  const written = signature.dict.get('M');
  const claimed = own ?? (written instanceof Text ? dateOf(written.toString()) : null);
  return claimed === null ? null : { time: claimed, clock: 'signer' };
}
