import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import { pdfjsPath } from '../../../offline/pdfjsFiles.ts';
import { scriptAddress } from '../../../scriptAddress.ts';
import { once } from '../../../timing.ts';
import { PlanError } from './PlanError.ts';
import type { PlanSource } from './planSource.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';

type PdfJs = typeof import('pdfjs-dist');

export const openLimitMs = 30_000;
/** Pixels of the largest decoded image: A0 at 400 dpi. */
const maxImagePixels = 2 ** 28;

const loadPdfJs = once(async (): Promise<PdfJs> => {
  try {
    return (await import(/* @vite-ignore */ `${pdfjsPath}pdf.min.mjs`)) as PdfJs;
  } catch {
    throw new PlanError('viewer-missing');
  }
});

/** A document and the workers that parse and draw it. */
export type OpenedDocument = { pdf: PDFDocumentProxy; close: () => void };

function startWorker(script: 'pdf.worker' | 'pdf.renderer'): Worker {
  return new Worker(scriptAddress(`${pdfjsPath}${script}.min.mjs`), { type: 'module' });
}

/** Opens the document with workers of its own, which end with it. @throws PlanError when that fails */
export async function openDocument(source: PlanSource): Promise<OpenedDocument> {
  const library = await loadPdfJs();
  const { data, range } = await source.read(library.PDFDataRangeTransport);
  const parser = startWorker('pdf.worker');
  const renderer = startWorker('pdf.renderer');
  library.GlobalWorkerOptions.rendererPorts = [renderer];
  const file = (folder: string) => new URL(`${pdfjsPath}${folder}/`, location.href).href;
  const task: PDFDocumentLoadingTask = library.getDocument({
    ...(range ? { range, rangeChunkSize: 2 ** 17, disableAutoFetch: true } : { data }),
    worker: library.PDFWorker.create({ port: parser } as never),
    cMapUrl: file('cmaps'),
    standardFontDataUrl: file('standard_fonts'),
    wasmUrl: file('wasm'),
    iccUrl: file('iccs'),
    maxImageSize: maxImagePixels,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  const close = () => {
    source.stop();
    void task.destroy().catch(() => undefined);
    parser.terminate();
    renderer.terminate();
  };
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  source.onFailure(failed.reject);
  parser.addEventListener('error', () => failed.reject(new PlanError('viewer-missing')));
  try {
    const opening = Promise.race([task.promise, failed.promise]);
    return { pdf: await withVisibleTimeout(opening, openLimitMs, source.isWaiting), close };
  } catch (error) {
    close();
    throw PlanError.of(error);
  }
}
