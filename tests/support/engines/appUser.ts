import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp, { type Region } from 'sharp';
import type { Engine, EngineWindow, Size } from './engine.ts';
import { type Found, locate, type Query } from './locate.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const limitMs = 30_000;
const stepMs = 100;

type Place = { engine: Engine; size: Size; profile: string; url: string; pictures: string };

/** A user of the app in one of the engines, who acts by the texts on the screen. */
export class AppUser {
  readonly #place: Place;
  #window: EngineWindow | undefined;
  #pictures = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** The folder of the pictures of this run. */
  get pictures(): string {
    return this.#place.pictures;
  }

  get size(): Size {
    return this.#place.size;
  }

  get isPhone(): boolean {
    return this.#place.size === 'phone';
  }

  get window(): EngineWindow {
    if (!this.#window) throw new Error('The browser is not open.');
    return this.#window;
  }

  async open(): Promise<void> {
    this.#window = await this.#place.engine.open(this.#place.profile, this.#place.size);
  }

  async close(): Promise<void> {
    await this.#window?.close();
    this.#window = undefined;
  }

  /** Ends the browser and starts it again with its stored data. */
  async restart(): Promise<void> {
    await this.close();
    await this.open();
  }

  async goTo(path: string): Promise<void> {
    await this.window.goTo(this.#place.url + path);
  }

  /** Waits until a check passes. @param what describes it in the failure's message */
  async until<T>(what: string, look: () => Promise<T | null | undefined | false>, ms = limitMs): Promise<T> {
    const end = Date.now() + ms;
    let trouble: unknown;
    do {
      try {
        const seen = await look();
        if (seen) return seen;
        trouble = undefined;
      } catch (error) {
        // A page that is being left cannot answer.
        trouble = error;
      }
      await pause(stepMs);
    } while (Date.now() < end);
    const shown = await this.text().catch(() => '');
    throw new Error(`Not within ${ms / 1000} s: ${what}\nThe page says:\n${shown.slice(0, 3000)}`, {
      cause: trouble,
    });
  }

  /** Returns all elements that a query finds right now. */
  async find(query: Query, toUse = false): Promise<Found[]> {
    if (!(await this.window.evaluate(() => 'axe' in window))) await this.window.run(axeSource);
    return this.window.evaluate(locate, query, toUse);
  }

  sees(query: Query): Promise<Found> {
    return this.until(`there is ${JSON.stringify(query)}`, async () => (await this.find(query))[0]);
  }

  async seesNone(query: Query): Promise<void> {
    await this.until(
      `there is no ${JSON.stringify(query)}`,
      async () => (await this.find(query)).length === 0,
    );
  }

  async seesPage(heading: string): Promise<void> {
    await this.sees({ role: 'heading', name: heading });
  }

  /** Returns the page's text. */
  text(): Promise<string> {
    return this.window.evaluate(() => document.body.innerText);
  }

  async seesText(words: string): Promise<void> {
    await this.until(`the page says “${words}”`, async () => (await this.text()).includes(words));
  }

  /** Clicks the first element that a query finds, once a click would reach it. */
  async click(query: Query): Promise<void> {
    let last: Found | undefined;
    const target = await this.until(`a click reaches ${JSON.stringify(query)}`, async () => {
      const [first] = await this.find(query, true);
      const isStill = first && last && first.x === last.x && first.y === last.y;
      last = first;
      return isStill && first.covered === '' && first;
    }).catch((error) => {
      throw last?.covered
        ? new Error(`${last.covered} lies over ${JSON.stringify(query)}.`, { cause: error })
        : error;
    });
    await this.window.clickAt(target.x, target.y);
  }

  async press(name: Query['name'], within?: Query): Promise<void> {
    await this.click({ role: 'button', ...(name && { name }), ...(within && { within }) });
  }

  /** Replaces the text of a field, found by its label. */
  async fill(label: string, text: string): Promise<void> {
    await this.click({ role: 'field', name: { pattern: `^${label}( ?\\(?optional\\)?)?$` } });
    await this.window.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    });
    await this.window.type(text);
  }

  /** Sets one of a group of radio buttons or checkboxes. */
  async choose(group: string, role: 'radio' | 'checkbox', name: string): Promise<void> {
    const query: Query = {
      role,
      name,
      within: {
        role: role === 'radio' ? 'radiogroup' : 'group',
        name: { pattern: `^${group}( ?\\(?optional\\)?)?$` },
      },
    };
    await this.click(query);
    await this.until(`${name} is chosen`, async () => (await this.find(query))[0]?.checked);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.goTo('/');
    await this.seesPage('Sign in');
    await this.fill('Email', email);
    await this.fill('Password', password);
    await this.press('Sign in');
    await this.seesPage('Jobs');
  }

  /** Waits until the app is installed: from here on it starts without the server. */
  async isInstalled(): Promise<void> {
    const isActive = () =>
      this.window.evaluate(async () => {
        const worker = await navigator.serviceWorker.getRegistration();
        return worker?.active?.state === 'activated';
      });
    await this.until('the app is installed', isActive, 60_000);
  }

  /** Saves a screenshot. */
  async picture(name: string): Promise<void> {
    this.#pictures += 1;
    const number = String(this.#pictures).padStart(2, '0');
    await this.window.screenshot(join(this.#place.pictures, `${number}-${name}.png`));
  }

  /** Returns how much of a region of the screen has a color, from 0 to 1. */
  async shareOf(colour: readonly [number, number, number], region: Region): Promise<number> {
    const file = join(this.#place.profile, 'screen.png');
    await this.window.screenshot(file);
    const { width = 0, height = 0 } = await sharp(file).metadata();
    const right = Math.min(region.left + region.width, width);
    const bottom = Math.min(region.top + region.height, height);
    const seen = { ...region, width: right - region.left, height: bottom - region.top };
    const pixels = await sharp(file).extract(seen).removeAlpha().raw().toBuffer();
    let count = 0;
    for (let at = 0; at < pixels.length; at += 3) {
      if (colour.every((value, channel) => Math.abs((pixels[at + channel] ?? 0) - value) <= 2)) count += 1;
    }
    return (count * 3) / pixels.length;
  }
}
