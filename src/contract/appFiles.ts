/**
 * The files of a version of the app that devices store, but for its page, which the server writes. `assets/files-{version}.json` lists
 * them, sorted; the list, a line feed and all files in its order are the bundle of the version, of whose SHA-256 the version is the
 * letters and digits in base64. A device makes the bundle of the next version from its own and a difference (`server/updates`).
 */
export type AppFile = readonly [path: string, size: number];

export const versionForm = /^[A-Za-z0-9]{32,43}$/;

/** The path of the list of a version's files. */
export const filesPath = (version: string): string => `/assets/files-${version}.json`;

/** The path of the difference between two versions. */
export const differencePath = (from: string, to: string): string => `/updates/${from}/${to}`;

/** Returns the version whose bundle has this SHA-256 in base64. */
export const versionOf = (sha256: string): string => sha256.replace(/[^A-Za-z0-9]/g, '');

/** The end of the hash in a name of a file of the build, wherever the name stands. */
const hashInName = /[\w-]{7}(?=\.(?:js|css)\b)/g;

/** Returns the hashes of names in a text, each once, in order. */
export const hashesIn = (text: string): string[] => [...new Set(text.match(hashInName))];

/** Returns a name without its hash. */
export const withoutHash = (path: string): string => path.replace(hashInName, '');

/**
 * Puts the later hash in the place of each in the bytes of a text. A change of one file renames all that load it, which are the same
 * otherwise: without this, a difference is five times as long.
 *
 * @param text the bytes, decoded one by one
 */
export function putHashes(bytes: Uint8Array, text: string, later: ReadonlyMap<string, string>): void {
  for (const { 0: hash, index } of text.matchAll(hashInName)) {
    const letters = later.get(hash) ?? '';
    for (let at = 0; at < letters.length; at += 1) bytes[index + at] = letters.charCodeAt(at);
  }
}
