/**
 * Returns a PDF string literal. Parentheses and backslashes are escaped; only characters of the standard fonts' encoding are kept.
 */
function pdfString(text: string): string {
  const plain = text.replaceAll('’', "'").replace(/[^\x20-\x7e]/g, '-');
  return `(${plain.replace(/[\\()]/g, '\\$&')})`;
}

function page(title: string, lines: readonly string[]): string {
  const body = lines.map((line, index) => `BT /F1 11 Tf 72 ${672 - index * 18} Td ${pdfString(line)} Tj ET`);
  return [
    '0.11 0.31 0.56 RG 1.5 w 36 36 540 720 re S',
    '0.5 w 336 36 240 84 re S 336 78 m 576 78 l S',
    `BT /F2 18 Tf 72 708 Td ${pdfString(title)} Tj ET`,
    ...body,
    'BT /F2 10 Tf 348 92 Td (EV Engineering) Tj ET',
    'BT /F1 9 Tf 348 56 Td (Sheet 1 of 1 - not for construction) Tj ET',
  ].join('\n');
}

/**
 * Returns a one-page drawing sheet with a title and lines of text. Written by hand, because the product has no other need for a PDF
 * library.
 */
export function pdfSheet(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const content = page(title, lines);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    `<< /Title ${pdfString(title)} /Producer (EV Jobs) >>`,
  ];
  return pdfOf(objects, '/Info 7 0 R');
}

/** Writes a PDF of these objects, the first of them its catalog. */
export function pdfOf(objects: readonly string[], trailerEntries = ''): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${trailerEntries} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
}
