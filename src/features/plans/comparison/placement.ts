import type { ComparedSheet, PlaceBox } from '../../../contract/files/comparison.ts';
import type { Box, Size } from '../page/box.ts';

/** Where the sheet before lies on the one after: turned clockwise, then scaled, then moved. Both in points. */
export type Placement = { turned: 0 | 90 | 180 | 270; scale: number; dx: number; dy: number; before: Size };

export const boxOf = ([x, y, width, height]: PlaceBox): Box => ({ x, y, width, height });

function turnedSize({ turned, before: { width, height } }: Placement): Size {
  return turned % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Lays the sheet before on the one after as it was compared; by default so that both are as wide. */
export function placementOf(
  { turned: by, lies }: Pick<ComparedSheet, 'turned' | 'lies'>,
  before: Size,
  after: Size,
): Placement {
  const [enlarged = 1, dx = 0, dy = 0] = lies ?? [];
  const own: Placement = { turned: by ?? 0, scale: enlarged, dx, dy, before };
  if (lies) return own;
  const scale = after.width / turnedSize(own).width;
  // Sheets that differ by rounding alone are drawn as they are.
  return Math.abs(scale - 1) < 1e-3 ? own : { ...own, scale };
}

/** Returns a box of the sheet after on the one before. */
export function boxBefore(placement: Placement, box: Box): Box {
  const { turned, scale, dx, dy, before } = placement;
  const [x, y, width, height] = [
    (box.x - dx) / scale,
    (box.y - dy) / scale,
    box.width / scale,
    box.height / scale,
  ];
  if (turned === 90) return { x: y, y: before.height - x - width, width: height, height: width };
  if (turned === 180) {
    return { x: before.width - x - width, y: before.height - y - height, width, height };
  }
  if (turned === 270) return { x: before.width - y - height, y: x, width: height, height: width };
  return { x, y, width, height };
}

/** Returns a box of the sheet before on the one after. */
export function boxAfter(placement: Placement, { x, y, width, height }: Box): Box {
  const { turned, scale, dx, dy, before } = placement;
  const scaled = (box: Box): Box => ({
    x: box.x * scale + dx,
    y: box.y * scale + dy,
    width: box.width * scale,
    height: box.height * scale,
  });
  if (turned === 90) return scaled({ x: before.height - y - height, y: x, width: height, height: width });
  if (turned === 180) {
    return scaled({ x: before.width - x - width, y: before.height - y - height, width, height });
  }
  if (turned === 270) return scaled({ x: y, y: before.width - x - width, width: height, height: width });
  return scaled({ x, y, width, height });
}
