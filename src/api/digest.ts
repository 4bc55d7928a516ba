import { base64, sha256 } from './bytes.ts';

/** The digest of the whole file, also in a response with a part of it (RFC 9530). Our server sends it with every stored file. */
export const digestHeader = 'repr-digest';
/** The digest of a larger file is not checked: it would have to be in memory at once. */
const maxDigestBytes = 32 * 1024 * 1024;

/**
 * Whether a file is the one whose digest a response states; true without a digest. Something on the way may end a file early without
 * an error, or put other bytes in its place.
 */
export async function matchesDigest(file: Blob, headers: Headers): Promise<boolean> {
  const digest = headers.get(digestHeader);
  // Pages that are not secure cannot hash.
  if (digest === null || file.size > maxDigestBytes || !crypto.subtle) return true;
  return digest.includes(`sha-256=:${base64(await sha256(file))}:`);
}
