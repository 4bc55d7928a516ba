import { expect, type Page } from '@playwright/test';
import { addLongConversation, firstWords, lastWords } from '../support/longConversation.ts';
import { test } from './support/product.ts';

const messages = 5000;
/** Far fewer than the conversation has. */
const mostBubbles = 150;

let jobId = '';

test.beforeAll(async ({ product }) => {
  jobId ||= (await product.whileStopped((db) => addLongConversation(db, messages))).jobId;
});

function log(page: Page) {
  return page.getByRole('log', { name: 'Messages' });
}

/** Whether the bubble is in sight of the list, not of the page only. */
async function isInSight(page: Page, words: string): Promise<boolean> {
  const frame = await log(page).boundingBox();
  const bubble = await log(page).getByRole('article').filter({ hasText: words }).boundingBox();
  if (!frame || !bubble) return false;
  return bubble.y + bubble.height > frame.y && bubble.y < frame.y + frame.height;
}

async function bubbles(page: Page): Promise<number> {
  return log(page).getByRole('article').count();
}

test('a conversation of 5,000 messages opens at its newest and can be read to its first', async ({
  newPerson,
}) => {
  const client = await newPerson('client');
  const { page } = client;
  await client.signIn('client@ev.test', 'stamped-2026');

  await test.step('the newest is in sight at once', async () => {
    await client.goTo(`/jobs/listing/all?chat=${jobId}`);
    await expect(client.bubble(lastWords)).toBeVisible();
    expect(await isInSight(page, lastWords)).toBe(true);
    expect(await bubbles(page)).toBeLessThan(mostBubbles);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
    await client.findsNoBarrier();
  });

  await test.step('scrolling up brings older ones, each once and in order, and holds what is read in its place', async () => {
    for (let n = 0; n < 12; n += 1) {
      const before = await topmost(page);
      await log(page).evaluate((frame) => {
        frame.scrollTop = Math.max(0, frame.scrollTop - 500);
      });
      await page.waitForTimeout(60);
      // What was on top has moved down by what was scrolled, however much was put above it.
      const after = await log(page)
        .getByRole('article')
        .filter({ hasText: before.words })
        .first()
        .boundingBox();
      if (after && before.place) expect(Math.abs(after.y - before.place - 500)).toBeLessThan(4);
    }
    const numbers = await shownNumbers(page);
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect(await bubbles(page)).toBeLessThan(mostBubbles);
  });

  await test.step('the very first can be reached, and the newest from there', async () => {
    await log(page).focus();
    await page.keyboard.press('Home');
    await expect(client.bubble(firstWords)).toBeVisible();
    expect(await isInSight(page, firstWords)).toBe(true);
    expect(await bubbles(page)).toBeLessThan(mostBubbles);
    await page.getByRole('button', { name: /^Jump to latest/ }).click();
    await expect.poll(() => isInSight(page, lastWords)).toBe(true);
    expect(await bubbles(page)).toBeLessThan(mostBubbles);
  });

  await test.step('a message sent from far up shows at the end', async () => {
    await log(page).focus();
    await page.keyboard.press('Home');
    await expect(client.bubble(firstWords)).toBeVisible();
    await page.getByPlaceholder('Type your message…').fill('Still here');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => isInSight(page, 'Still here')).toBe(true);
  });
});

/** The first bubble in sight: its own words and where it is. */
async function topmost(page: Page): Promise<{ words: string; place: number }> {
  return log(page).evaluate((frame) => {
    const edge = frame.getBoundingClientRect().top;
    const found = [...frame.querySelectorAll('article')].find(
      (one) => one.getBoundingClientRect().top >= edge,
    );
    return {
      words: /Message \d+\./.exec(found?.textContent ?? '')?.[0] ?? '',
      place: found?.getBoundingClientRect().top ?? 0,
    };
  });
}

async function shownNumbers(page: Page): Promise<number[]> {
  const texts = await log(page).getByRole('article').allTextContents();
  return texts.flatMap((text) => /Message (\d+)\./.exec(text)?.[1] ?? []).map(Number);
}
