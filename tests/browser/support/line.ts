import { expect } from '@playwright/test';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { test as base } from './product.ts';

const password = 'stamped-2026';

type Fixtures = {
  /** A connection to the product that can be cut. */
  line: Awaited<ReturnType<typeof startTcpProxy>>;
  /** Opens a browser behind that connection. */
  personOnLine(email: string): Promise<Person>;
};

/** Tests against the whole product, behind a connection that can be cut. */
export const test = base.extend<Fixtures>({
  line: async ({ product }, use) => {
    const { hostname, port } = new URL(product.url);
    const line = await startTcpProxy({ host: hostname, port: Number(port) });
    await use(line);
    await line.close();
  },
  personOnLine: async ({ browser, contextOptions, line }, use) => {
    const problems: string[] = [];
    await use(async (email) => {
      const context = await browser.newContext(contextOptions);
      await watchPolicy(context, problems);
      const page = await context.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('dialog', (dialog) => {
        if (dialog.type() === 'alert') problems.push(`alert: ${dialog.message()}`);
        void dialog.accept();
      });
      const person = new Person(page, `http://127.0.0.1:${line.port}`);
      await person.signIn(email, password);
      return person;
    });
    expect(problems).toEqual([]);
  },
});
