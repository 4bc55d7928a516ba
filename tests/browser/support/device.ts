import { cp, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect } from '@playwright/test';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { test as base } from './product.ts';

/** A user's phone or desk: a browser whose storage survives it, however it ends. */
export class Device {
  readonly #dir: string;
  readonly #url: string;
  #context: BrowserContext | null = null;
  readonly #problems: string[];

  constructor(dir: string, url: string, problems: string[]) {
    this.#dir = dir;
    this.#url = url;
    this.#problems = problems;
  }

  /** Starts the browser with one window. */
  async open(): Promise<Person> {
    this.#context = await chromium.launchPersistentContext(this.#dir);
    await watchPolicy(this.#context, this.#problems);
    this.#context.on('weberror', (error) => this.#problems.push(error.error().message));
    const [page] = this.#context.pages();
    return new Person(page ?? (await this.#context.newPage()), this.#url);
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  /** Kills the browser as a flat battery does. */
  async kill(): Promise<void> {
    // The lock in the browser's folder names its process as "host-pid".
    const lock = await readlink(join(this.#dir, 'SingletonLock'));
    const gone = new Promise((resolve) => this.#context?.once('close', resolve));
    process.kill(Number(lock.slice(lock.lastIndexOf('-') + 1)), 'SIGKILL');
    await gone;
    this.#context = null;
    await rm(join(this.#dir, 'SingletonLock'), { force: true });
  }

  /**
   * Copies local storage once its folder holds these keys. A browser writes it some seconds later, so a killed one may start again
   * with removed data.
   *
   * @returns a function that replaces the folder with the copy while no browser runs
   */
  async copyLocalStorage(keys: readonly string[]): Promise<() => Promise<void>> {
    const folder = join(this.#dir, 'Default', 'Local Storage', 'leveldb');
    const copy = join(this.#dir, 'local-storage-copy');
    const missing = async () => {
      await rm(copy, { recursive: true, force: true });
      await cp(folder, copy, { recursive: true });
      const files = await Promise.all(
        (await readdir(copy)).map((name) => readFile(join(copy, name), 'latin1')),
      );
      const written = files.join();
      return keys.filter((key) => !written.includes(key));
    };
    await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
    return async () => {
      await rm(folder, { recursive: true });
      await cp(copy, folder, { recursive: true });
    };
  }

  async discard(): Promise<void> {
    await this.close();
    await rm(this.#dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Tests against the whole product at an address, whose users have a device of their own. */
export const test = base.extend<{ deviceAt: (url: string) => Promise<Device> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  deviceAt: async ({}, use) => {
    const made: Device[] = [];
    const problems: string[] = [];
    await use(async (url) => {
      const device = new Device(await mkdtemp(join(tmpdir(), 'ev-jobs-device-')), url, problems);
      made.push(device);
      return device;
    });
    for (const device of made) await device.discard();
    if (problems.length > 0) throw new Error(`The console said:\n${problems.join('\n')}`);
  },
});

/** Waits until the app is installed: from here on it starts without the server. */
export async function isInstalled({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((resolve) =>
      active?.addEventListener('statechange', () => active.state === 'activated' && resolve()),
    );
  });
}
