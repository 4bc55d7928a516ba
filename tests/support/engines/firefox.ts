import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { findFirefox } from '../../push-firefox/firefox.ts';
import { type Engine, type EngineWindow, type Size, viewports } from './engine.ts';

async function open(profile: string, size: Size): Promise<EngineWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
    acceptInsecureCerts: false,
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  await page.setViewport(viewports[size]).catch((error: Error) => {
    // Firefox before 153 does not know it; the size is set all the same.
    if (!error.message.includes('setScreenOrientationOverride')) throw error;
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate: async (work, ...args) =>
      (await page.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Awaited<ReturnType<typeof work>>,
    run: async (source) => void (await page.evaluate(source)),
    clickAt: (x, y) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 14 });
      await page.mouse.up();
    },
    async swipe(at, right) {
      await page.mouse.move(at.x, at.y);
      await page.mouse.wheel({ deltaX: -right });
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async setFiles(selector, paths) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      if (!input) throw new Error(`Nothing is found by ${selector}.`);
      await input.uploadFile(...paths);
    },
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    print: () => page.pdf({ format: 'letter' }),
    errors: () => errors,
    close: () => browser.close(),
  };
}

/** Firefox by Puppeteer over WebDriver BiDi. */
export const firefoxEngine: Engine = {
  missing: () =>
    findFirefox()
      ? null
      : 'Firefox is not installed: install firefox-esr or firefox, or set FIREFOX_PATH to its program.',
  open,
  stop: async () => undefined,
};
