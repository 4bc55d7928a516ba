import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Returns the name of a chip without its count. */
const nameOf = (chip: Element) => chip.textContent?.replace(/[\d+ ]+$/, '');

/** Returns the chips of the list that have room in their line. */
export const shownChips = () =>
  [...document.querySelectorAll<HTMLElement>('main nav > div:first-child > a')].filter((chip) =>
    chip.checkVisibility(),
  );

/** Presses a chip, or where the line has no room for it its place in the menu at its end. */
export async function choose(name: string): Promise<void> {
  const inMenu = () => [...document.querySelectorAll<HTMLElement>('main [popover] a')];
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect
    .poll(async () => {
      const chip = shownChips().find((one) => nameOf(one) === name);
      if (!chip && !document.querySelector('[popover]:popover-open')) await more.click();
      const found = chip ?? inMenu().find((one) => one.textContent.startsWith(name));
      found?.click();
      return found !== undefined;
    })
    .toBe(true);
}
