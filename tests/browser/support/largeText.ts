import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cutTexts } from './layout.ts';
import type { Person } from './person.ts';

/** The default size of text in pixels, and what a user makes of it who reads only large text. */
const [usualSize, largeSize] = [16, 32];
const screens = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Sets the size of text in the settings of the browser, as far as pages see it: `rem`, and media queries by it. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await session.detach();
}

/** Requires of a screen that no text of it is cut with text twice as large, on a phone and on a desk. */
export async function expectLargeTextFits(person: Person, name: string): Promise<void> {
  const { page } = person;
  const before = page.viewportSize();
  const softly = expect.configure({ soft: true });
  await setTextSize(page, largeSize);
  for (const size of screens) {
    await page.setViewportSize(size);
    await person.waitsUntilStill();
    const folder = process.env.PICTURES;
    const path = folder && join(folder, `${name.replace(/[^\w]+/g, '-')} large ${size.width}.png`);
    if (path) await page.screenshot({ path });
    const message = `${name}, text of 200 % at ${size.width}`;
    await softly.poll(() => cutTexts(page), { message }).toEqual([]);
  }
  await setTextSize(page, usualSize);
  if (before) await page.setViewportSize(before);
}
