import { chromium } from '@playwright/test';
import { findBrowser } from '../run/findBrowser.ts';
import { type Engine, type EngineWindow, type Point, type Size, viewports } from './engine.ts';

const dragSteps = 14;

function between(from: Point, to: Point, step: number): Point {
  const share = step / dragSteps;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

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

  async function dragFinger(from: Point, to: Point): Promise<void> {
    const touch = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await finger('touchStart', from);
    for (let step = 1; step <= dragSteps; step += 1) await finger('touchMove', between(from, to, step));
    await finger('touchEnd');
    await touch.detach();
  }

  async function dragMouse(from: Point, to: Point): Promise<void> {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: dragSteps });
    await page.mouse.up();
  }
  return {
    goTo: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate: (work, ...args) => page.evaluate(`(${work})(...${JSON.stringify(args)})`),
    run: async (source) => void (await page.evaluate(source)),
    clickAt: (x, y) => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    drag: isPhone ? dragFinger : dragMouse,
    async swipe(at, right) {
      if (isPhone) {
        // A finger stays on the screen, and what it moves goes on.
        const half = Math.sign(right) * Math.min(Math.abs(right), viewports.phone.width * 0.7) * 0.5;
        return dragFinger({ ...at, x: at.x - half }, { ...at, x: at.x + half });
      }
      await page.mouse.move(at.x, at.y);
      await page.mouse.wheel(-right, 0);
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    setFiles: (selector, paths) => page.locator(selector).setInputFiles([...paths]),
    screenshot: async (path) => void (await page.screenshot({ path })),
    print: () => page.pdf({ format: 'letter' }),
    errors: () => errors,
    close: () => context.close(),
  };
}

/** Chromium by Playwright. */
export const chromiumEngine: Engine = { missing: () => null, open, stop: async () => undefined };
