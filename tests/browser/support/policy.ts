import type { BrowserContext } from '@playwright/test';

const mark = 'Refused by the security headers:';
const ofTheBrowser = /Content Security Policy|requires 'Trusted|Permissions[- ]Policy/;

const unhandled = 'Unhandled in the worker:';
/** The error by which a background sync asks the browser to retry later; Chromium reports it as unhandled. */
const askedToTryAgain = 'Error: Some of what waits is not sent yet.';

/** Adds to `problems` the unhandled errors of this context's service workers. */
function watchWorkers(context: BrowserContext, problems: string[]): void {
  context.on('serviceworker', (worker) => {
    worker.on('console', (message) => {
      const text = message.text();
      if (text.startsWith(unhandled) && !text.endsWith(askedToTryAgain)) problems.push(text);
    });
    const listen = (words: string) =>
      self.addEventListener('unhandledrejection', ({ reason }) => console.error(words, String(reason)));
    // It may have ended by then.
    worker.evaluate(listen, unhandled).catch(() => undefined);
  });
}

/** Adds to `problems` the violations of the server's security headers in any page of this context. */
export async function watchPolicy(context: BrowserContext, problems: string[]): Promise<void> {
  await context.addInitScript((words) => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = violation;
      console.error(words, effectiveDirective, blockedURI, sample, `${sourceFile}:${lineNumber}`);
    });
  }, mark);
  watchWorkers(context, problems);
  context.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(mark) || ofTheBrowser.test(text)) problems.push(text);
  });
}
