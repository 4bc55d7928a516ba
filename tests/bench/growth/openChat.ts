import type { Page } from '@playwright/test';

const chatLog = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** Runs in the page: measures from the next click to the frame that shows this text in the chat, in milliseconds. */
export function untilShown(words: string): Promise<number> {
  return new Promise((resolve) => {
    let clickedAt = 0;
    const note = (event: Event) => {
      clickedAt = event.timeStamp;
    };
    document.addEventListener('click', note, { capture: true, once: true });
    const isShown = () =>
      [...document.querySelectorAll('[role=log] article')].some((one) => one.textContent?.includes(words));
    const watcher = new MutationObserver(() => {
      if (clickedAt === 0 || !isShown()) return;
      watcher.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - clickedAt);
        port2.postMessage(null);
      });
    });
    watcher.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Opens the chat of a row of the list. @returns the milliseconds from the click until its last text was drawn */
export async function openChat(page: Page, row: number, lastWords: string): Promise<number> {
  const shown = page.evaluate(untilShown, lastWords);
  await page
    .getByRole('button', { name: /^Open chat for/ })
    .nth(row)
    .click();
  return shown;
}

export async function closeChat(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await chatLog(page).waitFor({ state: 'hidden' });
}
