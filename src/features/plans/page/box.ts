/** A rectangle on a page, in points (1/72 inch) from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };
export type Size = Pick<Box, 'width' | 'height'>;

/** Points around a place that its picture shows. */
const quoteMargin = 72;

/** Returns a place on a page with what of the page is around it. The place of what was cut off is beyond the page. */
export function withMargin({ x, y, width, height }: Box, page: Size): Box {
  const least = (from: number) => Math.min(from, Math.max(0, from - quoteMargin));
  const most = (end: number, edge: number) => Math.max(end, Math.min(edge, end + quoteMargin));
  const [left, top] = [least(x), least(y)];
  return {
    x: left,
    y: top,
    width: most(x + width, page.width) - left,
    height: most(y + height, page.height) - top,
  };
}
