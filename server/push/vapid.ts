import { createECDH } from 'node:crypto';
import { isPublicName } from './publicHost.ts';

/** Both base64url: a point of P-256, uncompressed, and its private number. */
export type VapidKeys = { publicKey: string; privateKey: string };

/** Who a push service is told the sender is (RFC 8292). */
export type Vapid = VapidKeys & {
  /** Where the operators of a push service write when something is wrong: `mailto:…` or `https://…`. */
  subject: string;
};

/** Whether the two keys are a pair. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  if (!/^[\w-]{87}$/.test(publicKey) || !/^[\w-]{43}$/.test(privateKey)) return false;
  try {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Whether push services take it: Apple's answers 403 to what nobody on the internet can write to. */
export function isVapidSubject(subject: string): boolean {
  if (subject.startsWith('mailto:')) {
    const [, host] = /^mailto:[^\s@<>?]+@([^\s@<>?]+)$/.exec(subject) ?? [];
    return host !== undefined && isPublicName(host);
  }
  return URL.canParse(subject) && subject.startsWith('https://') && isPublicName(new URL(subject).hostname);
}

/** For a set-up that nobody reaches from outside. The domain is reserved for examples and takes no mail (RFC 2606). */
export const subjectOfNobody = 'mailto:nobody@example.com';

/**
 * The subject of a server that was given none: its own address, else the sender of its emails.
 *
 * @returns `''` when neither is public
 */
export function subjectFrom({ publicUrl, mailFrom }: { publicUrl: string; mailFrom: string }): string {
  const sender = /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
  return [publicUrl, `mailto:${sender.trim()}`].find(isVapidSubject) ?? '';
}
