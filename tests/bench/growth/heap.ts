import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openPage, untilListed } from '../start/visit.ts';
import { type HeapKinds, heapKindsOf } from './heapKinds.ts';
import { chatLog, closeChat, openChat } from './openChat.ts';

export type HeapThen = HeapKinds & { minute: number; rounds: number };

const tabs = ['On hold', 'Completed', 'Cancelled', 'In progress', 'All'];

/** Does what a user does in a quarter of a minute, on and on. */
async function use(page: Page, round: number): Promise<void> {
  const tab = new RegExp(`^${tabs[round % tabs.length]}`);
  await page
    .getByRole('navigation', { name: /^Jobs by/ })
    .getByRole('link', { name: tab })
    .click();
  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.pressSequentially(`main ${round % 10}`, { delay: 60 });
  await wait(800);
  await search.fill('');
  await wait(800);
  await page.mouse.wheel(0, 3000);
  await wait(500);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page
    .getByRole('navigation', { name: /^Jobs by/ })
    .getByRole('link', { name: /^All/ })
    .click();
  await page.locator('main [data-index="0"]').waitFor();
  // With any text: the first ones soon are not among the newest.
  await openChat(page, round % 3, '');
  await page.getByPlaceholder('Type your message…').fill(`Round ${round}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await chatLog(page)
    .getByRole('button', { name: /^Mark as/ })
    .last()
    .click();
  await wait(1000);
  await closeChat(page);
}

/** @returns the heap in use after every two minutes of use; of a shorter use, after each half of it */
export async function heapWhileUsed(
  context: BrowserContext,
  url: string,
  minutes: number,
): Promise<HeapThen[]> {
  const { page, session } = await openPage(context, 1);
  const everyMinutes = Math.min(2, minutes / 2);
  const measured: HeapThen[] = [];
  try {
    await untilListed(page, url);
    // The first list on the screen may be a snapshot.
    await wait(3000);
    const began = performance.now();
    for (let round = 0; measured.length < minutes / everyMinutes; round += 1) {
      await use(page, round);
      const minute = (measured.length + 1) * everyMinutes;
      if (performance.now() - began < minute * 60_000) continue;
      await wait(2000);
      const { mb, compiledMb } = await heapKindsOf(session);
      measured.push({ minute, mb, compiledMb, rounds: round + 1 });
      const words = `${mb.toFixed(1)} MB, of it compiled ${compiledMb.toFixed(1)} MB`;
      console.log(`After ${minute} minutes and ${round + 1} rounds: ${words}`);
    }
    return measured;
  } finally {
    await page.close();
  }
}
