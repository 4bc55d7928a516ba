import { Doubt } from '../Doubt.ts';
import {
  algorithmOf,
  algorithmText,
  digest,
  type Hash,
  hashOf,
  isSignedBy,
  weaknessOf,
} from './algorithms.ts';
import {
  type Asn,
  bytesOf,
  decode,
  decodeFirst,
  integerOf,
  is,
  oidOf,
  part,
  sameBytes,
  tagged,
} from './asn1.ts';
import { Certificate, isSameName, withHash } from './Certificate.ts';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificate2: '1.2.840.113549.1.9.16.2.47',
  timestamp: '1.2.840.113549.1.9.16.2.14',
  revocation: '1.2.840.113583.1.1.8',
} as const;

/** Returns the certificate that a signature names; undefined if there is none. @throws Doubt where several fit */
function findSigner(id: Asn, certificates: readonly Certificate[]): Certificate | undefined {
  const found = certificates.filter((one) => {
    if (is(id, 'sequence'))
      return isSameName(part(id, 0), one.issuer) && integerOf(part(id, 1)) === one.serial;
    const key = one.extension('2.5.29.14');
    return key !== undefined && sameBytes(bytesOf(key), bytesOf(id));
  });
  const [first] = found;
  if (first && found.some((one) => !one.isSame(first))) throw new Doubt('no-certificate');
  return first;
}

/** A signature in the form of CMS (RFC 5652) with its one signer. */
export class SignedData {
  readonly certificates: readonly Certificate[];
  readonly signer: Certificate;
  readonly hash: Hash;
  /** As `SHA-256, RSA, 2048 bits`. */
  readonly algorithms: string;
  /** What is too weak of these. */
  readonly weak: readonly string[];
  readonly contentType: string;
  /** What it carries of what it signs; null where that stands elsewhere. */
  readonly content: Uint8Array<ArrayBuffer> | null;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** Lists of revoked certificates. */
  readonly lists: readonly Asn[];
  readonly #info: Asn;
  readonly #attributes: Asn | undefined;
  readonly #signatureAlgorithm: Asn;

  /** @param others where its signer’s certificate may be, if it brings none */
  constructor(asn: Asn, others: readonly Certificate[] = []) {
    if (oidOf(part(asn, 0)) !== oids.signedData) throw new Doubt('old-kind');
    const data = part(part(asn, 1), 0);
    const sets = data.children.filter((child) => is(child, 'set'));
    const content = part(data, 2);
    this.contentType = oidOf(part(content, 0));
    const carried = tagged(content, 0);
    this.content = carried ? bytesOf(part(carried, 0)) : null;
    this.certificates = (tagged(data, 0)?.children ?? [])
      .filter((one) => is(one, 'sequence'))
      .map((one) => new Certificate(one));
    this.lists = (tagged(data, 1)?.children ?? []).filter((one) => is(one, 'sequence'));
    const signers = sets.at(-1)?.children ?? [];
    if (signers.length !== 1) throw new Doubt(signers.length > 1 ? 'several-signers' : 'damaged-signature');
    this.#info = part(sets.at(-1), 0);
    this.hash = hashOf(part(this.#info, 2));
    const third = part(this.#info, 3);
    this.#attributes = third.tagClass === 'context' && third.tag === 0 ? third : undefined;
    const at = this.#attributes ? 4 : 3;
    this.#signatureAlgorithm = part(this.#info, at);
    this.signature = bytesOf(part(this.#info, at + 1));
    const id = part(this.#info, 1);
    const signer = findSigner(id, this.certificates) ?? findSigner(id, others);
    if (!signer) throw new Doubt('no-certificate');
    this.signer = signer;
    const algorithm = withHash(algorithmOf(this.#signatureAlgorithm), this.hash);
    const { key } = this.signer;
    this.algorithms = algorithmText(this.hash, algorithm.scheme, key);
    this.weak = [...new Set([...weaknessOf(this.hash, key), ...weaknessOf(algorithm.hash, key)])];
  }

  /** Reads one from the place in a PDF, which is filled up with zeros. */
  static ofContents(contents: Uint8Array, others: readonly Certificate[]): SignedData {
    const { value, length } = decodeFirst(contents);
    if (contents.subarray(length).some((byte) => byte !== 0)) throw new Doubt('damaged-signature');
    return new SignedData(value, others);
  }

  static decode(bytes: Uint8Array, others?: readonly Certificate[]): SignedData {
    return new SignedData(decode(bytes), others);
  }

  /** Returns the values of an attribute that was signed, or that was added afterwards. */
  #values(oid: string, set = this.#attributes): readonly Asn[] {
    const found = (set?.children ?? []).filter((one) => oidOf(part(one, 0)) === oid);
    if (found.length > 1) throw new Doubt('damaged-signature');
    return found[0] ? part(found[0], 1).children : [];
  }

  /** When it was made, by the clock of its signer. */
  get signingTime(): Asn | undefined {
    return this.#values(oids.signingTime)[0];
  }

  /** A timestamp of the signature, which was added to it. */
  get timestamp(): Asn | undefined {
    const after = this.#info.children.findLast((one) => one.tagClass === 'context' && one.tag === 1);
    return this.#values(oids.timestamp, after)[0];
  }

  /** What it brings to tell whether its certificates were revoked. */
  get revocation(): Asn | undefined {
    return this.#values(oids.revocation)[0];
  }

  /** Whether what it signs is what these bytes are, and its signer has signed it. @throws Doubt where that cannot be told */
  async isOf(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    const algorithm = withHash(algorithmOf(this.#signatureAlgorithm), this.hash);
    if (algorithm.hash !== this.hash && algorithm.scheme !== 'Ed25519') throw new Doubt('algorithm');
    if (!this.#attributes) return isSignedBy(this.signer.spki, algorithm, this.signature, bytes);
    const [type] = this.#values(oids.contentType);
    const [expected] = this.#values(oids.messageDigest);
    if (!type || oidOf(type) !== this.contentType || !expected) throw new Doubt('damaged-signature');
    const signed = this.#attributes.raw.slice();
    if (signed[1] === 0x80) throw new Doubt('algorithm');
    // What is signed has the tag of a set (RFC 5652, 5.4).
    signed[0] = 0x31;
    const isAuthentic = await isSignedBy(this.signer.spki, algorithm, this.signature, signed);
    const isEqual = sameBytes(bytesOf(expected), await digest(this.hash, bytes));
    if (isAuthentic && isEqual) await this.#checkNamedCertificate();
    return isAuthentic && isEqual;
  }

  /** Checks that its certificate is the one that it was made for (RFC 5035), where it says so. */
  async #checkNamedCertificate(): Promise<void> {
    for (const [oid, otherwise] of [
      [oids.signingCertificate, 'SHA-1'],
      [oids.signingCertificate2, 'SHA-256'],
    ] as const) {
      const [value] = this.#values(oid);
      if (!value) continue;
      const named = part(part(value, 0), 0);
      const hash = is(named.children[0], 'sequence') ? hashOf(part(named, 0)) : otherwise;
      const expected = bytesOf(named.children.find((child) => is(child, 'octets')));
      if (!sameBytes(expected, await digest(hash, this.signer.raw))) throw new Doubt('other-certificate');
    }
  }
}
