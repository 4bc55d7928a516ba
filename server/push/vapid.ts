import { createECDH } from 'node:crypto';
import type { VapidKeys } from '../data/notify/vapidKeys.ts';
import { isPublicName } from './publicHost.ts';

/** The sender as push services see it (RFC 8292). */
export type Vapid = VapidKeys & {
  /** Contact for the operators of push services: `mailto:…` or `https://…`. */
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

/** Whether push services accept a subject: Apple responds 403 unless it is publicly reachable. */
export function isVapidSubject(subject: string): boolean {
  if (subject.startsWith('mailto:')) {
    const [, host] = /^mailto:[^\s@<>?]+@([^\s@<>?]+)$/.exec(subject) ?? [];
    return host !== undefined && isPublicName(host);
  }
  return URL.canParse(subject) && subject.startsWith('https://') && isPublicName(new URL(subject).hostname);
}

/** Subject of a set-up that is not reachable from outside. The domain is reserved for examples (RFC 2606). */
export const subjectOfNobody = 'mailto:nobody@example.com';

/**
 * Returns the default subject: the server's own address, else the sender of its emails.
 *
 * @returns `''` when neither is public
 */
export function subjectFrom({ publicUrl, mailFrom }: { publicUrl: string; mailFrom: string }): string {
  const sender = /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom;
  return [publicUrl, `mailto:${sender.trim()}`].find(isVapidSubject) ?? '';
}
