import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPage } from '../../src/features/plans/page/drawPage.ts';
import { pdfDocumentOptions } from '../../src/features/plans/page/pdfDrawing.ts';
import { type Library, mendParser, withMendedClasses } from '../../src/features/plans/parser/mendParser.ts';
import { type DrawnPage, pixelsOf } from './drawnPage.ts';

const folder = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
const parser = 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
// Words in fonts that are not in the file are drawn in one of the system, of which a server may have none.
GlobalFonts.registerFromPath(`${folder}standard_fonts/LiberationSans-Regular.ttf`, 'sans-serif');

/** Starts the parser of the plan viewer in this thread: a worker would need a right more. */
async function startParser(): Promise<void> {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(parser)) return loaded;
      return { ...loaded, source: withMendedClasses(Buffer.from(loaded.source as Uint8Array).toString()) };
    },
  });
  await import(parser);
  const scope = globalThis as unknown as { pdfjsWorker: Library; OffscreenCanvas: unknown };
  mendParser(scope.pdfjsWorker);
  // For measuring words.
  scope.OffscreenCanvas = Canvas;
}

/** Draws the first page as the plan viewer draws it, so that both show the same. Runs no scripts. */
export async function drawWithPdfjs(bytes: Uint8Array): Promise<DrawnPage> {
  await startParser();
  const task = getDocument({
    ...pdfDocumentOptions((name) => `${folder}${name}/`),
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
  });
  const pdf = await task.promise;
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const { scale, ...size } = pixelsOf(width, height);
  const canvas = createCanvas(size.width, size.height);
  const layers = await pdf.getOptionalContentConfig();
  const box = { x: 0, y: 0, width, height };
  await drawPage(
    canvas as never,
    page,
    { box, scale },
    { pdf, layers } as never,
    new AbortController().signal,
  );
  return { ...size, pixels: canvas.data() };
}
