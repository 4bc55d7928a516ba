import { deflateSync } from 'node:zlib';
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

/** Creates a red page under a blue stamp that belongs to a layer which is off. */
export function stampOfHiddenLayerPdf(): Buffer {
  return Buffer.from(
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Annots [6 0 R] >>',
      stream('1 0 0 rg 0 0 600 600 re f'),
      '<< /Type /OCG /Name (Markups) >>',
      '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 100 500 500] /OC 5 0 R /AP << /N 7 0 R >> >>',
      stream('0 0 1 rg 0 0 400 400 re f', '/Type /XObject /Subtype /Form /BBox [0 0 400 400]'),
    ]),
  );
}

/**
 * Creates the scan of a sheet of 24 by 36 inches in two colors, red on the left and green on the right, with a blue signature at the top.
 */
export function scanPdf(dpi: number): Buffer {
  const [width, height] = [24 * dpi, 36 * dpi];
  const row = Buffer.alloc(width / 8).fill(0xff, width / 16);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace [/Indexed /DeviceRGB 1 <FF000000FF00>] /Filter [/ASCIIHexDecode /FlateDecode]`;
  return Buffer.from(
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /SigFlags 3 >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1728 2592] /Contents 4 0 R /Annots [6 0 R] /Resources << /XObject << /I 5 0 R >> >> >>',
      stream('1728 0 0 2592 0 0 cm /I Do'),
      stream(`${pixels.toString('hex')}>`, entries),
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Seal) /F 4 /Rect [600 2200 1100 2500] /AP << /N 7 0 R >> >>',
      stream('0 0 1 rg 0 0 500 300 re f', '/Type /XObject /Subtype /Form /BBox [0 0 500 300]'),
    ]),
  );
}
