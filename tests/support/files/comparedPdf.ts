import { pdfOf } from '../../../server/seed/pdf.ts';

/** Points of a sheet of a set to compare. */
export const comparedSize = { width: 400, height: 300 };

/** Creates a set whose sheets have these instructions, with their labels as text. */
export function comparedPdf(...sheets: readonly string[]): Uint8Array<ArrayBuffer> {
  const kids = sheets.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const { width, height } = comparedSize;
  const pages = sheets.flatMap((content, at) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${sheets.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ]);
}

/** Draws a filled bar of 100 by 20 points, from the top left corner of the sheet. */
export function bar(left: number, top: number, color = '0 0 0'): string {
  return `${color} rg ${left} ${comparedSize.height - top - 20} 100 20 re f`;
}
