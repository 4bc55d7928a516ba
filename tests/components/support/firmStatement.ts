import type { QrModules } from '../../../server/proof/qrModules.ts';
import { base64url } from '../../../src/api/bytes.ts';
import type { FirmKey } from '../../../src/contract/proof/proof.ts';
import { type Statement, statementText } from '../../../src/contract/proof/statement.ts';

export const token = 'abcdefghijklmnopqrst-_';
export const issued = 1_795_000_000;

/** Makes a statement of this app's firm as a report carries it. @returns it with the key that signed it */
export async function firmStatement(
  more: Partial<Statement> = {},
): Promise<{ text: string; keys: FirmKey[] }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const { x: publicKey = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const [origin, keyId, files] = [location.origin, 'key-01', 'f'.repeat(43)];
  const signed = statementText({ origin, token, keyId, jobCode: 'K7', revision: 1, issued, files, ...more });
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(signed));
  const key: FirmKey = { id: keyId, publicKey, from: 0, until: null, revoked: false };
  return { text: `${signed}.${base64url(new Uint8Array(signature))}`, keys: [key] };
}

/** Draws the modules of a code as a photo shows them: black on gray paper, a little turned. */
export async function photoOf({ size, dark }: QrModules): Promise<File> {
  const unit = 6;
  const side = size * unit;
  const canvas = new OffscreenCanvas(side * 2, side * 2);
  const ink = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  ink.fillStyle = '#ccc';
  ink.fillRect(0, 0, side * 2, side * 2);
  ink.translate(side * 0.6, side * 0.4);
  ink.rotate(0.2);
  ink.fillStyle = '#222';
  for (const [x, y] of dark) ink.fillRect(x * unit, y * unit, unit, unit);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })], 'report.jpg', {
    type: 'image/jpeg',
  });
}
