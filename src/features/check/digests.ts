/** Returns bytes in base64url. */
function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the bytes of base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Returns one digest of files whatever their order, by the SHA-256 of each (hex, lower case). */
export async function digestOfFiles(hashes: readonly string[]): Promise<string> {
  return base64url(await sha256(hashes.toSorted().join('\n')));
}

/** Returns how the firm's list of ended seals names a token. */
export async function sealId(token: string): Promise<string> {
  return base64url((await sha256(token)).subarray(0, 8));
}

/** Returns the SHA-256 of a file in hex. */
export async function hexHash(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
