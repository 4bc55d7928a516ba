import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '../../support/run/findBrowser.ts';
import { installProbe, jobWords, listWords } from './probe.ts';

/** The first row of a list, in the product and in the floor. */
export const rowsOfList = 'main [data-index]';

/**
 * Opens a phone with a profile of its own on the disk; every page in it records its start.
 *
 * @param marks by origin: the selector of what is there once an app has started, where that is no list of ours
 */
export async function openBrowser(
  marks: Record<string, string> = {},
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'ev-bench-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  });
  await context.addInitScript(installProbe, { rowsOfList, marks, listWords, jobWords });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
