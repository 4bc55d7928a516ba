import type { Page } from '@playwright/test';
import { startTcpProxy, type TcpProxy } from '../../support/tcpProxy.ts';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { test as base } from './product.ts';

type BadLine = {
  /** What stands between the person and the service. */
  line: TcpProxy;
  person: Person;
};

/** What a browser writes when nobody is there, and when somebody who is there refuses. */
const expected = /Failed to load resource/;

/** Tests of a person whose line to the service can be cut. */
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
