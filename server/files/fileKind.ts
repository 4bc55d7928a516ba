import { fileTypeFromBuffer } from 'file-type';

/** The kinds of file the product takes (§5), each with the ending its name must have. */
const kinds = {
  'application/pdf': { ending: '.pdf', endings: /\.pdf$/i },
  'application/zip': { ending: '.zip', endings: /\.zip$/i },
  'image/png': { ending: '.png', endings: /\.png$/i },
  'image/jpeg': { ending: '.jpg', endings: /\.jpe?g$/i },
} as const;
export type FileKind = keyof typeof kinds;

/** First bytes of a file that `fileKind` wants to see. */
export const sampleBytes = 4100;

/** The kind of a file by its first bytes, whatever its name or its sender says; undefined when we do not take it. */
export async function fileKind(sample: Uint8Array): Promise<FileKind | undefined> {
  const found = (await fileTypeFromBuffer(sample))?.mime;
  // An animated PNG is a PNG to every program that shows it still.
  const mime = found === 'image/apng' ? 'image/png' : found;
  return mime !== undefined && Object.hasOwn(kinds, mime) ? (mime as FileKind) : undefined;
}

/** The ending a name of this kind lacks, or nothing: a file that opens as what it is cannot be run as something else. */
export function missingEnding(name: string, kind: FileKind): string {
  return Object.values(kinds).some(({ endings }) => endings.test(name)) ? '' : kinds[kind].ending;
}
