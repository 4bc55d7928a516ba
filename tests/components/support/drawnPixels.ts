import { openPlan, type Plan } from '../../../src/features/plans/open/openPlan.ts';
import type { Box } from '../../../src/features/plans/page/box.ts';
import { bytesSource } from '../../support/files/bytesSource.ts';

/** Runs work on a document as the app opens it. */
export async function withPlan<T>(
  bytes: Uint8Array<ArrayBuffer>,
  work: (plan: Plan) => Promise<T>,
): Promise<T> {
  const plan = await openPlan(bytesSource(() => bytes.slice()));
  try {
    return await work(plan);
  } finally {
    plan.close();
  }
}

/** Counts the pixels that are not white in parts of the first page, drawn with two for each point. */
export async function drawnPixels(plan: Plan, boxes: readonly Box[]): Promise<number[]> {
  const scale = 2;
  const canvas = await plan.draw(1, {
    box: { x: 0, y: 0, ...(await plan.sizeOf(1)) },
    scale,
    priority: 'page',
  });
  const context = canvas.getContext('2d');
  return boxes.map(({ x, y, width, height }) => {
    const data = context?.getImageData(x * scale, y * scale, width * scale, height * scale).data ?? [];
    let pixels = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 200) pixels += 1;
    }
    return pixels;
  });
}
