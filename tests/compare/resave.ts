import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ways in which programs save a PDF anew without changing a sheet. What is not installed is left out. */
const shell =
  (command: string) =>
  async (bytes: Uint8Array): Promise<Uint8Array | null> => {
    const folder = mkdtempSync(join(tmpdir(), 'ev-resaved-'));
    try {
      writeFileSync(join(folder, 'in.pdf'), bytes);
      // qpdf ends with 3 where it only warns.
      spawnSync('sh', ['-c', command], { cwd: folder, stdio: 'ignore', timeout: 120_000 });
      return readFileSync(join(folder, 'out.pdf'));
    } catch {
      return null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

type PdfLib = { PDFDocument: { load(bytes: Uint8Array): Promise<Doc>; create(): Promise<Doc> } };
type Doc = {
  setTitle(title: string): void;
  getPageIndices(): number[];
  copyPages(from: Doc, pages: number[]): Promise<object[]>;
  addPage(page: object): void;
  save(options?: object): Promise<Uint8Array>;
};
/** `PDF_LIB` names the module of pdf-lib, which is no package of this project. */
const withPdfLib =
  (work: (library: PdfLib['PDFDocument'], document: Doc) => Promise<Uint8Array>) =>
  async (bytes: Uint8Array) => {
    const name = process.env.PDF_LIB;
    if (!name) return null;
    const library = (await import(name)) as PdfLib & { default?: PdfLib };
    const { PDFDocument } = library.default ?? library;
    return PDFDocument.load(bytes).then(
      (document) => work(PDFDocument, document),
      () => null,
    );
  };

const gs = (options: string) =>
  shell(`gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite ${options} -sOutputFile=out.pdf in.pdf`);

export const resavings: Readonly<Record<string, (bytes: Uint8Array) => Promise<Uint8Array | null>>> = {
  'qpdf linearized': shell('qpdf --linearize in.pdf out.pdf'),
  'qpdf object streams': shell(
    'qpdf --object-streams=generate --recompress-flate --compression-level=9 in.pdf out.pdf',
  ),
  'qpdf plain': shell('qpdf --qdf --object-streams=disable in.pdf out.pdf'),
  'qpdf normalized': shell('qpdf --normalize-content=y --coalesce-contents in.pdf out.pdf'),
  'qpdf another page tree': shell('qpdf --empty --pages in.pdf 1-z -- out.pdf'),
  'qpdf optimized': shell('qpdf --optimize-images --remove-unreferenced-resources=yes in.pdf out.pdf'),
  'qpdf rotated': shell('qpdf --rotate=+90 in.pdf out.pdf'),
  'qpdf rotated, flattened': shell('qpdf --flatten-rotation in.pdf out.pdf'),
  'mutool clean': shell('mutool clean -gggg -z in.pdf out.pdf'),
  'mutool sanitized': shell('mutool clean -s -d in.pdf out.pdf'),
  'mutool merged': shell('mutool merge -o out.pdf in.pdf'),
  'mutool redrawn': shell('mutool convert -F pdf -o out.pdf in.pdf'),
  'Ghostscript distilled': gs(''),
  'Ghostscript prepress': gs('-dPDFSETTINGS=/prepress'),
  'Ghostscript printer': gs('-dPDFSETTINGS=/printer'),
  'Ghostscript ebook': gs('-dPDFSETTINGS=/ebook'),
  'poppler printed': shell('pdftocairo -pdf in.pdf out.pdf'),
  'poppler united': shell('pdfseparate in.pdf p%03d.pdf && pdfunite p*.pdf out.pdf'),
  'PostScript and back': shell('pdftops in.pdf in.ps && ps2pdf in.ps out.pdf'),
  'pdf-lib': withPdfLib((_, document) => document.save()),
  'pdf-lib without object streams': withPdfLib((_, document) => {
    document.setTitle('Another title');
    return document.save({ useObjectStreams: false });
  }),
  'pdf-lib copied': withPdfLib(async (library, document) => {
    const copy = await library.create();
    for (const page of await copy.copyPages(document, document.getPageIndices())) copy.addPage(page);
    return copy.save();
  }),
};
