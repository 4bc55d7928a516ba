import type { Page } from 'puppeteer-core';

export type Shown = { title: string; body: string; tag: string };

/** Returns the notifications that a page's worker shows right now. */
export function shownIn(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
}
