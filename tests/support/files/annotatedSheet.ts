import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

const others = 5;
/** Returns the object of an annotation of `annotatedSheet`, for one that names another. */
export const refOf = (at: number) => `${others + at} 0 R`;

type Options = {
  /** Entries of the page, of the form and of the catalog. */
  page?: string;
  form?: string;
  catalog?: string;
  content?: string;
  /** Objects after the annotations, numbered on from the last of them. */
  rest?: readonly string[];
};

/**
 * Creates a sheet of 400 × 400 points with annotations, the entries of each in a string; those of fields that are no widgets are not on it.
 */
export function annotatedSheet(
  annotations: readonly string[],
  { page = '', form = '', catalog = '', content = '', rest = [] }: Options = {},
): Uint8Array<ArrayBuffer> {
  const refs = (wanted: (entries: string) => boolean) =>
    annotations.flatMap((entries, at) => (wanted(entries) ? refOf(at) : [])).join(' ');
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs((entries) => entries.includes('/FT'))}] /DR << /Font << /Helv 4 0 R >> >> ${form} >> ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents ${others + annotations.length} 0 R /Resources << /Font << /F1 4 0 R >> >> /Annots [${refs((entries) => entries.includes('/Subtype'))}] ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations.map((entries) => `<< /Type /Annot /F 4 ${entries} >>`),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...rest,
  ]);
}
