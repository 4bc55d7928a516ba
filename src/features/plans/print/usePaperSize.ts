import { useLayoutEffect } from 'react';
import type { Size } from '../page/box.ts';

/** Prints pages of this size, in points, to their edges. */
export function usePaperSize({ width, height }: Size): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${width}pt ${height}pt; margin: 0; }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [width, height]);
}
