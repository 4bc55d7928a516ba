/** Returns how many pixels a surface is higher than its content. Runs in the page. @param selector finds the surface */
export function emptyPixels(selector: string): number {
  const surface = document.querySelector(selector);
  if (!surface) throw new Error(`There is no ${selector}.`);
  const range = document.createRange();
  const texts = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT);
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  // Measures the texts, because elements may be stretched with the surface.
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const box = range.getBoundingClientRect();
    if (box.height < 2 || box.width < 2) continue;
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  }
  return surface.getBoundingClientRect().height - (bottom - top);
}
