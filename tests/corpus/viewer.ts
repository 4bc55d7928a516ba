import { readFile } from 'node:fs/promises';
import { type Browser, type CDPSession, chromium, type Page, type Route } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { responseMark } from '../../src/contract/calls.ts';
import { clientEmail, Office } from '../browser/support/outbox/office.ts';
import { browserArgs, findBrowser } from '../support/run/findBrowser.ts';
import { type Stack, startStack } from '../support/server/stack.ts';

/** A page as the viewer shows it. */
export type ShownPage = {
  /** As PNG. */
  picture: Uint8Array;
  /** What it says beside the page. */
  words: string[];
};

/** Why a page is not shown: in words of the app, or `silent`, because it came to no end. */
export type NotShown = { words: string; isSilent: boolean };

type Opened = { bytes: Buffer; name: string; key: string };

const pictureEdge = 720;
const lateWordsMs = 1500;

/** The plan viewer of the built app in a browser, with the whole product behind it. Files are given to the page, not uploaded. */
export class Viewer {
  readonly #stack: Stack;
  readonly #browser: Browser;
  readonly #processes: CDPSession;
  readonly #jobId: string;
  #page: Page;
  #file: Opened | null = null;
  #opened = 0;
  megabytes = 0;

  private constructor(stack: Stack, browser: Browser, processes: CDPSession, jobId: string, page: Page) {
    this.#stack = stack;
    this.#browser = browser;
    this.#processes = processes;
    this.#jobId = jobId;
    this.#page = page;
  }

  static async start(): Promise<Viewer> {
    const stack = await startStack({ seed: true });
    const { jobId } = await (await Office.open(stack.url)).newJob('Corpus', 0);
    const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs });
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto(stack.url);
    await page.getByLabel('Email', { exact: true }).fill(clientEmail);
    await page.getByLabel('Password', { exact: true }).fill(seedPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/jobs\/listing\//);
    const viewer = new Viewer(stack, browser, await browser.newBrowserCDPSession(), jobId, page);
    await context.route(`**/api/jobs/${jobId}`, (route) => viewer.#answerJob(route));
    await context.route('**/api/attachments/corpus-*/**', (route) => viewer.#answerFile(route));
    await viewer.#newPage();
    return viewer;
  }

  /** Opens a file. What was open before is gone. */
  async open(path: string, name: string): Promise<void> {
    this.#opened += 1;
    this.#file = { bytes: await readFile(path), name, key: `corpus-${this.#opened}` };
    this.megabytes = 0;
    await this.#page.goto(`${this.#stack.url}/plans/${this.#jobId}/${this.#file.key}`);
  }

  /** Returns how many pages the file has, once it is open. */
  async pageCount(limitMs: number): Promise<number | NotShown> {
    const outcome = await this.#outcome(1, limitMs);
    if (outcome !== 'shown') return outcome;
    const label = await this.#page.getByRole('application').getAttribute('aria-label');
    return Number(/ of (\d+)$/.exec(label ?? '')?.[1] ?? 1);
  }

  /** Shows a page of the open file. */
  async show(number: number, limitMs: number): Promise<ShownPage | NotShown> {
    const page = this.#page;
    await page.evaluate((search) => {
      if (location.search === search) return;
      history.pushState(history.state, '', location.pathname + search);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, `?page=${number}`);
    const outcome = await this.#outcome(number, limitMs);
    if (outcome !== 'shown') return outcome;
    const encoded = await page.evaluate(async (edge) => {
      const drawn = () => document.querySelector<HTMLCanvasElement>('[role="application"] canvas');
      // What is said above a page makes it smaller, and it is drawn again.
      while (!drawn()) await new Promise(requestAnimationFrame);
      const canvas = drawn() as HTMLCanvasElement;
      canvas.dataset.seen = '';
      const scale = Math.min(1, edge / Math.max(canvas.width, canvas.height));
      const copy = document.createElement('canvas');
      copy.width = Math.max(1, Math.round(canvas.width * scale));
      copy.height = Math.max(1, Math.round(canvas.height * scale));
      const context = copy.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(canvas, 0, 0, copy.width, copy.height);
      return copy.toDataURL('image/png').replace(/^.*,/, '');
    }, pictureEdge);
    await this.#measure();
    return { picture: Buffer.from(encoded, 'base64'), words: await this.words() };
  }

  /** Returns what is said beside the page. @param isLate waits for words that come after the page */
  async words({ isLate = false } = {}): Promise<string[]> {
    const read = () =>
      this.#page.evaluate(() => {
        const quiet =
          'button, a, h1, header, input, label, select, [role="application"], [role="toolbar"], .visually-hidden, nav';
        const parts = [...document.querySelectorAll('article p, article li, article output, article [role]')];
        const seen = parts.filter((part) => part.checkVisibility() && !part.closest(quiet));
        return [
          ...new Set(seen.map((part) => (part as HTMLElement).innerText.trim().replaceAll(/\s+/g, ' '))),
        ];
      });
    const until = performance.now() + (isLate ? lateWordsMs : 0);
    for (;;) {
      // Numbers alone are those of pages.
      const words = (await read()).filter((sentence) => /\p{L}{2}/u.test(sentence));
      if (words.length > 0 || performance.now() > until) return words;
      await this.#page.waitForTimeout(100);
    }
  }

  /** Goes on with a new page after a file that the old one may be busy with. */
  async recover(): Promise<void> {
    const old = this.#page;
    await this.#newPage();
    // A page that hangs may not close.
    await Promise.race([old.close().catch(() => undefined), new Promise((done) => setTimeout(done, 5000))]);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#stack.stop({ remove: true });
  }

  async #newPage(): Promise<void> {
    const context = this.#browser.contexts()[0];
    if (!context) throw new Error('The browser has ended.');
    this.#page = await context.newPage();
  }

  async #outcome(number: number, limitMs: number): Promise<'shown' | NotShown> {
    const found = this.#page.waitForFunction(
      (page) => {
        const alert = document.querySelector<HTMLElement>('article [role="alert"]');
        if (alert) return alert.querySelector('p')?.innerText || alert.innerText;
        const view = document.querySelector('[role="application"]');
        // With a label between, where the document has them.
        const isThere = new RegExp(`(page|,) ${page} of \\d+$`).test(view?.ariaLabel ?? '');
        const isDrawn = view?.querySelector('canvas:not([data-seen])') && view.ariaBusy !== 'true';
        // Turning to the page that is shown draws nothing anew.
        return isThere && (isDrawn || (page === 1 && view?.querySelector('canvas'))) ? 'shown' : null;
      },
      number,
      { timeout: limitMs, polling: 50 },
    );
    const crashed = new Promise<never>((_, reject) => {
      this.#page.once('crash', () => reject(new Error('The page crashed.')));
    });
    try {
      const outcome = (await (await Promise.race([found, crashed])).jsonValue()) as string;
      await this.#measure();
      return outcome === 'shown' ? outcome : { words: outcome, isSilent: false };
    } catch (error) {
      const [words = ''] = (error as Error).message.split('\n');
      return { words, isSilent: true };
    }
  }

  /** Notes the resident memory of the browser's processes for pages. */
  async #measure(): Promise<void> {
    const { processInfo } = await this.#processes.send('SystemInfo.getProcessInfo');
    let kilobytes = 0;
    for (const { type, id } of processInfo) {
      if (type === 'browser') continue;
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      kilobytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    }
    this.megabytes = Math.max(this.megabytes, Math.round(kilobytes / 1024));
  }

  async #answerJob(route: Route): Promise<void> {
    const response = await route.fetch();
    const { body } = (await response.json()) as { body: object };
    if (!this.#file) return route.fulfill({ response });
    const { key, name, bytes } = this.#file;
    const file = {
      key,
      link: `/attachments/${key}/${encodeURIComponent(name)}`,
      fileName: name,
      contentType: 'application/pdf',
      size: bytes.length,
      communicationId: null,
      uploadedBy: clientEmail,
      uploadedByName: 'Client',
      createdTimestamp: 1_767_000_000,
    };
    await route.fulfill({ response, json: { body: { ...body, attachments: [file] } } });
  }

  async #answerFile(route: Route): Promise<void> {
    const bytes = this.#file?.bytes ?? Buffer.alloc(0);
    const headers = { 'content-type': 'application/pdf', [responseMark]: '1' };
    const range = /^bytes=(\d+)-(\d+)$/.exec(route.request().headers().range ?? '');
    if (!range) return route.fulfill({ headers, body: bytes });
    const [from, to] = [Number(range[1]), Number(range[2])];
    const part = bytes.subarray(from, to + 1);
    const contentRange = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
    await route.fulfill({ status: 206, headers: { ...headers, 'content-range': contentRange }, body: part });
  }
}
