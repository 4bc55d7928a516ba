import type { Page } from '@playwright/test';

const quietMs = 500;

/** Waits until no byte has arrived for a while: the event stream never ends, so the network itself is never idle. */
export async function isStill(page: Page): Promise<void> {
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  const events = ['request', 'requestfinished', 'requestfailed'] as const;
  for (const event of events) page.on(event as 'request', note);
  while (Date.now() - last < quietMs) await page.waitForTimeout(50);
  for (const event of events) page.off(event as 'request', note);
}
