import { chromium } from '@playwright/test';
import { findBrowser } from '../findBrowser.ts';
import { type Engine, type EngineWindow, type Size, viewports } from './engine.ts';

async function open(profile: string, size: Size): Promise<EngineWindow> {
  const isPhone = size === 'phone';
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    viewport: viewports[size],
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate: (work, ...args) => page.evaluate(`(${work})(...${JSON.stringify(args)})`),
    run: async (source) => void (await page.evaluate(source)),
    clickAt: (x, y) => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    setFiles: (selector, paths) => page.locator(selector).setInputFiles([...paths]),
    screenshot: async (path) => void (await page.screenshot({ path })),
    errors: () => errors,
    close: () => context.close(),
  };
}

/** Chromium by Playwright. */
export const chromiumEngine: Engine = { missing: () => null, open, stop: async () => undefined };
