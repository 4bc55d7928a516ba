import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { appDir } from '../../../server/start/appBuild.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { startStack } from '../../support/server/stack.ts';
import { add, figureOf, keepFigures, printBars, ratioOf, round, runs, spread } from '../figures.ts';
import { serveApps } from '../servedApps.ts';
import { type Line, startLine } from '../start/line.ts';
import { openBrowser } from '../start/openBrowser.ts';
import { listing, makeCold, signInToProduct } from '../start/subjects.ts';
import { endProcess, openPage, type Visit, visit } from '../start/visit.ts';

/**
 * Measures a first visit on Slow 4G with a quarter of a processor, nothing on the device, in turns: until the sign-in and the sign-up can
 * be typed in, beside a plain HTML page with the form of the sign-in; and until the list of jobs is drawn after a sign-in. `BASE` is the
 * folder of another build (`dist` of another commit), which is measured beside this one.
 */
const product = 'EV Jobs';
const base = 'before';
const plain = 'plain page';
const emailField = 'form input[type="email"]';
const pages = { 'sign-in': '/auth/signin', 'sign-up': '/auth/signup', list: listing } as const;
type Visited = keyof typeof pages;

const plainPage = `<!doctype html>
<html lang="en">
  <title>Sign in</title>
  <meta name="viewport" content="width=device-width" />
  <h1>Sign in</h1>
  <form method="dialog">
    <p><label>Email <input type="email" name="email" autocomplete="username" /></label></p>
    <p><label>Password <input type="password" name="password" autocomplete="current-password" /></label></p>
    <button>Sign in</button>
  </form>
</html>
`;

/** Removes everything that the device has of a site. */
async function forgetSite(context: BrowserContext, { url }: Line): Promise<void> {
  const { page, session } = await openPage(context, 1);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.send('Network.clearBrowserCache');
  await page.close();
}

const visits: Record<Visited, Record<string, Visit[]>> = { 'sign-in': {}, 'sign-up': {}, list: {} };
const ends: (() => Promise<unknown>)[] = [];

function figures(visited: Visited, name: string, what: 'listMs' | 'kbToList'): number[] {
  return (visits[visited][name] ?? []).map((one) => one[what]);
}

function report(): void {
  for (const [visited, all] of Object.entries(visits)) {
    console.log(`\n${visited}; medians, of times the half around them too; ms`);
    console.table(
      Object.entries(all).map(([name, of]) => ({
        subject: name,
        'can be used': spread(figureOf(of.map(({ listMs }) => listMs))),
        FCP: spread(figureOf(of.map(({ firstPaintMs }) => firstPaintMs))),
        'kB until then': round(figureOf(of.map(({ kbToList }) => kbToList)).median, 1),
        kB: round(figureOf(of.map(({ kb }) => kb)).median, 1),
        CLS: round(figureOf(of.map(({ layoutShift }) => layoutShift)).median, 4),
      })),
    );
  }
  const ratio = (visited: Visited, to: string) =>
    ratioOf(figures(visited, product, 'listMs'), figures(visited, to, 'listMs')).median;
  const kb = (visited: Visited) => figureOf(figures(visited, product, 'kbToList')).median;
  printBars([
    { what: `sign-in, of “${plain}”`, is: ratio('sign-in', plain), most: 2 },
    { what: 'sign-in, kB until it can be typed in', is: kb('sign-in'), most: 60 },
    { what: 'sign-up, kB until it can be typed in', is: kb('sign-up'), most: 60 },
    ...(process.env.BASE
      ? [
          { what: `sign-in, of “${base}”`, is: ratio('sign-in', base), most: 0.3 },
          { what: `sign-up, of “${base}”`, is: ratio('sign-up', base), most: 0.3 },
          { what: `first list, of “${base}”`, is: ratio('list', base), most: 0.8 },
        ]
      : []),
  ]);
}

try {
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const databaseUrl = `${postgres.url}/postgres`;
  const stack = await startStack({ seed: true, environment: { DATABASE_URL: databaseUrl } });
  ends.push(() => stack.stop({ remove: true }));
  const plainDir = await mkdtemp(join(tmpdir(), 'ev-plain-'));
  ends.push(() => rm(plainDir, { recursive: true }));
  await mkdir(join(plainDir, 'assets'));
  await writeFile(join(plainDir, 'index.html'), plainPage);
  const folders = {
    [product]: appDir,
    ...(process.env.BASE && { [base]: process.env.BASE }),
    [plain]: plainDir,
  };
  const apps = await serveApps(
    stack,
    Object.entries(folders).map(([name, folder]) => ({ name, folder, databaseUrl })),
  );
  ends.push(() => apps.stop());
  const forms: [string, Line][] = [];
  const lists: [string, Line][] = [];
  for (const name of Object.keys(folders)) {
    forms.push([name, await startLine(apps.url(name))]);
    if (name !== plain) lists.push([name, await startLine(apps.url(name))]);
  }
  for (const [, line] of [...forms, ...lists]) ends.push(() => line.close());
  const { context, close } = await openBrowser(
    Object.fromEntries(forms.map(([, { url }]) => [url, emailField])),
  );
  ends.push(() => close().catch(() => undefined));
  for (const [, { url }] of lists) await signInToProduct(context, url);

  const measure = async (visited: Visited, name: string, line: Line) => {
    await endProcess(context);
    line.become('Slow 4G');
    const figure = await visit(context, line.url + pages[visited]).finally(() => line.become('fast'));
    add(visits[visited], name, figure);
    console.log(`${visited}, ${name}: ${round(figure.listMs, 0)} ms`);
  };
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Run ${run} of ${runs}`);
    for (const visited of ['sign-in', 'sign-up'] as const)
      for (const [name, line] of forms) {
        if (visited === 'sign-up' && name === plain) continue;
        await forgetSite(context, line);
        await measure(visited, name, line);
      }
    for (const [name, line] of lists) {
      await makeCold(context, { name, line, url: line.url + listing });
      await measure('list', name, line);
    }
    await keepFigures('visit', visits);
  }
} catch (error) {
  console.error('The measurement ended early:', error);
  process.exitCode = 1;
} finally {
  report();
  for (const end of ends.reverse()) await end();
}
