import type { ComparedSheet, PlaceBox } from '../../../contract/files/comparison.ts';
import { edgesOf } from '../compare/shape.ts';
import type { Box, Size } from '../page/box.ts';
import { identity, inverseOf, type Matrix, multiply } from '../page/matrix.ts';

/** Where the sheet before lies on the one after: from points of the one to those of the other. */
export type Placement = { matrix: Matrix; inverse: Matrix };

export const boxOf = ([x, y, width, height]: PlaceBox): Box => ({ x, y, width, height });

/** Turns a sheet clockwise, so that its upper left corner is that of what is seen. */
function turnedBy(turned: 0 | 90 | 180 | 270, { width, height }: Size): Matrix {
  if (turned === 90) return [0, 1, -1, 0, height, 0];
  if (turned === 180) return [-1, 0, 0, -1, width, height];
  return turned === 270 ? [0, -1, 1, 0, 0, width] : identity;
}

/** Lays the sheet before on the one after as it was compared; by default so that both are as wide. */
export function placementOf(
  { turned = 0, lies }: { turned?: 0 | 90 | 180 | 270; lies?: ComparedSheet['lies'] },
  before: Size,
  after: Size,
): Placement {
  const scale = after.width / (turned % 180 === 0 ? before.width : before.height);
  // Sheets that differ by rounding alone are drawn as they are.
  const fitted = Math.abs(scale - 1) < 1e-3 ? identity : [scale, 0, 0, scale, 0, 0];
  const matrix = multiply(lies ?? fitted, turnedBy(turned, before));
  return { matrix, inverse: inverseOf(matrix) };
}

function through({ x, y, width, height }: Box, matrix: Matrix): Box {
  const [left, top, right, bottom] = edgesOf([x, y, x + width, y + height], matrix);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the box on the sheet before around one of the sheet after. */
export const boxBefore = ({ inverse }: Placement, box: Box) => through(box, inverse);

/** Returns the box on the sheet after around one of the sheet before. */
export const boxAfter = ({ matrix }: Placement, box: Box) => through(box, matrix);
