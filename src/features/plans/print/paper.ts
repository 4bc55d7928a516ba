import type { Box, Size } from '../page/box.ts';

const inch = 72;
/** Points along the edges that printers leave white, and for the line with name and scale below. */
const margin = 0.25 * inch;
const footer = 0.35 * inch;

/** Papers by name, upright, in points; `sheet` is as large as what is printed, to its edges. */
const sizes = {
  letter: { width: 8.5 * inch, height: 11 * inch },
  tabloid: { width: 11 * inch, height: 17 * inch },
  sheet: null,
} as const;
export type Paper = keyof typeof sizes;

/** How large a part of a plan is printed: as it is drawn, half as long and wide, or as large as one paper allows. */
export type PrintSize = 'actual' | 'half' | 'fit';

/** A printed page: a part of the plan on a paper, both in points. */
export type PrintedPage = { part: Box; paper: Size };
export type Printed = {
  /** Row by row. */
  pages: PrintedPage[];
  columns: number;
  /** Points on paper for each of the plan. */
  scale: number;
  /** Whether there is a white edge, and a line with name and scale. */
  hasFoot: boolean;
};

function roomOn({ width, height }: Size): Size {
  return { width: width - 2 * margin, height: height - 2 * margin - footer };
}

/** Cuts a part of a plan into what each page holds, the scale given. What fits a page to its edges, as a sheet does, has no foot. */
function pagesOf(box: Box, scale: number, paper: Size): Printed {
  const room = roomOn(paper);
  const fits = ({ width, height }: Size) =>
    box.width * scale <= width + 0.5 && box.height * scale <= height + 0.5;
  if (fits(paper) && !fits(room)) return { pages: [{ part: box, paper }], columns: 1, scale, hasFoot: false };
  const [width, height] = [room.width / scale, room.height / scale];
  // A thousandth of a page is rounding, not a page.
  const columns = Math.max(1, Math.ceil(box.width / width - 1e-3));
  const rows = Math.max(1, Math.ceil(box.height / height - 1e-3));
  const pages = Array.from({ length: rows * columns }, (_, at) => {
    const [left, top] = [(at % columns) * width, Math.floor(at / columns) * height];
    const part = {
      x: box.x + left,
      y: box.y + top,
      width: Math.min(width, box.width - left),
      height: Math.min(height, box.height - top),
    };
    return { part, paper };
  });
  return { pages, columns, scale, hasFoot: true };
}

/** Lays a part of a plan out on paper, turned whichever way takes fewer pages, or is larger. @param box in points */
export function layOut(box: Box, paper: Paper, size: PrintSize): Printed {
  const exact = size === 'half' ? 0.5 : 1;
  const known = sizes[paper];
  if (!known) {
    const own = { width: box.width * exact, height: box.height * exact };
    return { pages: [{ part: box, paper: own }], columns: 1, scale: exact, hasFoot: false };
  }
  const turned = { width: known.height, height: known.width };
  const [upright, across] = [known, turned].map((one) => {
    const room = roomOn(one);
    const fit = Math.min(room.width / box.width, room.height / box.height);
    return pagesOf(box, size === 'fit' ? fit : exact, one);
  }) as [Printed, Printed];
  if (upright.pages.length !== across.pages.length) {
    return upright.pages.length < across.pages.length ? upright : across;
  }
  const isAcross = size === 'fit' ? across.scale > upright.scale : box.width > box.height;
  return isAcross ? across : upright;
}

const dpi = 300;
/** Pixels of one printed page: more than a browser can print on a phone helps nobody. */
const maxPixels = 48_000_000;
/** Pixels of one picture of it, which has to fit a canvas. */
const maxBandPixels = 14_000_000;

/** Cuts the part of a page into bands that a canvas can draw. @returns bands, from above, and their pixels per point */
export function bandsOf({ part }: PrintedPage, scale: number): { bands: Box[]; density: number } {
  const [width, height] = [part.width * scale, part.height * scale];
  const density = scale * Math.min(dpi / inch, Math.sqrt(maxPixels / (width * height)));
  const count = Math.ceil((part.width * part.height * density ** 2) / maxBandPixels);
  // Whole pixels each, so that no line shows between two.
  const rows = Math.ceil((part.height * density) / count) / density;
  const bands = Array.from({ length: count }, (_, at) => ({
    x: part.x,
    y: part.y + at * rows,
    width: part.width,
    height: Math.min(rows, part.height - at * rows),
  })).filter(({ height: left }) => left > 0);
  return { bands, density };
}
