import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { pdfjsPath } from '../../../offline/pdfjsFiles.ts';
import { once } from '../../../timing.ts';
import { lettersOnly } from '../page/instructions.ts';
import type { ParserNote } from '../page/leftOut.ts';
import { pdfDocumentOptions } from '../page/pdfDrawing.ts';
import { PlanError } from './PlanError.ts';
import type { PlanSource } from './planSource.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';
import { startWorkers } from './workers.ts';

type PdfJs = typeof import('pdfjs-dist');

export const openLimitMs = 30_000;

/**
 * Bytes of a picture in memory, four for each pixel; of larger ones a smaller picture is made. A phone has little memory, and iOS draws no
 * canvas of more than 16.7 million pixels; 67 million are 280 dpi of a sheet of 24 × 36 in.
 */
function maxPictureBytes(): number {
  const { deviceMemory = 0 } = navigator as { deviceMemory?: number };
  return matchMedia('(any-pointer: coarse)').matches && deviceMemory < 8 ? 2 ** 26 : 2 ** 28;
}

export const loadPdfJs = once(async (): Promise<PdfJs> => {
  try {
    return (await import(/* @vite-ignore */ `${pdfjsPath}pdf.min.mjs`)) as PdfJs;
  } catch {
    throw new PlanError('viewer-missing');
  }
});

/** A document and the workers that parse and draw it. */
export type OpenedDocument = {
  pdf: PDFDocumentProxy;
  /** The codes of instructions, by their names. */
  codes: PdfJs['OPS'];
  /** What PDF.js warned of while it parsed each page. */
  warnings: ReadonlyMap<number, readonly string[]>;
  close: () => void;
};

/** Collects what the parser warns of; a page that is parsed anew begins anew. */
function warningsOf(parser: Worker): Map<number, string[]> {
  const warnings = new Map<number, string[]>();
  parser.addEventListener('message', ({ data: { page, warning } }: MessageEvent<Partial<ParserNote>>) => {
    if (page === undefined) return;
    if (warning === undefined) warnings.delete(page);
    else warnings.set(page, [...(warnings.get(page) ?? []), warning]);
  });
  return warnings;
}

async function readWith(source: PlanSource) {
  const library = await loadPdfJs();
  return { library, ...(await source.read(library.PDFDataRangeTransport)) };
}

/**
 * Opens the document with workers of its own, which end with it.
 *
 * @param isForReading leaves out what draws, and whatever is no letter
 * @param isForComparing leaves out what draws, and pictures, and has the outlines of letters
 * @param laysForms makes pages of a form that is laid out by a program
 * @throws PlanError when that fails
 */
export async function openDocument(
  source: PlanSource,
  { isForReading = false, isForComparing = false, laysForms = true } = {},
): Promise<OpenedDocument> {
  // Before the library is there: each of the three is loaded and compiled beside the others.
  const { parser, renderer } = startWorkers(!isForReading && !isForComparing);
  const warnings = warningsOf(parser);
  const end = () => {
    source.stop();
    parser.terminate();
    renderer?.terminate();
  };
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  source.onFailure(failed.reject);
  parser.addEventListener('error', () => failed.reject(new PlanError('viewer-missing')));
  const { library, data, range } = await readWith(source).catch((error) => {
    end();
    throw error;
  });
  library.GlobalWorkerOptions.rendererPorts = renderer ? [renderer] : [];
  if (isForReading) parser.postMessage(lettersOnly(library.OPS));
  const file = (folder: string) => new URL(`${pdfjsPath}${folder}/`, location.href).href;
  const task: PDFDocumentLoadingTask = library.getDocument({
    ...(range ? { range, rangeChunkSize: 2 ** 17, disableAutoFetch: true } : { data }),
    worker: library.PDFWorker.create({ port: parser, verbosity: library.VerbosityLevel.WARNINGS } as never),
    ...pdfDocumentOptions(file),
    enableXfa: laysForms,
    canvasMaxAreaInBytes: maxPictureBytes(),
    ...(!renderer && { disableWorkerRendering: true }),
    ...(isForComparing && { maxImageSize: 0, disableFontFace: true }),
    verbosity: library.VerbosityLevel.ERRORS,
  });
  const close = () => {
    void task.destroy().catch(() => undefined);
    end();
  };
  try {
    const opening = Promise.race([task.promise, failed.promise]);
    const pdf = await withVisibleTimeout(opening, openLimitMs, source.isWaiting);
    if (!isEmptyForm(pdf)) return { pdf, codes: library.OPS, warnings, close };
  } catch (error) {
    if (!laysForms || (error as Error).name !== 'UnknownErrorException') {
      close();
      throw PlanError.of(error);
    }
  }
  close();
  // The library fails at forms that it cannot lay out, or lays out nothing: they have pages of their own.
  return openDocument(source, { isForReading, isForComparing, laysForms: false });
}

function isEmptyForm(pdf: PDFDocumentProxy): boolean {
  return pdf.isPureXfa && !/"xfa(Draw|Field)"/.test(JSON.stringify(pdf.allXfaHtml));
}
