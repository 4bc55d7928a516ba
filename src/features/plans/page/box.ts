/** A rectangle on a page, in points (1/72 inch) from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };
export type Size = Pick<Box, 'width' | 'height'>;

/** Points around a place that its picture shows. */
const quoteMargin = 72;

/** Returns a place on a page with what is around it. */
export function withMargin({ x, y, width, height }: Box, page: Size): Box {
  const [left, top] = [Math.max(0, x - quoteMargin), Math.max(0, y - quoteMargin)];
  return {
    x: left,
    y: top,
    width: Math.min(page.width, x + width + quoteMargin) - left,
    height: Math.min(page.height, y + height + quoteMargin) - top,
  };
}
