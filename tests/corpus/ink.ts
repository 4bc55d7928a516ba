import sharp from 'sharp';

/** How many cells a page has along each edge. */
const cells = 24;

/** A cell of a page: its column and row, counted from the top left corner. */
export type Cell = [column: number, row: number];

type Sums = { pixels: number; ink: number; traces: number; sum: number; squares: number };

/** A picture of a page, as the darkest color of each pixel, and sums over any rectangle. */
type Picture = {
  width: number;
  height: number;
  sumsOf(left: number, top: number, right: number, bottom: number): Sums;
};

/** Darker than the first is ink, darker than the second a trace of it: thin lines are as pale as the program that draws them makes them. */
const inkBelow = 225;
const traceBelow = 245;
/**
 * A cell of which so much is ink has something to see; one that has fewer traces than the second share, with its surroundings, has nothing.
 */
const somethingShare = 0.015;
const nothingShare = 0.0005;
/** Likewise where both have ink everywhere, such as words on a colored ground: how far the values of a cell spread. */
const somethingSpread = 30;
const nothingSpread = 3;

async function pictureOf(file: Uint8Array, size: { width: number; height: number }): Promise<Picture> {
  const { width, height } = size;
  const colors = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  // Each entry is the sum of all pixels above it and to its left.
  const row = width + 1;
  const [inks, traces, sums, squares] = [0, 1, 2, 3].map(() => new Float64Array(row * (height + 1))) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = 3 * (y * width + x);
      const value = Math.min(colors[pixel] ?? 0, colors[pixel + 1] ?? 0, colors[pixel + 2] ?? 0);
      const at = (y + 1) * row + x + 1;
      const before = (table: Float64Array) =>
        (table[at - 1] ?? 0) + (table[at - row] ?? 0) - (table[at - row - 1] ?? 0);
      inks[at] = before(inks) + (value < inkBelow ? 1 : 0);
      traces[at] = before(traces) + (value < traceBelow ? 1 : 0);
      sums[at] = before(sums) + value;
      squares[at] = before(squares) + value * value;
    }
  }
  return {
    width,
    height,
    sumsOf(left, top, right, bottom) {
      const of = (table: Float64Array) =>
        (table[bottom * row + right] ?? 0) -
        (table[top * row + right] ?? 0) -
        (table[bottom * row + left] ?? 0) +
        (table[top * row + left] ?? 0);
      return {
        pixels: (right - left) * (bottom - top),
        ink: of(inks),
        traces: of(traces),
        sum: of(sums),
        squares: of(squares),
      };
    },
  };
}

function spreadOf({ pixels, sum, squares }: Sums): number {
  return Math.sqrt(Math.max(0, squares / pixels - (sum / pixels) ** 2));
}

/** @param margin how much of its neighbours belongs to a cell, as a share of its edge */
function cellOf({ width, height, sumsOf }: Picture, [column, row]: Cell, margin: number): Sums {
  const edge = (at: number, size: number) => Math.round(Math.max(0, Math.min(cells, at)) * (size / cells));
  return sumsOf(
    edge(column - margin, width),
    edge(row - margin, height),
    edge(column + 1 + margin, width),
    edge(row + 1 + margin, height),
  );
}

export type Difference = {
  /** Whether nothing is on the page, of which the other picture shows something. */
  isWhite: boolean;
  /** The cells in which the other picture shows something, and this one nothing nearby. */
  missing: Cell[];
};

const allCells = Array.from({ length: cells * cells }, (_, at): Cell => [at % cells, Math.floor(at / cells)]);

function missingIn(picture: Picture, other: Picture): Difference {
  const whole = (one: Picture) => one.sumsOf(0, 0, one.width, one.height);
  const missing = allCells.filter((cell) => {
    const shown = cellOf(other, cell, 0);
    const around = cellOf(picture, cell, 0.5);
    const hasInk = shown.ink / shown.pixels >= somethingShare;
    if (hasInk && around.traces / around.pixels <= nothingShare) return true;
    return hasInk && spreadOf(shown) >= somethingSpread && spreadOf(around) <= nothingSpread;
  });
  return { isWhite: whole(picture).traces === 0 && whole(other).ink > 20, missing };
}

/**
 * Compares two pictures of one page, of any size, by the cells of a grid: small shifts, other fonts and other smoothing make no
 * difference.
 *
 * @returns what each lacks of the other
 */
export async function comparePages(
  one: Uint8Array,
  other: Uint8Array,
): Promise<{ one: Difference; other: Difference }> {
  const { width = 1, height = 1 } = await sharp(one).metadata();
  const scale = Math.min(1, 720 / Math.max(width, height));
  const size = {
    width: Math.max(cells, Math.round(width * scale)),
    height: Math.max(cells, Math.round(height * scale)),
  };
  const [first, second] = await Promise.all([pictureOf(one, size), pictureOf(other, size)]);
  return { one: missingIn(first, second), other: missingIn(second, first) };
}
