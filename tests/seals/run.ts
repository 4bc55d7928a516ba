import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfFile } from '../../src/features/plans/seal/pdf/PdfFile.ts';
import { revocationDataOf } from '../../src/features/plans/seal/revocationData.ts';
import type { SealReport } from '../../src/features/plans/seal/Seal.ts';
import { verifySeals } from '../../src/features/plans/seal/verifySeals.ts';
import { genuineCases, otherCases, unprovenCases } from '../support/seals/cases.ts';
import { trust } from '../support/seals/people.ts';
import { OpensslSigner } from './opensslSigner.ts';
import { askOpenssl, askPdfsig, type PdfsigResult, setUp, trustInNss } from './programs.ts';
import { stricter } from './stricter.ts';

/**
 * `npm test -- seals [FOLDER]`: holds what the viewer finds of signatures against pdfsig and OpenSSL, of every signed PDF of a folder (with
 * its trusted issuers, `*.cer`), of documents that these two sign, and of those of the tables, altered ones too. See tests/README.md.
 */
const [folder] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'ev-jobs-seals-'));
const programs = setUp(work);
const signer = new OpensslSigner(programs);
for (const [at, issuer] of trust.issuers.entries()) trustInNss(programs, `board-${at}`, issuer);
if (folder && !existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
const inFolder = (form: RegExp) => (folder ? readdirSync(folder).filter((name) => form.test(name)) : []);
const trusted = inFolder(/\.cer$/).map((name) => readFileSync(join(folder ?? '', name)));
for (const [at, issuer] of trusted.entries()) trustInNss(programs, `folder-${at}`, issuer);
const issuers = [...trust.issuers, signer.issuer, ...trusted];

function* documents(): Generator<[name: string, bytes: Buffer]> {
  for (const one of [...genuineCases, ...unprovenCases, ...otherCases])
    yield [`table: ${one.name}`, one.bytes()];
  yield* signer.documents();
  yield* signer.byPdfsig(programs);
  for (const [name, bytes] of [...signer.documents()].filter((_, at) => at % 4 === 0)) {
    const changed = Buffer.from(bytes);
    changed.write('W12x16', changed.indexOf('W12x26'), 'latin1');
    yield [`${name}, altered`, changed];
  }
  for (const name of inFolder(/\.pdf$/i)) {
    const bytes = readFileSync(join(folder ?? '', name));
    if (bytes.includes('ByteRange')) yield [`folder: ${name}`, bytes];
  }
}

async function certificatesIn(bytes: Buffer): Promise<Uint8Array[]> {
  const stored = await PdfFile.open(new Uint8Array(bytes)).then(revocationDataOf, () => null);
  return stored?.certificates.map(({ raw }) => raw) ?? [];
}

type Outcome = { kind: 'agrees' | 'stricter' | 'unable' | 'FAULT'; why: string };

/** What the other programs cannot do, of what we call genuine. */
const unable = [
  {
    said: /Incorrect password|security handler/,
    why: 'pdfsig cannot open a file that is encrypted so, and OpenSSL verifies it',
  },
  {
    said: /^(?!.*Signature Validation).*The signature form field is not signed/s,
    why: 'pdfsig does not find the signature of a field whose place on the page is an object of its own, and OpenSSL verifies it',
  },
  {
    said: /isn't signed or corrupted|not yet been verified|Unknown Validation Failure/,
    why: 'pdfsig does not know the algorithm or the kind of signature, and OpenSSL verifies it',
  },
];

function compare(report: SealReport, pdfsig: PdfsigResult, openssl: readonly boolean[]): Outcome {
  const isValid = (one: PdfsigResult['signatures'][number]) => one.validation === 'Signature is Valid.';
  const isWhole = pdfsig.signatures.length > 0 && pdfsig.signatures.every(isValid);
  const isIntact = openssl.length > 0 && openssl.every(Boolean);
  if (report.verdict === 'genuine' || report.verdict === 'unproven') {
    if (!isIntact && report.seals.every(({ algorithms }) => !algorithms.includes('Ed25519')))
      return { kind: 'FAULT', why: `OpenSSL refuses what we call ${report.verdict}` };
    if (isWhole) return { kind: 'agrees', why: report.verdict };
    const known = unable.find(({ said }) => said.test(pdfsig.said));
    if (known) return { kind: 'unable', why: known.why };
    return { kind: 'FAULT', why: `pdfsig refuses what we call ${report.verdict}` };
  }
  if (!isWhole && !isIntact) return { kind: 'agrees', why: report.verdict };
  const words = report.seals.flatMap(({ reasons }) => reasons).join(' ');
  if (report.verdict === 'drawn' && pdfsig.signatures.length === 0) return { kind: 'agrees', why: 'drawn' };
  if (/end of the file is missing/.test(words) && !isWhole) return { kind: 'agrees', why: report.verdict };
  const known = stricter.find(({ says }) => says.test(words));
  return known
    ? { kind: 'stricter', why: known.why }
    : { kind: 'FAULT', why: `${report.verdict} without a reason: ${words}` };
}

const counts = new Map<string, number>();
let faults = 0;
let all = 0;
let whole = 0;
try {
  for (const [name, bytes] of documents()) {
    const file = join(work, 'document.pdf');
    writeFileSync(file, bytes);
    const report = await verifySeals(new Uint8Array(bytes), { issuers, now: Date.now() });
    const openssl = askOpenssl(programs, bytes, await certificatesIn(bytes));
    const { kind, why } = compare(report, askPdfsig(programs, file), openssl);
    all += 1;
    if (report.verdict === 'genuine') whole += 1;
    counts.set(`${kind}: ${why}`, (counts.get(`${kind}: ${why}`) ?? 0) + 1);
    if (kind !== 'FAULT') continue;
    faults += 1;
    console.log(`FAULT ${name}: ${why}`);
  }
} finally {
  rmSync(work, { recursive: true });
}
for (const [what, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(5)} ${what}`);
console.log(`${all} documents, ${whole} called genuine, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
