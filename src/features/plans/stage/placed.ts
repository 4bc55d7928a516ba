import type { Box, Size } from '../page/box.ts';

/** Returns the styles that put something in its place over a page, whatever its size on screen. */
export function placed({ x, y, width, height }: Box, size: Size) {
  return {
    left: `${(x / size.width) * 100}%`,
    top: `${(y / size.height) * 100}%`,
    width: `${(width / size.width) * 100}%`,
    height: `${(height / size.height) * 100}%`,
  };
}
