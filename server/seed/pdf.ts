/**
 * Returns a PDF string literal. Parentheses and backslashes are escaped; only characters of the standard fonts' encoding are kept.
 */
function pdfString(text: string): string {
  const plain = text.replaceAll('’', "'").replace(/[^\x20-\x7e]/g, '-');
  return `(${plain.replace(/[\\()]/g, '\\$&')})`;
}

function circle(x: number, y: number, radius: number): string {
  const k = radius * 0.5523;
  const curves = [
    `${x + radius} ${y} m ${x + radius} ${y + k} ${x + k} ${y + radius} ${x} ${y + radius} c`,
    `${x - k} ${y + radius} ${x - radius} ${y + k} ${x - radius} ${y} c`,
    `${x - radius} ${y - k} ${x - k} ${y - radius} ${x} ${y - radius} c`,
    `${x + k} ${y - radius} ${x + radius} ${y - k} ${x + radius} ${y} c S`,
  ];
  return curves.join('\n');
}

/** Draws the seal of an engineer: two circles with name and number, and a signature across it. */
function seal(engineer: string): string {
  const lines = ['PROFESSIONAL', 'ENGINEER', engineer, 'No. 00000 (demo)'];
  const words = lines.map(
    (line, at) => `BT /F2 8 Tf ${200 - line.length * 2.3} ${170 - at * 13} Td ${pdfString(line)} Tj ET`,
  );
  return [
    '0.12 0.2 0.55 RG 0.12 0.2 0.55 rg 2 w',
    circle(200, 150, 60),
    '0.8 w',
    circle(200, 150, 52),
    ...words,
    '1.4 w 140 104 m 165 150 175 80 195 118 c 210 146 222 92 268 128 c S',
  ].join('\n');
}

function page(title: string, lines: readonly string[], engineer: string): string {
  const body = lines.map((line, index) => `BT /F1 11 Tf 72 ${672 - index * 18} Td ${pdfString(line)} Tj ET`);
  return [
    '0.11 0.31 0.56 RG 1.5 w 36 36 540 720 re S',
    '0.5 w 336 36 240 84 re S 336 78 m 576 78 l S',
    `BT /F2 18 Tf 72 708 Td ${pdfString(title)} Tj ET`,
    ...body,
    'BT /F2 10 Tf 348 92 Td (EV Engineering) Tj ET',
    'BT /F1 9 Tf 348 56 Td (Sheet 1 of 1 - not for construction) Tj ET',
    engineer === '' ? '' : seal(engineer),
  ].join('\n');
}

/**
 * Returns a one-page drawing sheet with a title and lines of text. Written by hand, because the product has no other need for a PDF
 * library.
 *
 * @param engineer whose seal is drawn on it; `''` for none
 */
export function pdfSheet(title: string, lines: readonly string[], engineer = ''): Uint8Array<ArrayBuffer> {
  const content = page(title, lines, engineer);
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
