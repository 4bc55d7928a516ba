/** Returns the SHA-256 of bytes, of a file, or of a text. */
export async function sha256(of: BufferSource | Blob | string): Promise<Uint8Array<ArrayBuffer>> {
  const text = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  const bytes = text instanceof Blob ? await text.arrayBuffer() : text;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the SHA-256 of bytes, of a file, or of a text in hexadecimal digits. */
export async function hexHash(of: BufferSource | Blob | string): Promise<string> {
  return hex(await sha256(of));
}

/** Returns a few bytes in base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Returns a few bytes in base64url. */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the bytes of base64 or base64url. @throws DOMException for anything else */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}
