import type { Page } from '@playwright/test';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcpProxy.ts';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { test as base } from './product.ts';

type BadLine = {
  /** The proxy between the user and the server. */
  line: TcpProxy;
  person: Person;
};

/** The console error that a browser writes for a failed connection and for a refusal. */
const expected = /Failed to load resource/;

/** Tests of a user whose connection to the server can be cut. */
export const test = base.extend<BadLine>({
  line: async ({ product }, use) => {
    const line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
    await use(line);
    await line.close();
  },
  person: async ({ line, browser, contextOptions }, use) => {
    const context = await browser.newContext({ ...contextOptions, acceptDownloads: true });
    const page = await context.newPage();
    const problems = problemsOf(page);
    await watchPolicy(context, problems);
    await use(new Person(page, `http://127.0.0.1:${line.port}`));
    await context.close();
    if (problems.length > 0) throw new Error(`The console said:\n${problems.join('\n')}`);
  },
});

function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
  });
  return problems;
}
