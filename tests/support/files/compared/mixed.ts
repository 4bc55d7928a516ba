import { pdfOf } from '../../../../server/seed/pdf.ts';

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
const words =
  'BT /F1 12 Tf 40 260 Td (Panel schedule E-4) Tj ET 30 40 m 270 40 l S 30 60 m 270 60 l S 30 40 m 30 60 l S';

/** Makes a page of lines, words and a picture: as it is, another one, or one that cannot be decoded. */
export function mixedPdf(picture: 'whole' | 'other' | 'broken'): Uint8Array<ArrayBuffer> {
  const hex = Array.from({ length: 256 }, (_, at) =>
    at % 16 < 8 === (picture === 'other' && at > 128) ? '00' : 'ff',
  ).join('');
  const filter = picture === 'broken' ? '[/ASCIIHexDecode /JPXDecode]' : '/ASCIIHexDecode';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Im 6 0 R >> >> >>',
    stream(`${words} q 80 0 0 80 100 120 cm /Im Do Q`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      `${hex}>`,
      `/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter ${filter}`,
    ),
  ]);
}

/** Makes two pages, of which the first draws a form within itself without end, and names what is not there. */
export function hostilePdf(): Uint8Array<ArrayBuffer> {
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents ${content} 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Fm 8 0 R /No 99 0 R >> >> >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>',
    page(4),
    stream(`${words} /Fm Do /No Do`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    page(7),
    stream(words),
    stream(
      '/Fm Do 0 0 10 10 re S',
      '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /Fm 8 0 R >> >>',
    ),
  ]);
}
