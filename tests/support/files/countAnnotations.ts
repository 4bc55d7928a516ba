import { openPlan } from '../../../src/features/plans/open/openPlan.ts';
import type { Box } from '../../../src/features/plans/page/box.ts';
import { annotatedPdf, annotatedSize, cells, paper } from './annotatedPdf.ts';
import { type Counted, partings } from './annotationCounts.ts';
import { bytesSource } from './bytesSource.ts';

/** Without Node: it runs in pages, which draw. */

/** Counts the pixels of each annotation: those that do not show the paper below. @param place the part of the page in the canvas */
function drawnPixels(canvas: HTMLCanvasElement, place: Box, scale: number): Map<string, number> {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
  copy?.drawImage(canvas, 0, 0);
  const counted = cells.map(({ name, ...cell }) => {
    const left = Math.max(cell.x, place.x);
    const top = Math.max(cell.y, place.y);
    const width = Math.min(cell.x + cell.width, place.x + place.width) - left;
    const height = Math.min(cell.y + cell.height, place.y + place.height) - top;
    if (!copy || width <= 0 || height <= 0) return [name, 0] as const;
    const at = [(left - place.x) * scale, (top - place.y) * scale, width * scale, height * scale] as const;
    const { data } = copy.getImageData(...at);
    let pixels = 0;
    for (let index = 0; index < data.length; index += 4) {
      if (paper.some((value, channel) => Math.abs((data[index + channel] ?? 0) - value) > 8)) pixels += 1;
    }
    return [name, pixels] as const;
  });
  return new Map(counted);
}

/** Draws the page with annotations of every kind as the app does, as a whole and in parts. @param scale pixels per point */
export async function annotationCounts(scale: number): Promise<Counted[]> {
  const plan = await openPlan(bytesSource(annotatedPdf));
  try {
    plan.show(1);
    const draw = async (box: Box) =>
      drawnPixels(await plan.draw(1, { box, scale, priority: 'page' }), box, scale);
    const whole = await draw({ x: 0, y: 0, ...annotatedSize });
    const counted = [...whole].map(([name, pixels]): Counted => ({ name, whole: pixels, parts: [] }));
    for (const [columns, rows] of partings) {
      const part = { width: annotatedSize.width / columns, height: annotatedSize.height / rows };
      const drawn = new Map<string, number>();
      for (let at = 0; at < columns * rows; at += 1) {
        const box = { x: (at % columns) * part.width, y: Math.floor(at / columns) * part.height, ...part };
        for (const [name, pixels] of await draw(box)) drawn.set(name, (drawn.get(name) ?? 0) + pixels);
      }
      for (const one of counted) one.parts.push(drawn.get(one.name) ?? 0);
    }
    return counted;
  } finally {
    plan.close();
  }
}
