import type { Page } from '@playwright/test';

/** What is waited for on a plan, in ms. */
export type PlanTimes = Record<'next sheet' | 'zoom by five until sharp' | 'find what is not there', number>;

/** Presses a button and waits, in the page, until what it leads to is drawn. */
function timeOf(page: Page, button: string, times: number, isDone: string): Promise<number> {
  return page.getByRole('button', { name: button }).evaluate(
    async (pressed: HTMLElement, [count, wanted]) => {
      const began = performance.now();
      for (let at = 0; at < count; at += 1) pressed.click();
      while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame);
      return performance.now() - began;
    },
    [times, isDone] as const,
  );
}

/** Measures a plan whose first page is on the screen, on a quarter of the page's processor. */
export async function timesOf(page: Page): Promise<PlanTimes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const idle = (number: number) => `[role=application][aria-label*="page ${number} of"]:not([aria-busy])`;
  const next = await timeOf(page, 'Next page', 1, `${idle(2)} canvas`);
  const zoom = await timeOf(page, 'Zoom in', 4, `${idle(2)} > canvas`);
  await page.getByRole('button', { name: 'Search this plan' }).click();
  const began = performance.now();
  await page.getByRole('searchbox').fill('zqxzqx');
  await page.getByText('No matches', { exact: true }).waitFor({ timeout: 120_000 });
  const find = performance.now() - began;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return { 'next sheet': next, 'zoom by five until sharp': zoom, 'find what is not there': find };
}
