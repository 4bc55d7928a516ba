import { createECDH } from 'node:crypto';
import { isLoopbackName, isPublicName } from './publicHost.ts';

/**
 * Whether an address that a browser gave is acceptable as push endpoint: https at a public host, because the server will connect to
 * it. `loopback` allows push services on this machine, for development and tests.
 */
export function isPushEndpoint(endpoint: string, loopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (loopback && isLoopbackName(hostname)) return protocol === 'http:' || protocol === 'https:';
  return protocol === 'https:' && isPublicName(hostname);
}

/** Whether a browser's public key is a valid point of P-256 (RFC 8291). */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    curve.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Whether a browser's secret has the required length (RFC 8291 §3.2). */
export function isBrowserSecret(auth: string): boolean {
  return Buffer.from(auth, 'base64url').length === 16;
}
