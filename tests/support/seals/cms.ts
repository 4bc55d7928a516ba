import { createHash } from 'node:crypto';
import { int, nothing, octets, oid, seq, set, shortTime, tagged, time, tlv } from './der.ts';
import { type HashName, hashOids, type Identity, signAs } from './identities.ts';

export type CmsOptions = {
  signer: Identity;
  hash?: HashName;
  isPss?: boolean;
  /** Certificates that go with the signer’s. */
  chain?: readonly Identity[];
  /** The signer’s clock; none where it is null. */
  at?: number | null;
  /** Without attributes, the bytes themselves are signed. */
  isPlain?: boolean;
  stamper?: Identity;
  stampedAt?: number;
  stampHash?: HashName;
  /** The timestamp brings no certificate, as it may where none was asked for. */
  isStampBare?: boolean;
  /** Changes for tests of what must be noticed. */
  certificate?: Buffer;
  contentType?: string;
  content?: Buffer;
  digest?: Buffer;
  namedCertificate?: Buffer;
  issuerName?: Buffer;
  stampOf?: Buffer;
  signers?: number;
  attributes?: readonly Buffer[];
};

const digest = (hash: HashName, bytes: Uint8Array) => createHash(hash).update(bytes).digest();
const attribute = (id: string, ...values: readonly Buffer[]) => seq(oid(id), set(...values));
const data = '1.2.840.113549.1.7.1';

/** Signs some bytes, as CMS does (RFC 5652). */
export function signCms(bytes: Uint8Array, options: CmsOptions): Buffer {
  const { signer, hash = 'sha256', isPss = false, chain = [], at = Date.now(), contentType = data } = options;
  const identifier = seq(oid(hashOids[hash]), nothing);
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(contentType)),
    ...(at === null ? [] : [attribute('1.2.840.113549.1.9.5', shortTime(at))]),
    attribute('1.2.840.113549.1.9.4', octets(options.digest ?? digest(hash, bytes))),
    attribute(
      '1.2.840.113549.1.9.16.2.47',
      seq(seq(seq(octets(digest('sha256', options.namedCertificate ?? signer.certificate))))),
    ),
    ...(options.attributes ?? []),
  ];
  const signed = options.isPlain ? bytes : set(...attributes);
  const { algorithm, signature } = signAs(signer.key, hash, signed, isPss);
  const stamp = options.stamper && timestamp(options.stampOf ?? signature, options.stamper, options);
  const info = seq(
    int(1),
    seq(options.issuerName ?? issuerOf(signer), int(signer.serial)),
    identifier,
    ...(options.isPlain ? [] : [tlv(0xa0, signed.subarray(headLength(signed)))]),
    algorithm,
    octets(signature),
    ...(stamp ? [tagged(1, attribute('1.2.840.113549.1.9.16.2.14', stamp))] : []),
  );
  const certificates = [
    options.certificate ?? signer.certificate,
    ...chain.map(({ certificate }) => certificate),
  ];
  return seq(
    oid('1.2.840.113549.1.7.2'),
    tagged(
      0,
      seq(
        int(contentType === data ? 1 : 3),
        set(identifier),
        seq(oid(contentType), ...(options.content ? [tagged(0, octets(options.content))] : [])),
        tagged(0, ...certificates),
        set(...Array.from({ length: options.signers ?? 1 }, () => info)),
      ),
    ),
  );
}

const headLength = (bytes: Uint8Array) => ((bytes[1] ?? 0) < 128 ? 2 : 2 + ((bytes[1] ?? 0) & 127));

/** Returns the name of who issued a certificate, as it stands there. */
function issuerOf({ certificate }: Identity): Buffer {
  let at = headLength(certificate);
  at += headLength(certificate.subarray(at));
  const skip = () => {
    const own = certificate.subarray(at);
    const head = headLength(own);
    const length = head === 2 ? (own[1] ?? 0) : own.readUIntBE(2, head - 2);
    at += head + length;
    return own.subarray(0, head + length);
  };
  for (let field = 0; field < 3; field += 1) skip();
  return Buffer.from(skip());
}

/** A timestamp of some bytes (RFC 3161). */
export function timestamp(
  bytes: Uint8Array,
  stamper: Identity,
  { stampedAt: at = Date.now(), stampHash: hash = 'sha256', isStampBare = false }: Partial<CmsOptions>,
): Buffer {
  const info = seq(
    int(1),
    oid('1.2.3.4.1'),
    seq(seq(oid(hashOids[hash]), nothing), octets(digest(hash, bytes))),
    int(77),
    time(at),
  );
  const contentType = '1.2.840.113549.1.9.16.1.4';
  const certificate = isStampBare ? Buffer.alloc(0) : stamper.certificate;
  return signCms(info, { signer: stamper, hash, contentType, content: info, at, certificate });
}
