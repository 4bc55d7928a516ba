import type { BrowserContext } from '@playwright/test';

const mark = 'Refused by the security headers:';
const ofTheBrowser = /Content Security Policy|requires 'Trusted|Permissions[- ]Policy/;

/** Adds to `problems` what the browser refuses because of the server's security headers, in any page of this context. */
export async function watchPolicy(context: BrowserContext, problems: string[]): Promise<void> {
  await context.addInitScript((words) => {
    document.addEventListener('securitypolicyviolation', (violation) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = violation;
      console.error(words, effectiveDirective, blockedURI, sample, `${sourceFile}:${lineNumber}`);
    });
  }, mark);
  context.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(mark) || ofTheBrowser.test(text)) problems.push(text);
  });
}
