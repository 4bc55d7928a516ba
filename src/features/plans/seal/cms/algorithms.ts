import { Doubt } from '../Doubt.ts';
import { type Asn, bytesOf, decode, integerOf, oidOf, part, tagged } from './asn1.ts';

export type Hash = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512' | 'MD5' | 'SHA-224';

const hashes: Readonly<Record<string, Hash>> = {
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
/** Those that a browser calculates. */
const known: ReadonlySet<Hash> = new Set(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']);
const weakHashes: ReadonlySet<Hash> = new Set(['MD5', 'SHA-1']);

type Scheme = 'RSA' | 'RSA-PSS' | 'ECDSA' | 'Ed25519';
/** How something was signed. Without a hash, the one of what was signed counts. */
export type Algorithm = { scheme: Scheme; hash?: Hash; saltLength?: number };

const schemes: Readonly<Record<string, Algorithm>> = {
  '1.2.840.113549.1.1.1': { scheme: 'RSA' },
  '1.2.840.113549.1.1.4': { scheme: 'RSA', hash: 'MD5' },
  '1.2.840.113549.1.1.5': { scheme: 'RSA', hash: 'SHA-1' },
  '1.2.840.113549.1.1.14': { scheme: 'RSA', hash: 'SHA-224' },
  '1.2.840.113549.1.1.11': { scheme: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { scheme: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { scheme: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.4.1': { scheme: 'ECDSA', hash: 'SHA-1' },
  '1.2.840.10045.4.3.1': { scheme: 'ECDSA', hash: 'SHA-224' },
  '1.2.840.10045.4.3.2': { scheme: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { scheme: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { scheme: 'ECDSA', hash: 'SHA-512' },
  '1.3.101.112': { scheme: 'Ed25519' },
};
const pss = '1.2.840.113549.1.1.10';
const mgf1 = '1.2.840.113549.1.1.8';

export function hashOf(identifier: Asn): Hash {
  const found = hashes[oidOf(part(identifier, 0))];
  if (!found) throw new Doubt('algorithm');
  return found;
}

export function algorithmOf(identifier: Asn): Algorithm {
  const oid = oidOf(part(identifier, 0));
  if (oid === pss) return pssOf(identifier);
  const found = schemes[oid];
  if (!found) throw new Doubt('algorithm');
  return found;
}

/** Reads the parameters of RSA-PSS (RFC 4055): of two hashes that differ, browsers know nothing. */
function pssOf(identifier: Asn): Algorithm {
  const parameters = identifier.children[1];
  const own = parameters && tagged(parameters, 0);
  const mask = parameters && tagged(parameters, 1);
  const salt = parameters && tagged(parameters, 2);
  const hash = own ? hashOf(part(own, 0)) : 'SHA-1';
  const maskHash = mask ? hashOf(part(part(mask, 0), 1)) : 'SHA-1';
  if (mask && oidOf(part(part(mask, 0), 0)) !== mgf1) throw new Doubt('algorithm');
  if (maskHash !== hash) throw new Doubt('algorithm');
  return { scheme: 'RSA-PSS', hash, saltLength: salt ? Number.parseInt(integerOf(part(salt, 0)), 16) : 20 };
}

export async function digest(hash: Hash, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!known.has(hash)) throw new Doubt(weakHashes.has(hash) ? 'weak' : 'algorithm');
  return new Uint8Array(await crypto.subtle.digest(hash, bytes));
}

const curves: Readonly<Record<string, { namedCurve: string; bytes: number }>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
};

/** The kind of a key, and how long it is. */
export type KeyKind = { kind: 'RSA' | 'EC' | 'Ed25519'; bits: number; namedCurve?: string; bytes?: number };

/** @param spki a `SubjectPublicKeyInfo` */
export function keyKindOf(spki: Asn): KeyKind {
  const identifier = part(spki, 0);
  const oid = oidOf(part(identifier, 0));
  if (oid === '1.2.840.113549.1.1.1' || oid === pss) {
    const modulus = integerOf(part(decode(bytesOf(part(spki, 1))), 0));
    return { kind: 'RSA', bits: BigInt(`0x${modulus}`).toString(2).length };
  }
  if (oid === '1.3.101.112') return { kind: 'Ed25519', bits: 256 };
  const curve = oid === '1.2.840.10045.2.1' ? curves[oidOf(part(identifier, 1))] : undefined;
  if (!curve) throw new Doubt('algorithm');
  return { kind: 'EC', bits: curve.bytes === 66 ? 521 : curve.bytes * 8, ...curve };
}

/** Names what is too weak to prove anything today; empty if nothing is. */
export function weaknessOf(hash: Hash, { kind, bits }: KeyKind): string[] {
  return [
    ...(weakHashes.has(hash) ? [hash] : []),
    ...(kind === 'RSA' && bits < 2048 ? [`RSA with ${bits} bits`] : []),
  ];
}

export function algorithmText(hash: Hash, scheme: Scheme, { kind, bits, namedCurve }: KeyKind): string {
  const key = kind === 'EC' ? namedCurve : kind === 'RSA' ? `${scheme}, ${bits} bits` : 'Ed25519';
  return `${hash}, ${key}`;
}

/** ECDSA has two numbers of ASN.1 here, and two of a fixed length in browsers. */
function plainEcdsa(signature: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const pair = decode(signature);
  const plain = new Uint8Array(length * 2);
  for (const at of [0, 1]) {
    const hex = integerOf(part(pair, at)).padStart(length * 2, '0');
    if (hex.length > length * 2) throw new Doubt('damaged-signature');
    for (let byte = 0; byte < length; byte += 1)
      plain[at * length + byte] = Number.parseInt(hex.slice(byte * 2, byte * 2 + 2), 16);
  }
  return plain;
}

/** Whether a key has signed some bytes. @throws Doubt where the browser cannot tell */
export async function isSignedBy(
  spki: Asn,
  { scheme, hash, saltLength = 0 }: Algorithm & { hash: Hash },
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = keyKindOf(spki);
  const isFit = key.kind === (scheme === 'ECDSA' ? 'EC' : scheme === 'Ed25519' ? 'Ed25519' : 'RSA');
  if (!isFit) return false;
  if (scheme !== 'Ed25519' && !known.has(hash)) throw new Doubt(weakHashes.has(hash) ? 'weak' : 'algorithm');
  const name = { RSA: 'RSASSA-PKCS1-v1_5', 'RSA-PSS': 'RSA-PSS', ECDSA: 'ECDSA', Ed25519: 'Ed25519' }[scheme];
  const asked = { name, hash, saltLength, ...(key.namedCurve && { namedCurve: key.namedCurve }) };
  const imported = await crypto.subtle.importKey('spki', spki.raw, asked, false, ['verify']).catch(() => {
    throw new Doubt('algorithm');
  });
  const plain = key.kind === 'EC' ? plainEcdsa(signature, key.bytes ?? 0) : signature;
  return crypto.subtle.verify(asked, imported, plain, signed);
}
