import { Doubt } from '../Doubt.ts';
import {
  type Algorithm,
  algorithmOf,
  type Hash,
  isSignedBy,
  type KeyKind,
  keyKindOf,
  weaknessOf,
} from './algorithms.ts';
import { type Asn, bytesOf, decode, integerOf, is, oidOf, part, sameBytes, tagged, timeOf } from './asn1.ts';

const nameParts: Readonly<Record<string, 'name' | 'organization' | 'unit' | 'email'>> = {
  '2.5.4.3': 'name',
  '2.5.4.10': 'organization',
  '2.5.4.11': 'unit',
  '1.2.840.113549.1.9.1': 'email',
};

/** Returns a text of a name, whichever of the encodings for texts it has; null for something else. */
function textOf(pair: Asn): string | null {
  const { value } = (part(pair, 1).block as unknown as { valueBlock: { value?: unknown } }).valueBlock;
  return typeof value === 'string' ? value.trim() : null;
}

/** Whether two names are one: neither the encoding of a text counts, nor case and spaces (RFC 5280, 7.1). */
export function isSameName(one: Asn, other: Asn): boolean {
  const compared = (name: Asn) =>
    name.children.map(({ children }) =>
      children
        .map((pair) => {
          const text = textOf(pair)?.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
          return `${oidOf(part(pair, 0))} ${text ?? part(pair, 1).raw}`;
        })
        .sort(),
    );
  return JSON.stringify(compared(one)) === JSON.stringify(compared(other));
}

/** Returns what a name is read as: the person's or firm's, else whatever it says first. */
function readName(name: Asn): { name: string; organization: string } {
  const found: Partial<Record<string, string>> = {};
  for (const set of name.children)
    for (const pair of set.children)
      found[nameParts[oidOf(part(pair, 0))] ?? 'other'] ??= textOf(pair)?.slice(0, 200) ?? '';
  const { organization = '', unit = '', email = '', other = '' } = found;
  return { name: found.name || organization || unit || email || other, organization };
}

/** What extensions of certificates are read here: one that must be understood and is not is a doubt. */
const understood = new Set([
  '2.5.29.15',
  '2.5.29.19',
  '2.5.29.37',
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.17',
  '2.5.29.32',
]);
/** For signing documents: documents, email, Adobe’s, Microsoft’s, anything. */
const signingPurposes = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '2.5.29.37.0',
]);
export const stampingPurpose = '1.3.6.1.5.5.7.3.8';
export const statusPurpose = '1.3.6.1.5.5.7.3.9';

/** A certificate (X.509, RFC 5280). */
export class Certificate {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly serial: string;
  readonly issuer: Asn;
  readonly subject: Asn;
  readonly spki: Asn;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly name: string;
  readonly organization: string;
  readonly issuerName: string;
  readonly #signed: Asn;
  readonly #algorithm: Asn;
  readonly #signature: Uint8Array<ArrayBuffer>;
  readonly #extensions = new Map<string, { isCritical: boolean; value: Asn }>();

  constructor(asn: Asn) {
    this.raw = asn.raw;
    this.#signed = part(asn, 0);
    this.#algorithm = part(asn, 1);
    this.#signature = bytesOf(part(asn, 2));
    const at = tagged(this.#signed, 0) ? 1 : 0;
    this.serial = integerOf(part(this.#signed, at));
    if (!sameBytes(part(this.#signed, at + 1).raw, this.#algorithm.raw)) throw new Doubt('damaged-signature');
    this.issuer = part(this.#signed, at + 2);
    this.notBefore = timeOf(part(part(this.#signed, at + 3), 0));
    this.notAfter = timeOf(part(part(this.#signed, at + 3), 1));
    this.subject = part(this.#signed, at + 4);
    this.spki = part(this.#signed, at + 5);
    const { name, organization } = readName(this.subject);
    this.name = name;
    this.organization = organization;
    this.issuerName = readName(this.issuer).name;
    for (const extension of tagged(this.#signed, 3)?.children[0]?.children ?? []) {
      const isCritical = is(extension.children[1], 'boolean') && bytesOf(extension.children[1])[0] !== 0;
      const oid = oidOf(part(extension, 0));
      if (this.#extensions.has(oid)) throw new Doubt('damaged-signature');
      this.#extensions.set(oid, { isCritical, value: decode(bytesOf(extension.children.at(-1))) });
    }
  }

  static decode(bytes: Uint8Array): Certificate {
    return new Certificate(decode(bytes));
  }

  get key(): KeyKind {
    return keyKindOf(this.spki);
  }

  extension(oid: string): Asn | undefined {
    return this.#extensions.get(oid)?.value;
  }

  /** Whether it has nothing that must be understood and is not. */
  get isUnderstood(): boolean {
    return [...this.#extensions].every(([oid, { isCritical }]) => !isCritical || understood.has(oid));
  }

  isValidAt(time: number): boolean {
    return this.notBefore <= time && time <= this.notAfter;
  }

  /** Whether the key may be used so, as bits of RFC 5280 count; where nothing is said, it may. */
  mayUse(...bits: readonly number[]): boolean {
    const usage = this.extension('2.5.29.15');
    if (!usage) return true;
    const bytes = bytesOf(usage);
    return bits.some((bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
  }

  /** The purposes that it names; null if it names none. */
  get purposes(): string[] | null {
    return this.extension('2.5.29.37')?.children.map((one) => oidOf(one)) ?? null;
  }

  /** Whether its key is for signing documents. */
  get maySignDocuments(): boolean {
    const { purposes } = this;
    return this.mayUse(0, 1) && (purposes === null || purposes.some((one) => signingPurposes.has(one)));
  }

  /** How many issuers may stand between it and the signer; null if it may issue none. */
  get issues(): number | null {
    const constraints = this.extension('2.5.29.19');
    const [isIssuer, length] = constraints?.children ?? [];
    if (!is(isIssuer, 'boolean') || bytesOf(isIssuer)[0] === 0 || !this.mayUse(5)) return null;
    return length ? Number.parseInt(integerOf(length), 16) : Number.POSITIVE_INFINITY;
  }

  isSame(other: Certificate): boolean {
    return sameBytes(this.raw, other.raw);
  }

  /** Whether another one issued it, by name and signature. */
  async isIssuedBy(issuer: Certificate): Promise<boolean> {
    if (!isSameName(this.issuer, issuer.subject)) return false;
    return this.#check(issuer.spki).catch(() => false);
  }

  async #check(spki: Asn): Promise<boolean> {
    const algorithm = algorithmOf(this.#algorithm);
    return isSignedBy(spki, withHash(algorithm), this.#signature, this.#signed.raw);
  }

  /** Names what is too weak in how it was issued by another. */
  weaknessUnder(issuer: Certificate): string[] {
    return weaknessOf(withHash(algorithmOf(this.#algorithm)).hash, issuer.key);
  }
}

/** Whether one of two algorithms names its hash. Ed25519 has its own. */
export function withHash(algorithm: Algorithm, otherwise?: Hash): Algorithm & { hash: Hash } {
  const hash = algorithm.hash ?? (algorithm.scheme === 'Ed25519' ? 'SHA-512' : otherwise);
  if (!hash) throw new Doubt('algorithm');
  return { ...algorithm, hash };
}
