import { createCanvas } from '@napi-rs/canvas';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ComparedPlan } from '../../src/features/plans/compare/comparedPlan.ts';
import type { Layers } from '../../src/features/plans/page/annotations.ts';
import { drawPage } from '../../src/features/plans/page/drawPage.ts';
import { leftOutOf } from '../../src/features/plans/page/leftOut.ts';
import { pdfDocumentOptions } from '../../src/features/plans/page/pdfDrawing.ts';
import { listenToParser, pdfjsFolder, startParser } from './startParser.ts';

const codes = OPS as unknown as Record<string, number> & typeof OPS;

async function open(bytes: Uint8Array, options: object): Promise<PDFDocumentProxy> {
  const task = getDocument({
    ...pdfDocumentOptions((name) => `${pdfjsFolder}${name}/`),
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.WARNINGS,
    ...options,
  });
  return task.promise;
}

/** Opens a PDF to compare it with another one: once to read it, without its pictures, and once to draw it. */
export async function openCompared(bytes: Uint8Array): Promise<ComparedPlan & { close(): Promise<void> }> {
  await startParser();
  listenToParser();
  const reading = await open(bytes, { maxImageSize: 0, disableFontFace: true });
  let drawing: PDFDocumentProxy | undefined;
  return {
    pageCount: reading.numPages,
    async read(number, work, signal) {
      signal.throwIfAborted();
      const page = await reading.getPage(number);
      const layers = (await reading.getOptionalContentConfig()) as unknown as Layers;
      const warnings = listenToParser();
      try {
        return await work({ pdf: reading, page, layers, codes: codes as never, warnings: () => warnings });
      } finally {
        page.cleanup();
      }
    },
    async draw(number, { box, scale }, signal) {
      signal.throwIfAborted();
      drawing ??= await open(bytes, {});
      const page = await drawing.getPage(number);
      const layers = (await drawing.getOptionalContentConfig()) as unknown as Layers;
      const [width = 1, height = 1] = [box.width, box.height].map((edge) =>
        Math.max(1, Math.round(edge * scale)),
      );
      const canvas = createCanvas(width, height);
      const warnings = listenToParser();
      const instructions = await drawPage(
        canvas as never,
        page,
        { box, scale },
        { pdf: drawing, layers },
        signal,
      );
      const leftOut = leftOutOf(page, { instructions, codes, warnings });
      page.cleanup();
      return { pixels: { width, height, data: canvas.data().slice() }, leftOut };
    },
    async close() {
      await reading.loadingTask.destroy();
      await drawing?.loadingTask.destroy();
    },
  };
}
