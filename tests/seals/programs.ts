import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Other programs that sign and verify: OpenSSL, and poppler’s pdfsig with NSS, from Debian’s `poppler-utils` and `libnss3-tools`. */
export type Programs = { folder: string; nss: string };

const run = (program: string, args: readonly string[], cwd?: string) =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

export function setUp(folder: string): Programs {
  for (const program of ['openssl', 'pdfsig', 'certutil', 'pk12util'])
    if (spawnSync(program, ['-v']).error) throw new Error(`It needs ${program}.`);
  const nss = join(folder, 'nss');
  mkdirSync(nss, { recursive: true });
  run('certutil', ['-N', '-d', `sql:${nss}`, '--empty-password']);
  return { folder, nss };
}

/** Has pdfsig trust a certificate (DER). */
export function trustInNss({ folder, nss }: Programs, name: string, certificate: Uint8Array): void {
  const file = join(folder, `${name}.der`);
  writeFileSync(file, certificate);
  run('certutil', ['-A', '-d', `sql:${nss}`, '-n', name, '-t', 'CT,CT,CT', '-i', file]);
}

/** What pdfsig says of the signatures of a file. */
export type PdfsigResult = {
  signatures: { validation: string; trust: string; isTotal: boolean }[];
  said: string;
};

export function askPdfsig({ nss }: Programs, file: string): PdfsigResult {
  const { stdout, stderr } = spawnSync('pdfsig', ['-no-ocsp', '-nssdir', `sql:${nss}`, file], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const signatures = stdout
    .split(/^Signature #/m)
    .slice(1)
    .filter((part) => !part.includes('The signature form field is not signed.'))
    .map((part) => ({
      validation: /- Signature Validation: (.*)/.exec(part)?.[1] ?? '',
      trust: /- Certificate Validation: (.*)/.exec(part)?.[1] ?? '',
      isTotal: /- Total document signed/.test(part),
    }));
  return { signatures, said: `${stdout}\n${stderr}` };
}

/** The kind of content that a code against changes has (1.2.840.113549.1.9.16.1.2). */
const authenticated = Buffer.from('060b2a864886f70d0109100102', 'hex');

/** The signatures of a file as its bytes say, found without reading it as a PDF. */
function rawSignatures(bytes: Buffer): { covered: Buffer; cms: Buffer }[] {
  const found: { covered: Buffer; cms: Buffer }[] = [];
  const text = bytes.toString('latin1');
  for (const match of text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)) {
    const [a, b, c, d] = match.slice(1).map(Number) as [number, number, number, number];
    // Another file inside has signatures, too.
    if (a + b > c || c + d > bytes.length || text[a + b] !== '<') continue;
    const hex = text.slice(a + b, c).replace(/[^0-9A-Fa-f]/g, '');
    const cms = Buffer.from(hex, 'hex');
    // An encrypted file may have a code against changes (ISO 32004), with a range too.
    if (cms.subarray(0, 32).includes(authenticated)) continue;
    found.push({ covered: Buffer.concat([bytes.subarray(a, a + b), bytes.subarray(c, c + d)]), cms });
  }
  return found;
}

/** Cuts off what fills the place of a signature. */
function withoutFilling(cms: Buffer): Buffer {
  const size = cms[1] ?? 0;
  if (size < 128) return cms.subarray(0, 2 + size);
  if (size === 128) return cms;
  const count = size & 127;
  return cms.subarray(0, 2 + count + cms.readUIntBE(2, Math.min(count, 6)));
}

/** The kind of content that a timestamp has (1.2.840.113549.1.9.16.1.4), as it stands in CMS before the certificates. */
const stampContent = Buffer.from('060b2a864886f70d0109100104', 'hex');

const pem = (certificate: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/**
 * Has OpenSSL verify each signature against the bytes that it covers; nothing else of the PDF is looked at but its certificates, for
 * signatures that bring none.
 */
export function askOpenssl(
  { folder }: Programs,
  bytes: Buffer,
  certificates: readonly Uint8Array[],
): boolean[] {
  const known = join(folder, 'known.pem');
  writeFileSync(known, certificates.map(pem).join(''));
  const others = certificates.length > 0 ? ['-certfile', known] : [];
  return rawSignatures(bytes).map(({ covered, cms }) => {
    const [data, signature] = [join(folder, 'covered.bin'), join(folder, 'signature.der')];
    writeFileSync(data, covered);
    writeFileSync(signature, withoutFilling(cms));
    const isStamp = cms.subarray(0, 120).includes(stampContent);
    const content = isStamp ? [] : ['-content', data];
    const out = join(folder, 'content.bin');
    const args = [
      '-binary',
      '-inform',
      'DER',
      '-in',
      signature,
      ...content,
      ...others,
      '-noverify',
      '-out',
      out,
    ];
    const isSigned = spawnSync('openssl', ['cms', '-verify', ...args]).status === 0;
    if (!isStamp) return isSigned;
    const stamped = isSigned ? readFileSync(out) : Buffer.alloc(0);
    return ['sha256', 'sha384', 'sha512'].some((hash) =>
      stamped.includes(createHash(hash).update(covered).digest()),
    );
  });
}
