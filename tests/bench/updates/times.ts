import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { openPostgres } from '../../../server/data/db/open.ts';
import { appDir, compressApp } from '../../../server/start/appBuild.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { startFaultProxy } from '../../support/network/faultProxy.ts';
import { startSlowLine } from '../../support/network/slowLine.ts';
import { startStack } from '../../support/server/stack.ts';
import { runs } from '../figures.ts';
import { serveApps } from '../servedApps.ts';
import { openBrowser, rowsOfList } from '../start/openBrowser.ts';
import { listing, signInToProduct } from '../start/subjects.ts';

const bitsPerSecond = 20 * 1024 * 8;
const changedFile = resolve('src/app/start/update.ts');

export type UpdateTimes = {
  as: 'whole files' | 'difference';
  /** From the look for an update until it is offered. */
  offeredMs: number;
  /** From *Update* until the list of the new version is there. */
  usableMs: number;
  /** From the server until then, with headers. */
  kb: number;
}[];

/** Builds the present app with another sentence, as a commit changes one. @returns its folder */
async function buildNext(): Promise<string> {
  const outDir = resolve('node_modules/.cache/bench/next-version');
  await build({
    logLevel: 'error',
    plugins: [
      {
        name: 'another-sentence',
        enforce: 'pre',
        transform(code, id) {
          if (id !== changedFile) return undefined;
          return code.replace('A new version of EV Jobs is ready.', 'A newer version of EV Jobs is ready.');
        },
      },
    ],
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/** One origin in front of one server or another, which counts the bytes that come from them. */
async function startSwitch(first: string) {
  let port = Number(new URL(first).port);
  let down = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.on('data', ({ length }) => {
      down += length;
    });
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    down: () => down,
    to(url: string) {
      port = Number(new URL(url).port);
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((later) => setTimeout(later, 50));
  });
}

async function updateOnce(
  before: string,
  after: string,
  as: UpdateTimes[number]['as'],
): Promise<UpdateTimes[number]> {
  const servers = await startSwitch(before);
  const proxy = await startFaultProxy(servers.url);
  // As where the server does not know the device's version.
  if (as === 'whole files')
    proxy.plan = ({ path }) =>
      path.startsWith('/updates/') ? { kind: 'foreign answer', answer: 'foreign text', status: 404 } : null;
  const line = await startSlowLine(proxy.url);
  const { context, close } = await openBrowser();
  await signInToProduct(context, line.url + listing);
  const page = await context.newPage();
  await page.goto(line.url + listing);
  await page.locator(rowsOfList).first().waitFor();
  await untilInstalled(page);

  servers.to(after);
  line.bitsPerSecond = bitsPerSecond;
  const bytes = servers.down();
  const looked = performance.now();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const accept = page.getByRole('button', { name: 'Update', exact: true });
  await accept.waitFor({ timeout: 300_000 });
  const offeredMs = performance.now() - looked;
  const kb = (servers.down() - bytes) / 1000;

  const reloaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
  const accepted = performance.now();
  await accept.click();
  await reloaded;
  await page.locator(rowsOfList).first().waitFor();
  const usableMs = performance.now() - accepted;
  await close();
  await line.close();
  await proxy.close();
  await servers.close();
  return {
    as,
    offeredMs: Math.round(offeredMs),
    usableMs: Math.round(usableMs),
    kb: Math.round(kb * 10) / 10,
  };
}

/** Updates devices from the present version to the next on a slow connection. */
export async function updateTimes(): Promise<UpdateTimes> {
  const ends: (() => Promise<unknown>)[] = [];
  const times: UpdateTimes = [];
  try {
    const postgres = await startPostgres();
    ends.push(() => postgres.stop());
    const databaseUrl = `${postgres.url}/postgres`;
    const stack = await startStack({ seed: true, environment: { DATABASE_URL: databaseUrl } });
    ends.push(() => stack.stop({ remove: true }));
    const next = await buildNext();
    await compressApp();
    const apps = await serveApps(stack, [
      { name: 'before', folder: appDir, databaseUrl },
      { name: 'after', folder: next, databaseUrl },
    ]);
    ends.push(() => apps.stop());
    const db = await openPostgres(databaseUrl);
    ends.push(() => db.close());
    while ((await db.query('select 1 from app_versions')).length < 2) await sleep(200);
    for (let run = 0; run < runs; run += 1)
      for (const as of ['whole files', 'difference'] as const) {
        times.push(await updateOnce(apps.url('before'), apps.url('after'), as));
        console.log(times.at(-1));
      }
  } finally {
    for (const end of ends.reverse()) await end();
  }
  return times;
}
