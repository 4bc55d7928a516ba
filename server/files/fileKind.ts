import { fileTypeFromBuffer } from 'file-type';

/** The accepted types of files (§5), each with its file extensions. */
const kinds = {
  'application/pdf': { ending: '.pdf', endings: /\.pdf$/i },
  'application/zip': { ending: '.zip', endings: /\.zip$/i },
  'image/png': { ending: '.png', endings: /\.png$/i },
  'image/jpeg': { ending: '.jpg', endings: /\.jpe?g$/i },
} as const;
export type FileKind = keyof typeof kinds;

/** Number of first bytes that `fileKind` needs. */
export const sampleBytes = 4100;

/** Returns the type of a file by its first bytes, whatever its name or sender says; undefined for other types. */
export async function fileKind(sample: Uint8Array): Promise<FileKind | undefined> {
  const found = (await fileTypeFromBuffer(sample))?.mime;
  // Programs without support for animated PNG show it as a PNG.
  const mime = found === 'image/apng' ? 'image/png' : found;
  return mime !== undefined && Object.hasOwn(kinds, mime) ? (mime as FileKind) : undefined;
}

/**
 * Returns the extension that a name of this type lacks, or nothing. With the right extension a file opens as what it is, and cannot
 * be run as something else.
 */
export function missingEnding(name: string, kind: FileKind): string {
  return Object.values(kinds).some(({ endings }) => endings.test(name)) ? '' : kinds[kind].ending;
}
