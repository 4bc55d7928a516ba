import type { PDFPageProxy, RenderTask } from 'pdfjs-dist';
import { PlanError } from '../open/PlanError.ts';
import type { Box } from './box.ts';

/** More drawing instructions on a page are taken for a trap; crowded plans have a tenth of it. They grow while they are read. */
const maxInstructions = 1_000_000;

/** What to draw: a part of a page, and how many pixels a point has. */
export type Drawn = { box: Box; scale: number };

/** Draws a part of a page. @throws PlanError when it has too many instructions; errors of PDF.js */
export async function drawPage(
  page: PDFPageProxy,
  { box, scale }: Drawn,
  stop: AbortSignal,
): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale, offsetX: -box.x * scale, offsetY: -box.y * scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(box.width * scale));
  canvas.height = Math.max(1, Math.round(box.height * scale));
  let instructions: readonly unknown[] = [];
  const task: RenderTask = page.render({
    canvas,
    viewport,
    // Leaves nothing out, for a part of the page either: an instruction that draws nothing may end one that clips what follows.
    operationsFilter(_: number, list: { fnArray: readonly unknown[] }) {
      instructions = list.fnArray;
      return true;
    },
  } as Parameters<typeof page.render>[0]);
  const cancel = () => task.cancel();
  stop.addEventListener('abort', cancel, { once: true });
  const tooMany = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (instructions.length > maxInstructions) tooMany.reject(new PlanError('too-complex'));
  }, 100);
  try {
    await Promise.race([task.promise, tooMany.promise]);
    return canvas;
  } finally {
    clearInterval(timer);
    stop.removeEventListener('abort', cancel);
  }
}
