import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

/** Creates empty sheets. @param catalog entries of the catalog @param others objects from number 3 + `count` on */
export function sheetsPdf(
  count: number,
  catalog = '',
  others: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const sheets = Array.from({ length: count }, (_, at) => at + 3);
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${sheets.map((at) => `${at} 0 R`).join(' ')}] /Count ${count} >>`,
    ...sheets.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 792 612] >>'),
    ...others,
  ]);
}
