import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

const stream = (content: string, entries = '') =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
const words = (text: string) => stream(`BT /F1 18 Tf 40 300 Td (${text}) Tj ET`);
const sheet = (content: number, entries = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> /Properties << /L1 12 0 R /L2 13 0 R >> >> ${entries} >>`;

type Options = {
  isPortfolio?: boolean;
  /** Whether its first sheet has links to the files. */
  linksFiles?: boolean;
};

/** A small PDF inside: a sheet with the words "One-line, sheet 2 of 2" on its second page. */
function innerPdf(): string {
  const bytes = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R 5 0 R] /Count 2 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 6 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    words('One-line, sheet 2 of 2'),
  ]);
  return new TextDecoder().decode(bytes);
}

/** Creates three sheets with what a PDF can carry: labels, contents, links, layers and files. */
export function carryingPdf({
  isPortfolio = false,
  linksFiles = false,
}: Options = {}): Uint8Array<ArrayBuffer> {
  const link = (y: number, target: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [40 ${y} 240 ${y + 20}] ${target} >>`;
  const file = (name: string, content: number) =>
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${content} 0 R >> >>`;
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${isPortfolio ? '/Collection << /View /T >>' : ''}
      /PageLabels << /Nums [0 << /P (G-001) >> 1 << /P (PV-) /S /D /St 3 >>] >>
      /Outlines 14 0 R /Names << /EmbeddedFiles << /Names [(a) 17 0 R (b) 18 0 R] >> >>
      /OCProperties << /OCGs [12 0 R 13 0 R] /D << /Order [[(Electrical) 12 0 R 13 0 R]] /OFF [13 0 R] /Locked [12 0 R] >> >> >>`,
    '<< /Type /Pages /Kids [4 0 R 5 0 R 6 0 R] /Count 3 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    sheet(7, `/Annots [8 0 R 9 0 R 10 0 R 11 0 R ${linksFiles ? '25 0 R 26 0 R' : ''}]`),
    sheet(22),
    sheet(23, '/Annots [24 0 R]'),
    words('Sheet index'),
    link(200, '/Dest [6 0 R /Fit]'),
    link(160, '/A << /S /URI /URI (https://datasheets.example/inverter) >>'),
    link(120, '/A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
    link(80, '/A << /S /Launch /F (file:///C:/setup.exe) >>'),
    '<< /Type /OCG /Name (Power) >>',
    '<< /Type /OCG /Name (Lighting) >>',
    '<< /Type /Outlines /First 15 0 R /Last 16 0 R /Count 2 >>',
    '<< /Title (Electrical) /Parent 14 0 R /Next 16 0 R /Dest [5 0 R /Fit] >>',
    '<< /Title (Details) /Parent 14 0 R /Prev 15 0 R /Dest [6 0 R /Fit] >>',
    file('PV-9 one-line.pdf', 19),
    file('loads.csv', 20),
    stream(innerPdf(), '/Type /EmbeddedFile'),
    stream('a,b', '/Type /EmbeddedFile'),
    stream('photo', '/Type /EmbeddedFile'),
    stream(
      'BT /F1 18 Tf 40 300 Td (Base plan) Tj ET /OC /L1 BDC BT /F1 18 Tf 40 250 Td (Feeder F-7) Tj ET EMC /OC /L2 BDC BT /F1 18 Tf 40 200 Td (Luminaire L-4) Tj ET EMC',
    ),
    words('Details'),
    `<< /Type /Annot /Subtype /FileAttachment /Rect [40 40 60 60] /FS ${file('site.jpg', 21)} /Contents (Site) >>`,
    ...['a', 'b'].map((name, at) => link(240 + 40 * at, `/A << /S /GoToE /T << /R /C /N (${name}) >> >>`)),
  ]);
}
