import { Doubt } from '../Doubt.ts';
import { digest, hashOf } from './algorithms.ts';
import { bytesOf, decode, part, sameBytes, timeOf } from './asn1.ts';
import { stampingPurpose } from './Certificate.ts';
import type { SignedData } from './SignedData.ts';

const timestampInfo = '1.2.840.113549.1.9.16.1.4';

/**
 * Returns the time of a timestamp of some bytes (RFC 3161); whether its issuer is trusted is another question.
 *
 * @throws Doubt where it is one of something else, or of nobody who may stamp, or too weak (`weak`)
 */
export async function stampedTime(stamp: SignedData, stamped: Uint8Array<ArrayBuffer>): Promise<number> {
  if (stamp.contentType !== timestampInfo || !stamp.content) throw new Doubt('timestamp');
  const info = decode(stamp.content);
  const imprint = part(info, 2);
  const hash = hashOf(part(imprint, 0));
  const isFit = sameBytes(bytesOf(part(imprint, 1)), await digest(hash, stamped));
  const isSigned = await stamp.isOf(stamp.content);
  const mayStamp = stamp.signer.purposes?.join() === stampingPurpose && stamp.signer.mayUse(0, 1);
  if (!isFit || !isSigned || !mayStamp) throw new Doubt('timestamp');
  if (stamp.weak.length > 0 || hash === 'SHA-1') throw new Doubt('weak');
  return timeIn(stamp);
}

/** Returns the time that a timestamp says, unchecked. */
export function timeIn({ content }: SignedData): number {
  return timeOf(part(decode(content ?? new Uint8Array()), 4));
}
