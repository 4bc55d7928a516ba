/** Writes a PDF of these objects, the first of them its catalogue. */
function pdfOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

function stream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

type Sheet = { width: number; height: number };

/** Pages of one colour: the first of them red, all others blue. */
export function pagesPdf(count: number, { width, height }: Sheet = { width: 612, height: 792 }): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${5 + at} 0 R`).join(' ');
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    stream(`1 0 0 rg 0 0 ${width} ${height} re f`),
    stream(`0 0 1 rg 0 0 ${width} ${height} re f`),
    ...Array.from({ length: count }, (_, at) => page(at === 0 ? 3 : 4)),
  ]);
}

/** One page tiled with so many tiles that a few hundred bytes take years. */
export function endlessPdf(): Buffer {
  const tile =
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >> >>',
    stream('/Pattern cs /P scn 0 0 600 600 re f'),
    stream('1 0 0 rg 0 0 1 1 re f', tile),
  ]);
}
