import { pdfOf } from '../../../server/seed/pdf.ts';

/** PDFs that no viewer can show as they are; without Node, so that pages make them too. */

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

function pdfStream(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** Creates one page with a red square in its middle, of any size in points. */
export function largePdf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const square = `1 0 0 rg ${width / 4} ${height / 4} ${width / 2} ${height / 2} re f`;
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R >>`;
  return pdfOf([catalog, onePage, page, pdfStream(square)]);
}

/** Creates a document that opens, and whose only page has a part that cannot be read. */
export function brokenPagePdf(box: string): Uint8Array<ArrayBuffer> {
  return pdfOf([catalog, onePage, `<< /Type /Page /Parent 2 0 R /MediaBox ${box} >>`]);
}

/** Creates a document that opens with a password only. */
export function lockedPdf(): Uint8Array<ArrayBuffer> {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] >>';
  const key = '5a'.repeat(32);
  const lock = `<< /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`;
  return pdfOf(
    [catalog, onePage, page, lock],
    `/Encrypt 4 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
  );
}

/** Creates a document that opens for those who have a key of another kind than a password. @param handler the program that knows it */
export function protectedPdf(handler: string, entries = '/V 4'): Uint8Array<ArrayBuffer> {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] >>';
  const lock = `<< /Filter /${handler} ${entries} /Length 128 /StmF /Identity /StrF /Identity >>`;
  return pdfOf(
    [catalog, onePage, page, lock],
    `/Encrypt 4 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`,
  );
}

/** Creates a page that draws a form, which draws another one ten times, and so on: a billion lines from a few hundred bytes. */
export function bombPdf(): Uint8Array<ArrayBuffer> {
  const depth = 9;
  const form = (next: number) =>
    pdfStream(
      '/F Do '.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 600 600] /Resources << /XObject << /F ${next} 0 R >> >>`,
    );
  const line = pdfStream('0 0 m 600 600 l S', '/Type /XObject /Subtype /Form /BBox [0 0 600 600]');
  return pdfOf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 6 0 R /Resources << /XObject << /F 7 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 5 0 R >>',
    pdfStream('0 0 1 rg 100 100 400 400 re f'),
    pdfStream('/F Do'),
    ...Array.from({ length: depth }, (_, at) => form(8 + at)),
    line,
  ]);
}
