import { createECDH, randomBytes } from 'node:crypto';

/** Returns what a browser registers, with keys of its own, of which nobody has the private one. */
export function deviceAt(endpoint: string) {
  return {
    endpoint,
    keys: {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    label: 'Firefox on Linux',
  };
}
