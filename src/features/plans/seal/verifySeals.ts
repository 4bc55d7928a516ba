import { Certificate } from './cms/Certificate.ts';
import { SignedData } from './cms/SignedData.ts';
import { Doubt } from './Doubt.ts';
import { type Field, type FoundSignature, fieldsOf, signaturesOf } from './pdf/fields.ts';
import { isVisible } from './pdf/isVisible.ts';
import { PdfFile } from './pdf/PdfFile.ts';
import { Text } from './pdf/values.ts';
import { reportOf, unreadable } from './reportOf.ts';
import { revocationDataOf } from './revocationData.ts';
import type { Seal, SealReport } from './Seal.ts';
import { sealOf } from './sealOf.ts';

/** What the signatures of a document are checked with. */
export type Means = {
  /** Certificates that the firm trusts (DER); null where they are not on this device. */
  issuers: readonly Uint8Array[] | null;
  /** Milliseconds. */
  now: number;
  /** How many signatures another reader has found: one that finds fewer has not seen all. */
  expected?: number;
};

/** One that cannot be read proves nothing. */
function readIssuers(issuers: readonly Uint8Array[]): Certificate[] {
  return issuers.flatMap((bytes) => {
    try {
      return [Certificate.decode(bytes)];
    } catch {
      return [];
    }
  });
}

/** More than the signers of a document have, with all issuers between. */
const maxCertificates = 400;

/** Returns the certificates that a signature brings, by which others of the document may come from an issuer too. */
function certificatesIn({ dict }: FoundSignature): readonly Certificate[] {
  const contents = dict.get('Contents');
  try {
    return contents instanceof Text ? SignedData.ofContents(contents.bytes, []).certificates : [];
  } catch {
    return [];
  }
}

const endOf = ({ dict }: FoundSignature): number => {
  const range = dict.get('ByteRange');
  return Array.isArray(range) && typeof range[2] === 'number' && typeof range[3] === 'number'
    ? range[2] + range[3]
    : 0;
};

/** Counts the places for a signature that nobody signed, and those that look as if somebody had. */
async function countPlaces(file: PdfFile, fields: readonly Field[]) {
  const empty = fields.filter(
    (field) => field.type === 'Sig' && field.isTerminal && field.value === undefined,
  );
  const drawn = await Promise.all(empty.map(({ dict }) => isVisible(file, dict)));
  return { emptyFields: empty.length, drawnFields: drawn.filter(Boolean).length };
}

const rangeName = new TextEncoder().encode('/ByteRange');

/** Whether a file may have a signature: what it covers stands in the file as it is, also in one that is protected. */
function mayBeSigned(bytes: Uint8Array): boolean {
  const [first = 0] = rangeName;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (rangeName.every((byte, place) => bytes[at + place] === byte)) return true;
  return false;
}

/** Verifies all signatures of a PDF. Nothing but these bytes and the firm’s certificates is looked at. */
export async function verifySeals(
  bytes: Uint8Array<ArrayBuffer>,
  { issuers, now, expected = 0 }: Means,
): Promise<SealReport> {
  try {
    const file = await PdfFile.open(bytes);
    const fields = await fieldsOf(file);
    const found = await signaturesOf(file, fields);
    if (found.length < expected) throw new Doubt('damaged');
    const trusted = issuers && readIssuers(issuers);
    const stored = await revocationDataOf(file);
    const all = [...stored.certificates, ...found.flatMap(certificatesIn)].slice(0, maxCertificates);
    const isFirst = (one: Certificate, at: number) => all.findIndex((other) => other.isSame(one)) === at;
    const revocation = { ...stored, certificates: all.filter(isFirst) };
    const seals: Seal[] = [];
    for (const signature of found.toSorted((a, b) => endOf(b) - endOf(a)))
      seals.push(await sealOf(file, signature, { trusted, now, revocation }));
    return reportOf(seals, await countPlaces(file, fields));
  } catch (error) {
    if (expected > 0 || mayBeSigned(bytes)) return unreadable(error);
    const sentence = 'No signature was found, but not all of the file could be read.';
    return { verdict: 'unchecked', sentence, seals: [], emptyFields: 0, drawnFields: 0 };
  }
}
