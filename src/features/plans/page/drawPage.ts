import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { PlanError } from '../open/PlanError.ts';
import { allAnnotations, type Layers } from './annotations.ts';
import type { Box } from './box.ts';
import type { Instructions } from './leftOut.ts';
import { pdfAnnotationMode, showValues } from './pdfDrawing.ts';

/** More drawing instructions on a page are taken for a trap; crowded plans have a tenth of it. They grow while they are read. */
export const maxInstructions = 1_000_000;

/** What to draw: a part of a page, and how many pixels a point has. */
export type Drawn = { box: Box; scale: number };

/** The document of a page, and which of its layers are shown. */
export type Shown = { pdf: PDFDocumentProxy; layers: Layers };

/**
 * Draws a part of a page on a canvas, of a browser or of Node, and returns by what.
 *
 * @throws PlanError when it has too many instructions; errors of PDF.js
 */
export async function drawPage(
  canvas: HTMLCanvasElement,
  page: PDFPageProxy,
  { box, scale }: Drawn,
  { pdf, layers }: Shown,
  stop: AbortSignal,
): Promise<Instructions> {
  await showValues(pdf, page);
  stop.throwIfAborted();
  const viewport = page.getViewport({ scale, offsetX: -box.x * scale, offsetY: -box.y * scale });
  let instructions: Instructions = { fnArray: [], argsArray: [] };
  const task: RenderTask = page.render({
    canvas,
    viewport,
    annotationMode: pdfAnnotationMode,
    optionalContentConfigPromise: Promise.resolve(layers),
    // Leaves nothing out, for a part of the page either: an instruction that draws nothing may end one that clips what follows.
    operationsFilter(_: number, list: Instructions) {
      instructions = list;
      return true;
    },
  } as Parameters<typeof page.render>[0]);
  const cancel = () => task.cancel();
  stop.addEventListener('abort', cancel, { once: true });
  const tooMany = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (instructions.fnArray.length > maxInstructions) tooMany.reject(new PlanError('too-complex'));
  }, 100);
  try {
    await Promise.race([task.promise, tooMany.promise]);
    const context = canvas.getContext('2d');
    // Most pages have nothing on them.
    if (context && (await allAnnotations(page)).length > 0) {
      const { drawMarkups } = await import('./drawMarkups.ts');
      await drawMarkups(context, { pdf, page, layers, viewport });
    }
    return instructions;
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', cancel);
  }
}
