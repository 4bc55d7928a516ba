import type { Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
}

/** Records layout shifts without a user's action from the next page load on. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const shifts: Shift[] = [];
    window.layoutShifts = shifts;
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}x${height}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : node?.textContent;
          return `${what?.slice(0, 80)} from ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the layout shifts since the page was loaded: the total (CLS), and the moved elements as text. */
export async function layoutShift(page: Page): Promise<{ total: number; moved: string[] }> {
  const shifts = await page.evaluate(() => window.layoutShifts ?? []);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ moved }) => moved),
  };
}

/** Returns texts that are not fully readable, outside the screen or cut by their own box, a line each. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    const page = document.documentElement.scrollWidth;
    /** Returns whether the text can be scrolled to sideways or is shortened with an ellipsis. */
    const scrolls = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (overflowX !== 'visible' && textOverflow === 'ellipsis') return true;
        if ((overflowX === 'auto' || overflowX === 'scroll') && at.scrollWidth > at.clientWidth) return true;
      }
      return false;
    };
    if (page > width + 1) {
      const widest = [...document.body.querySelectorAll('*')].filter(
        (one) => Math.round(one.getBoundingClientRect().right) === page && !scrolls(one),
      );
      const what = widest.map((one) => `${one.tagName.toLowerCase()}.${one.getAttribute('class')}`).join(' ');
      found.push(`the page is ${page} px wide on a screen of ${width} px, as are ${what}`);
    }
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
    // Neighbors in a bar of the frame must not overlap.
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
