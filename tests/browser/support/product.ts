import { test as base, type Page } from '@playwright/test';
import { type Stack, startStack } from '../../support/stack.ts';
import { Person } from './person.ts';

type Product = {
  url: string;
  /** Stops the whole product and starts it on the same data. */
  restart(): Promise<void>;
};

type Fixtures = {
  /** Somebody with a browser of their own; errors on their console fail the test. */
  newPerson(name: string): Promise<Person>;
};

/** Tests against the whole product: the app, the server, the database and the Auth emulator, with demo data. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      let stack: Stack = await startStack({ seed: true });
      const { url, emulatorUrl, dataDir } = stack;
      await use({
        url,
        async restart() {
          await stack.stop();
          stack = await startStack({
            seed: true,
            dataDir,
            port: Number(new URL(url).port),
            emulatorPort: Number(new URL(emulatorUrl).port),
          });
        },
      });
      await stack.stop({ remove: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  newPerson: async ({ browser, contextOptions, product }, use) => {
    const problems: string[] = [];
    await use(async (name) => {
      const context = await browser.newContext({ ...contextOptions, acceptDownloads: true });
      const page = await context.newPage();
      listen(page, name, problems);
      return new Person(page, product.url);
    });
    if (problems.length > 0) throw new Error(`The console said:\n${problems.join('\n')}`);
  },
});

/** A refusal that the app asked for and understands; browsers write every one of them to the console. */
const expectedRefusal = /Failed to load resource: the server responded with a status of 40[0-9]/;

function listen(page: Page, name: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedRefusal.test(message.text())) return;
    problems.push(`${name}: ${message.text()}`);
  });
}
