/** The types of files that are accepted (§5), told by what is in them. */
export type FileKind = 'application/pdf' | 'application/zip' | 'image/png' | 'image/jpeg';

/** A PDF begins somewhere in its first 1,024 bytes: what mail and print servers put before it is skipped by every reader. */
const pdfWithin = 1024;
const pdfMark = '%PDF-';
/** Number of first bytes that `fileKind` needs. */
export const sampleBytes = pdfWithin + pdfMark.length;

/** A file in the archive, an empty archive, one in parts, and one that was meant to be in parts and has only one. */
const zipMarks = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00PK\x03\x04'];
/** The first name in an office document or a book, which is a ZIP to nobody who opens it; what was left out of one is trash. */
const officeName =
  /^(?:\[(?:Content_Types\]\.xml|trash\]\/)|_rels\/|docProps\/|customXml\/|(?:word|xl|ppt)\/[\w./]+\.(?:xml|rels)$|mimetype$)/;

/** Returns the name of the first file in an archive. */
function firstName(sample: Uint8Array, text: string): string {
  const start = text.indexOf('PK\x03\x04');
  if (start < 0) return '';
  const length = (sample[start + 26] ?? 0) + 256 * (sample[start + 27] ?? 0);
  return text.slice(start + 30, start + 30 + length);
}

/**
 * Returns the type of a file by its first bytes, as its readers tell it, whatever its name or sender says; undefined for other types. A
 * program that unpacks itself is a program.
 */
export function fileKind(sample: Uint8Array): FileKind | undefined {
  const text = String.fromCharCode(...sample.subarray(0, sampleBytes));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (zipMarks.some((mark) => text.startsWith(mark)))
    return officeName.test(firstName(sample, text)) ? undefined : 'application/zip';
  return text.includes(pdfMark) ? 'application/pdf' : undefined;
}

/** Brands of HEIC photos, alone and in sequences. */
const heicBrands = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/;

/** Whether a file begins as a HEIC photo: with its major brand, or with a compatible one behind a brand of another program. */
function beginsAsHeic(sample: Uint8Array): boolean {
  const text = String.fromCharCode(...sample.subarray(0, 64));
  if (!text.startsWith('ftyp', 4)) return false;
  const brands: string[] = text.slice(8, sample[3]).match(/.{4}/gs) ?? [];
  const [major = ''] = brands;
  return heicBrands.test(major) ? !brands.includes('avif') : brands.includes('heic');
}

/** Whether a file is a HEIC photo: by its first bytes, or by its name or type where they are of no type that is known here. */
export function isHeicPhoto(file: { name: string; type: string }, sample: Uint8Array): boolean {
  if (beginsAsHeic(sample)) return true;
  const isCalledHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  return isCalledHeic && fileKind(sample) === undefined;
}

/** Returns the first bytes of a file that `fileKind` and `isHeicPhoto` need. */
export async function sampleOf(file: {
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());
}
