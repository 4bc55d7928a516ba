const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** The largest multiple of 36 a byte holds: a byte from here on would favour the first letters, so it is thrown away. */
const fairBytes = 252;

/** Uppercase letters and digits (§9), each equally likely; eight of them name a job. */
export function randomId(length = 8): string {
  let id = '';
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fairBytes && id.length < length) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
