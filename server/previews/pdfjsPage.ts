import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { GlobalWorkerOptions, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfAnnotationMode, pdfDocumentOptions, showValues } from '../../src/contract/files/pdfDrawing.ts';
import { type DrawnPage, pixelsOf } from './drawnPage.ts';

const folder = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
// It parses in this thread: a worker would need a right more.
GlobalWorkerOptions.workerSrc = `${folder}legacy/build/pdf.worker.mjs`;
// Words in fonts that are not in the file are drawn in one of the system, of which a server may have none.
GlobalFonts.registerFromPath(`${folder}standard_fonts/LiberationSans-Regular.ttf`, 'sans-serif');

/** Draws the first page by the library and with the options of the plan viewer, so that both show the same. Runs no scripts. */
export async function drawWithPdfjs(bytes: Uint8Array): Promise<DrawnPage> {
  const task = getDocument({
    ...pdfDocumentOptions((name) => `${folder}${name}/`),
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const page = await document.getPage(1);
  await showValues(document, page);
  const { width, height } = page.getViewport({ scale: 1 });
  const { scale, ...size } = pixelsOf(width, height);
  const canvas = createCanvas(size.width, size.height);
  const viewport = page.getViewport({ scale });
  await page.render({ canvas: canvas as never, viewport, annotationMode: pdfAnnotationMode }).promise;
  return { ...size, pixels: canvas.data() };
}
