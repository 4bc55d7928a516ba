import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** From the next page load on, adds up what moves without anybody having asked for it (CLS). */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What moved since the page was loaded. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => window.layoutShift ?? 0);
}

/** Text that cannot be read whole: outside the screen, or cut by its own box. As lines for a person to read. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const page = document.documentElement.scrollWidth;
    if (page > width + 1) found.push(`the page is ${page} px wide on a screen of ${width} px`);

    /** What a reader can scroll to sideways is not cut, nor is what is shortened with an ellipsis. */
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (overflowX !== 'visible' && textOverflow === 'ellipsis') return true;
        if ((overflowX === 'auto' || overflowX === 'scroll') && at.scrollWidth > at.clientWidth) return true;
      }
      return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || element.closest('.visually-hidden, script, style, option')) continue;
      if (getComputedStyle(element).clipPath !== 'none') continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.bottom < 0) continue;
      if ((box.right > width + 1 || box.left < -1) && !scrolls(element)) {
        found.push(
          `outside the screen (${Math.round(box.left)}–${Math.round(box.right)}): ${text.slice(0, 60)}`,
        );
      }
      const own = getComputedStyle(element);
      const clips = own.overflowX === 'hidden' || own.overflowX === 'clip';
      if (clips && own.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) {
        found.push(`cut by its own box: ${text.slice(0, 60)}`);
      }
    }
    // Neighbours in a bar of the frame must not run into each other.
    for (const bar of document.querySelectorAll('nav')) {
      for (const item of bar.querySelectorAll('a, button')) {
        for (const word of item.querySelectorAll('span:not(.visually-hidden)')) {
          if (word.getClientRects().length > 0 && word.scrollWidth > item.clientWidth + 1) {
            found.push(`wider than its place in the bar: ${word.textContent}`);
          }
        }
      }
    }
    return [...new Set(found)];
  });
}
