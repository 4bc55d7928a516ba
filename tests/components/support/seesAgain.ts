import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** Sees a mark on the sheet go out of view as the sheet is enlarged about its middle by these keys, and come back after an act. */
export async function seesAgain(
  selector: string,
  act: { click(): Promise<void> },
  keys = '==========',
): Promise<void> {
  const view = page.getByRole('application').element() as HTMLElement;
  const isInView = () => {
    const mark = view.querySelector(selector)?.getBoundingClientRect();
    const { left, right } = view.getBoundingClientRect();
    return mark !== undefined && mark.left >= left && mark.right <= right;
  };
  await expect.poll(isInView).toBe(true);
  view.focus();
  await userEvent.keyboard(keys);
  await expect.poll(isInView).toBe(false);
  await act.click();
  await expect.poll(isInView).toBe(true);
}
