import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import {
  bits,
  bool,
  int,
  nothing,
  octets,
  oid,
  plainTagged,
  seq,
  set,
  shortTime,
  tagged,
  time,
  tlv,
  utf8,
} from './der.ts';

export type KeyName = 'RSA-1024' | 'RSA-2048' | 'RSA-3072' | 'RSA-4096' | 'P-256' | 'P-384' | 'Ed25519';
export type HashName = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Somebody who signs. */
export type Identity = {
  certificate: Buffer;
  key: KeyObject;
  name: Buffer;
  serial: Buffer;
};

export const hashOids: Readonly<Record<HashName, string>> = {
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};
const rsaOids = { md5: '4', sha1: '5', sha256: '11', sha384: '12', sha512: '13' } as const;
const ecdsaOids = { md5: '', sha1: '1', sha256: '3.2', sha384: '3.3', sha512: '3.4' } as const;

/** How a key signs, as algorithm and as bytes. */
export function signAs(key: KeyObject, hash: HashName, data: Uint8Array, isPss = false) {
  if (key.asymmetricKeyType === 'ed25519')
    return { algorithm: seq(oid('1.3.101.112')), signature: signBytes(null, data, key) };
  if (key.asymmetricKeyType === 'ec')
    return {
      algorithm: seq(oid(`1.2.840.10045.4.${ecdsaOids[hash]}`)),
      signature: signBytes(hash, data, key),
    };
  if (!isPss)
    return {
      algorithm: seq(oid(`1.2.840.113549.1.1.${rsaOids[hash]}`), nothing),
      signature: signBytes(hash, data, key),
    };
  const hashed = seq(oid(hashOids[hash]), nothing);
  const saltLength = createHash(hash).digest().length;
  const parameters = seq(
    tagged(0, hashed),
    tagged(1, seq(oid('1.2.840.113549.1.1.8'), hashed)),
    tagged(2, int(saltLength)),
  );
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return {
    algorithm: seq(oid('1.2.840.113549.1.1.10'), parameters),
    signature: signBytes(hash, data, { key, padding, saltLength }),
  };
}

const keys = new Map<string, KeyObject>();

/** Makes a key; the same one for the same name and number, since making them takes long. */
function keyOf(name: KeyName, number = 0): KeyObject {
  const known = keys.get(`${name} ${number}`);
  if (known) return known;
  const made = name.startsWith('RSA')
    ? generateKeyPairSync('rsa', { modulusLength: Number(name.slice(4)) }).privateKey
    : name === 'Ed25519'
      ? generateKeyPairSync('ed25519').privateKey
      : generateKeyPairSync('ec', { namedCurve: name }).privateKey;
  const key = createPrivateKey(made.export({ type: 'pkcs8', format: 'pem' }));
  keys.set(`${name} ${number}`, key);
  return key;
}

export const day = 24 * 3600 * 1000;
export const purposes = {
  documents: '1.3.6.1.5.5.7.3.36',
  stamps: '1.3.6.1.5.5.7.3.8',
  servers: '1.3.6.1.5.5.7.3.1',
  answers: '1.3.6.1.5.5.7.3.9',
};

type Options = {
  name: string;
  /** Who issues it; by default its own key. */
  issuer?: Identity;
  key?: KeyName;
  /** Keys of one name and number are the same. */
  keyNumber?: number;
  hash?: HashName;
  from?: number;
  to?: number;
  isIssuer?: boolean;
  purpose?: string;
  /** The first byte of the usages of its key. */
  usage?: number;
  serial?: Buffer;
  /** As the certificate writes the name of who issues it. */
  issuerName?: Buffer;
};

let lastSerial = 1000;

/** Returns a name of X.509, with its texts in one of the encodings for them. */
export function nameOf(organization: string, name: string, write = utf8): Buffer {
  return seq(set(seq(oid('2.5.4.10'), write(organization))), set(seq(oid('2.5.4.3'), write(name))));
}

export function makeIdentity(options: Options): Identity {
  const { name: text, issuer, hash = 'sha256', isIssuer = false, purpose, usage } = options;
  const key = keyOf(options.key ?? 'P-256', options.keyNumber ?? 0);
  const now = Date.now();
  lastSerial += 1;
  const serial = options.serial ?? Buffer.from(lastSerial.toString(16).padStart(8, '0'), 'hex');
  const name = nameOf('Engineering Board', text);
  const signer = issuer?.key ?? key;
  const { algorithm } = signAs(signer, hash, Buffer.from('x'));
  const extension = (id: string, isCritical: boolean, value: Uint8Array) =>
    seq(oid(id), ...(isCritical ? [bool(true)] : []), octets(value));
  const extensions = [
    ...(isIssuer ? [extension('2.5.29.19', true, seq(bool(true)))] : []),
    extension('2.5.29.15', true, bits(Buffer.from([usage ?? (isIssuer ? 0x06 : 0xc0)]))),
    ...(purpose ? [extension('2.5.29.37', purpose === purposes.stamps, seq(oid(purpose)))] : []),
  ];
  const signed = seq(
    tagged(0, int(2)),
    int(serial),
    algorithm,
    options.issuerName ?? issuer?.name ?? name,
    seq(shortTime(options.from ?? now - 1000 * day), shortTime(options.to ?? now + 1000 * day)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(3, seq(...extensions)),
  );
  const { signature } = signAs(signer, hash, signed);
  return { certificate: seq(signed, algorithm, bits(signature)), key, name, serial };
}

/** A list of revoked certificates. */
export function revocationList(
  issuer: Identity,
  revoked: readonly Identity[],
  at = Date.now() - day,
): Buffer {
  const { algorithm } = signAs(issuer.key, 'sha256', Buffer.from('x'));
  const entries = revoked.map(({ serial }) => seq(int(serial), shortTime(at)));
  const signed = seq(
    int(1),
    algorithm,
    issuer.name,
    shortTime(at),
    shortTime(at + 100 * day),
    ...(entries.length > 0 ? [seq(...entries)] : []),
  );
  return seq(signed, algorithm, bits(signAs(issuer.key, 'sha256', signed).signature));
}

/** An answer whether a certificate was revoked. */
export function revocationAnswer(
  issuer: Identity,
  about: Identity,
  isRevoked: boolean,
  at = Date.now() - day,
): Buffer {
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
  const spki = createPublicKey(issuer.key).export({ type: 'spki', format: 'der' });
  // The key without its algorithm: what its bit string holds.
  const keyBytes = spki.subarray(spki.indexOf(Buffer.from([3, 0x42, 0])) + 3);
  const id = seq(
    seq(oid(hashOids.sha1), nothing),
    octets(sha1(issuer.name)),
    octets(sha1(keyBytes)),
    int(about.serial),
  );
  const status = isRevoked ? tagged(1, time(at)) : plainTagged(0, Buffer.alloc(0));
  const data = seq(tagged(1, issuer.name), time(at), seq(seq(id, status, time(at))));
  const { algorithm, signature } = signAs(issuer.key, 'sha256', data);
  const basic = seq(data, algorithm, bits(signature));
  return seq(tlv(10, Buffer.from([0])), tagged(0, seq(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))));
}
