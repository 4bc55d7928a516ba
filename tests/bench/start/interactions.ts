import type { BrowserContext, Page } from '@playwright/test';
import { quantile } from '../figures.ts';
import type { Probed } from './probe.ts';
import { openPage, untilListed } from './visit.ts';

/**
 * One kind of user action: the times from each input to the next frame, and the frames beyond 50 ms: those that began
 * while it was being done, and those that rendered its result.
 */
export type Interaction = {
  what: string;
  inputMs: number[];
  longFramesMs: number[];
  laterFramesMs: number[];
};

/** Shorter interactions are not reported by the browser. */
const leastMs = 16;
const timesEach = 6;
const typed = 'main street 12';

type Act = {
  inputs: number;
  act: (page: Page, time: number) => Promise<void>;
  after?: (page: Page) => Promise<void>;
};

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const tabs = ['On hold', 'Completed', 'Cancelled', 'In progress'];

async function openChat(page: Page, row: number): Promise<void> {
  await page
    .getByRole('button', { name: /^Open chat for/ })
    .nth(row)
    .click();
  await log(page).getByRole('article').first().waitFor();
}

async function closeChat(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await log(page).waitFor({ state: 'hidden' });
}

/** In this order: each starts on the screen where the one before ends. */
const acts: Record<string, Act> = {
  'switch tab': {
    inputs: 1,
    act: (page, time) => {
      const name = new RegExp(`^${tabs[time % tabs.length]}`);
      return page
        .getByRole('navigation', { name: /^Jobs by/ })
        .getByRole('link', { name })
        .click();
    },
  },
  'type in search': {
    inputs: typed.length,
    act: (page) =>
      page.getByRole('searchbox', { name: 'Search jobs' }).pressSequentially(typed, { delay: 120 }),
    after: (page) => page.getByRole('searchbox', { name: 'Search jobs' }).fill(''),
  },
  'open chat': { inputs: 1, act: (page, time) => openChat(page, time % 3), after: closeChat },
};

/** Actions within one conversation. */
const actsInChat: Record<string, Act> = {
  'toggle addressed': {
    inputs: 1,
    act: (page, time) =>
      log(page)
        .getByRole('button', { name: /^Mark as/ })
        .nth(-1 - (time % 2))
        .click(),
  },
  'type a message': {
    inputs: typed.length,
    act: (page) => page.getByPlaceholder('Type your message…').pressSequentially(typed, { delay: 120 }),
  },
  send: {
    inputs: 1,
    act: async (page) => {
      const input = page.getByPlaceholder('Type your message…');
      if ((await input.inputValue()) === '') await input.fill(typed);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },
  },
};

async function measure(page: Page, what: string, { inputs, act, after }: Act): Promise<Interaction> {
  const inputMs: number[] = [];
  const longFramesMs: number[] = [];
  const laterFramesMs: number[] = [];
  for (let time = 0; time < timesEach; time += 1) {
    const begunAt = await page.evaluate(() => performance.now());
    await act(page, time);
    const doneAt = await page.evaluate(() => performance.now());
    // The browser reports a frame a little later.
    await page.waitForTimeout(800);
    const probe = await page.evaluate(() => (window as unknown as Probed).probe);
    const longest = new Map<number, number>();
    for (const { id, at, ms } of probe.interactions) {
      if (at >= begunAt) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
    }
    const noted = [...longest.values()];
    inputMs.push(...noted, ...Array<number>(Math.max(0, inputs - noted.length)).fill(leastMs));
    for (const { at, ms } of probe.longFrames) {
      if (at >= begunAt) (at < doneAt ? longFramesMs : laterFramesMs).push(ms);
    }
    await after?.(page);
    await page.waitForTimeout(300);
  }
  return { what, inputMs, longFramesMs, laterFramesMs };
}

/** Uses the product at `url` as a user does, on a processor with a quarter of the speed. */
export async function interact(context: BrowserContext, url: string): Promise<Interaction[]> {
  const { page } = await openPage(context);
  try {
    const measured: Interaction[] = [];
    await untilListed(page, url);
    await page.waitForTimeout(3000);
    for (const [what, act] of Object.entries(acts)) measured.push(await measure(page, what, act));
    await openChat(page, 0);
    for (const [what, act] of Object.entries(actsInChat)) measured.push(await measure(page, what, act));
    return measured;
  } finally {
    await page.close();
  }
}

/** Combines all runs of each kind. */
export function summed(all: readonly Interaction[]) {
  return Object.values(Object.groupBy(all, ({ what }) => what)).map((ofKind = []) => {
    const inputs = ofKind.flatMap(({ inputMs }) => inputMs);
    const frames = ofKind.flatMap(({ longFramesMs }) => longFramesMs);
    const later = ofKind.flatMap(({ laterFramesMs }) => laterFramesMs);
    return {
      what: ofKind[0]?.what ?? '',
      inputs: inputs.length,
      median: quantile(inputs, 0.5),
      p98: quantile(inputs, 0.98),
      longest: Math.max(...inputs),
      longFrames: frames.length,
      longestFrame: Math.max(0, ...frames),
      longestFrameAfter: Math.max(0, ...later),
    };
  });
}
