import { pdfOf } from '../../../server/seed/pdf.ts';

function stream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

type Sheet = { width: number; height: number };

/** Creates pages of one color: the first of them red, all others blue. */
export function pagesPdf(count: number, { width, height }: Sheet = { width: 612, height: 792 }): Buffer {
  const kids = Array.from({ length: count }, (_, at) => `${5 + at} 0 R`).join(' ');
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R >>`;
  return Buffer.from(
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      stream(`1 0 0 rg 0 0 ${width} ${height} re f`),
      stream(`0 0 1 rg 0 0 ${width} ${height} re f`),
      ...Array.from({ length: count }, (_, at) => page(at === 0 ? 3 : 4)),
    ]),
  );
}

/** Creates one page with so many tiles that a few hundred bytes take years to draw. */
export function endlessPdf(): Buffer {
  const tile =
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>';
  return Buffer.from(
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >> >>',
      stream('/Pattern cs /P scn 0 0 600 600 re f'),
      stream('1 0 0 rg 0 0 1 1 re f', tile),
    ]),
  );
}
