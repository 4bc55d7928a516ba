import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPlace } from '../support/seals/cases.ts';
import { SealedPdf } from '../support/seals/SealedPdf.ts';
import { type Programs, trustInNss } from './programs.ts';

type Signer = { certificate: string; key: string };

const keys = {
  'RSA-2048': ['rsa_keygen_bits:2048'],
  'RSA-3072': ['rsa_keygen_bits:3072'],
  'RSA-4096': ['rsa_keygen_bits:4096'],
  'P-256': ['ec_paramgen_curve:P-256'],
  'P-384': ['ec_paramgen_curve:P-384'],
} as const;
type KeyName = keyof typeof keys;

/** Certificates that OpenSSL makes, and signatures of PDFs that it makes with them. */
export class OpensslSigner {
  readonly #folder: string;
  readonly #signers = new Map<string, Signer>();
  readonly #clock: Signer;
  readonly issuer: Buffer;

  constructor(programs: Programs) {
    this.#folder = programs.folder;
    const root = this.#path('root');
    this.#run([
      'req',
      '-x509',
      '-newkey',
      'rsa:3072',
      '-nodes',
      '-keyout',
      `${root}.key`,
      '-out',
      `${root}.pem`,
      '-days',
      '3650',
      '-subj',
      '/O=Test/CN=OpenSSL Root',
      '-addext',
      'keyUsage=critical,keyCertSign,cRLSign',
    ]);
    this.#run(['x509', '-in', `${root}.pem`, '-outform', 'DER', '-out', `${root}.der`]);
    this.issuer = readFileSync(`${root}.der`);
    trustInNss(programs, 'openssl-root', this.issuer);
    this.#clock = this.#issue(
      'clock',
      'P-256',
      'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping',
    );
    writeFileSync(
      this.#path('tsa.cnf'),
      `[tsa]\ndefault_tsa=one\n[one]\nserial=${this.#path('tsa.serial')}\nsigner_cert=${this.#clock.certificate}\nsigner_key=${this.#clock.key}\ncerts=${root}.pem\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256,sha512\ness_cert_id_alg=sha256\n`,
    );
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #run(args: readonly string[]): void {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  #issue(name: string, key: KeyName, extensions: string): Signer {
    const [base, root] = [this.#path(name), this.#path('root')];
    this.#run([
      'genpkey',
      '-algorithm',
      key.startsWith('RSA') ? 'RSA' : 'EC',
      '-pkeyopt',
      keys[key][0],
      '-out',
      `${base}.key`,
    ]);
    this.#run(['req', '-new', '-key', `${base}.key`, '-subj', `/O=Test/CN=${name}`, '-out', `${base}.csr`]);
    writeFileSync(`${base}.ext`, extensions);
    this.#run([
      'x509',
      '-req',
      '-in',
      `${base}.csr`,
      '-CA',
      `${root}.pem`,
      '-CAkey',
      `${root}.key`,
      '-CAcreateserial',
      '-days',
      '900',
      '-extfile',
      `${base}.ext`,
      '-out',
      `${base}.pem`,
    ]);
    return { certificate: `${base}.pem`, key: `${base}.key` };
  }

  signer(key: KeyName): Signer {
    const known = this.#signers.get(key);
    if (known) return known;
    const made = this.#issue(`signer-${key}`, key, 'keyUsage=critical,digitalSignature,nonRepudiation');
    this.#signers.set(key, made);
    return made;
  }

  /** Signs some bytes as a detached CMS. */
  cms(covered: Buffer, key: KeyName, hash: string, isPss: boolean): Buffer {
    const { certificate, key: keyFile } = this.signer(key);
    const [data, out] = [this.#path('to-sign.bin'), this.#path('signed.der')];
    writeFileSync(data, covered);
    const pss = isPss ? ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:digest'] : [];
    this.#run([
      'cms',
      '-sign',
      '-binary',
      '-cades',
      '-outform',
      'DER',
      '-in',
      data,
      '-out',
      out,
      '-signer',
      certificate,
      '-inkey',
      keyFile,
      '-md',
      hash,
      ...pss,
      '-certfile',
      this.#path('root.pem'),
    ]);
    return readFileSync(out);
  }

  /** A timestamp of some bytes by `openssl ts`. */
  timestamp(bytes: Buffer): Buffer {
    const [data, query, out] = ['to-stamp.bin', 'stamp.tsq', 'stamp.der'].map((name) => this.#path(name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(data, bytes);
    this.#run(['ts', '-query', '-data', data, '-sha256', '-cert', '-out', query]);
    this.#run([
      'ts',
      '-reply',
      '-config',
      this.#path('tsa.cnf'),
      '-section',
      'one',
      '-queryfile',
      query,
      '-token_out',
      '-out',
      out,
    ]);
    return readFileSync(out);
  }

  /** All combinations of keys, hashes and shapes, each as its name and its bytes. */
  *documents(): Generator<[name: string, bytes: Buffer]> {
    const shapes = ['one', 'visible', 'certified', 'two', 'three', 'stamped'] as const;
    const all = Object.keys(keys) as KeyName[];
    for (const key of all)
      for (const hash of ['sha1', 'sha256', 'sha384', 'sha512'])
        for (const isPss of key.startsWith('RSA') ? [false, true] : [false])
          for (const shape of shapes) {
            const other = (covered: Buffer) => this.cms(covered, 'P-256', 'sha256', false);
            let pdf = SealedPdf.make().sign({
              isVisible: shape === 'visible',
              ...(shape === 'certified' && { certify: 2 }),
              subFilter: shape === 'one' ? 'ETSI.CAdES.detached' : 'adbe.pkcs7.detached',
              cms: (covered) => this.cms(covered, key, hash, isPss),
            });
            if (shape === 'two' || shape === 'three') pdf = pdf.sign({ field: 'Second', cms: other });
            if (shape === 'three') pdf = pdf.sign({ field: 'Third', isVisible: true, cms: other });
            if (shape === 'stamped')
              pdf = pdf.sign({
                field: 'Time',
                subFilter: 'ETSI.RFC3161',
                cms: (covered) => this.timestamp(covered),
              });
            yield [`openssl ${key}${isPss ? ' PSS' : ''} ${hash} ${shape}`, pdf.bytes];
          }
  }

  /** Documents that pdfsig signs itself, as a program of the field does. */
  *byPdfsig({ nss }: Programs): Generator<[name: string, bytes: Buffer]> {
    for (const key of ['RSA-2048', 'RSA-3072', 'RSA-4096'] as const) {
      const { certificate, key: keyFile } = this.signer(key);
      const bundle = this.#path(`${key}.p12`);
      this.#run([
        'pkcs12',
        '-export',
        '-in',
        certificate,
        '-inkey',
        keyFile,
        '-name',
        `nick-${key}`,
        '-passout',
        'pass:',
        '-out',
        bundle,
      ]);
      execFileSync('pk12util', ['-i', bundle, '-d', `sql:${nss}`, '-W', '', '-K', ''], { stdio: 'ignore' });
      // Into a new field it signs by SHA-256 only.
      const ways = [
        ['-add-signature', '-digest', 'SHA256'],
        ...['SHA1', 'SHA256', 'SHA384', 'SHA512'].flatMap((digest) => [
          ['-sign', 'Place', '-digest', digest],
          ['-sign', 'Place', '-digest', digest, '-etsi'],
        ]),
      ];
      for (const way of ways) {
        const [before, after] = [this.#path('before.pdf'), this.#path('after.pdf')];
        rmSync(after, { force: true });
        writeFileSync(before, (way[0] === '-sign' ? withPlace() : SealedPdf.make()).bytes);
        const args = ['-nssdir', `sql:${nss}`, ...way, '-nick', `nick-${key}`, before, after];
        execFileSync('pdfsig', args, { stdio: 'ignore' });
        yield [`pdfsig ${key} ${way.join(' ')}`, readFileSync(after)];
      }
    }
  }
}
