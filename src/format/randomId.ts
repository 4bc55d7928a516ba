const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** The largest multiple of 36 in a byte. Larger bytes are skipped: they would favor the first letters. */
const fairBytes = 252;

/** Returns uppercase letters and digits (§9), each equally likely; eight of them identify a job. */
export function randomId(length = 8): string {
  let id = '';
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fairBytes && id.length < length) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}
