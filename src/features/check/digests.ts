import { base64url, sha256 } from '../../api/bytes.ts';

/** Returns one digest of files whatever their order, by the SHA-256 of each (hex, lower case). */
export async function digestOfFiles(hashes: readonly string[]): Promise<string> {
  return base64url(await sha256(hashes.toSorted().join('\n')));
}

/** Returns how the firm's list of ended seals names a token. */
export async function sealId(token: string): Promise<string> {
  return base64url((await sha256(token)).subarray(0, 8));
}
