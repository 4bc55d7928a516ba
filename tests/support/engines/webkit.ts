import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/stack.ts';
import { type Engine, type EngineWindow, type Size, viewports } from './engine.ts';

const browserProgram = fileURLToPath(new URL('webkitBrowser.py', import.meta.url));
const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function hasLibrary(): boolean {
  const look = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  return spawnSync('/usr/bin/python3', ['-c', look]).status === 0;
}

/** The display of all windows; started with the first one. */
let display: { child: ChildProcess; name: string } | undefined;

async function displayName(): Promise<string> {
  if (!display) {
    const args = ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'];
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    process.once('exit', () => child.kill());
    const [number] = await once(createInterface({ input: child.stdio[3] as Readable }), 'line');
    display = { child, name: `:${number}` };
  }
  return display.name;
}

/**
 * WebKit's message about a request that ended with its page; page and request have the same origin, so it is not about access
 * control.
 */
const endedByNavigation =
  /^(https?:\/\/[^/]+)\/\S* CONSOLE JS ERROR Fetch API cannot load \1\/\S* due to access control checks\.$/;

type Answer = { value: unknown };

/** Sends a command to the driver, as in the WebDriver standard. */
async function command(url: string, method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
}

async function startDriver(): Promise<{ child: ChildProcess; url: string; errors: string[] }> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: await displayName() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAtExit = () => child.kill();
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  const errors: string[] = [];
  for (const input of [child.stdout, child.stderr] as Readable[]) {
    createInterface({ input }).on('line', (line) => {
      if (/CONSOLE JS ERROR/.test(line) && !endedByNavigation.test(line)) errors.push(line);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 100; tries > 0; tries -= 1) {
    if (
      await fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { child, url, errors };
    await pause(100);
  }
  throw new Error('WebKitWebDriver did not start within 10 s.');
}

async function open(profile: string, size: Size): Promise<EngineWindow> {
  const { width, height } = viewports[size];
  const driver = await startDriver();
  const alwaysMatch = {
    'webkitgtk:browserOptions': {
      binary: browserProgram,
      args: ['--automation', `--data=${profile}`, `--width=${width}`, `--height=${height}`],
    },
    unhandledPromptBehavior: 'accept',
  };
  const session = (await command(`${driver.url}/session`, 'POST', { capabilities: { alwaysMatch } })) as {
    sessionId: string;
  };
  const at = `${driver.url}/session/${session.sessionId}`;
  await command(`${at}/timeouts`, 'POST', { script: 60_000, pageLoad: 60_000 });

  const act = (type: string, id: string, actions: object[], parameters?: object) =>
    command(`${at}/actions`, 'POST', { actions: [{ type, id, actions, ...(parameters && { parameters }) }] });
  const pressKey = (value: string) =>
    act('key', 'keyboard', [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
  const mouse = (...actions: object[]) => act('pointer', 'mouse', actions, { pointerType: 'mouse' });
  const moveTo = (x: number, y: number, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    origin: 'viewport',
    duration,
  });
  async function elementBy(script: string): Promise<string> {
    const found = (await command(`${at}/execute/sync`, 'POST', { script, args: [] })) as object | null;
    if (!found) throw new Error(`Nothing is found by ${script}.`);
    return `${at}/element/${Object.values(found)[0]}`;
  }

  return {
    goTo: async (url) => void (await command(`${at}/url`, 'POST', { url })),
    async evaluate<Args extends readonly unknown[], Result>(
      work: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${work})(...arguments[0])).then(
          (value) => done({ value }), (error) => done({ error: String(error) + error?.stack }));`;
      const result = (await command(`${at}/execute/async`, 'POST', { script, args: [args] })) as {
        value: Result;
        error?: string;
      };
      if (result.error) throw new Error(result.error);
      return result.value;
    },
    run: async (script) => void (await command(`${at}/execute/sync`, 'POST', { script, args: [] })),
    clickAt: async (x, y) =>
      void (await mouse(moveTo(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })),
    drag: async (from, to) =>
      void (await mouse(moveTo(from.x, from.y), { type: 'pointerDown', button: 0 }, moveTo(to.x, to.y, 300), {
        type: 'pointerUp',
        button: 0,
      })),
    async swipe({ x, y }, right) {
      const place = { x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      await act('wheel', 'wheel', [{ type: 'scroll', ...place, deltaX: -right, deltaY: 0 }]);
      // The driver ignores a second equal one.
      await command(`${at}/actions`, 'DELETE');
    },
    async type(text) {
      // The driver drops line breaks in a text.
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) await pressKey(keys.Enter);
        if (line)
          await command(`${await elementBy('return document.activeElement')}/value`, 'POST', { text: line });
      }
    },
    press: async (key) => void (await pressKey(keys[key])),
    async setFiles(selector, paths) {
      const input = await elementBy(`return document.querySelector(${JSON.stringify(selector)})`);
      await command(`${input}/value`, 'POST', { text: paths.join('\n') });
    },
    async screenshot(file) {
      // The driver waits for the next frame, and an idle page draws none.
      const script = 'document.documentElement.animate([{ opacity: 1 }, { opacity: 0.999 }], 2000)';
      await command(`${at}/execute/sync`, 'POST', { script, args: [] });
      const picture = await command(`${at}/screenshot`, 'GET');
      await writeFile(file, Buffer.from(picture as string, 'base64'));
    },
    async print() {
      // The driver has no command for it; the browser prints when it finds this file, and removes it then.
      const asked = join(profile, 'print');
      await writeFile(asked, '');
      for (let tries = 300; existsSync(asked); tries -= 1) {
        if (tries === 0) throw new Error('The page was not printed within 30 s.');
        await pause(100);
      }
      return readFile(`${asked}.pdf`);
    },
    errors: () => driver.errors,
    async close() {
      await command(at, 'DELETE');
      driver.child.kill();
      await once(driver.child, 'exit');
    },
  };
}

const needed = ['WebKitWebDriver', 'Xvfb'];

/** WebKit, the engine of every iPhone, as WebKitGTK by its WebDriver. */
export const webkitEngine: Engine = {
  missing: () =>
    needed.every(isInstalled) && hasLibrary()
      ? null
      : 'WebKit is not installed: on Debian, apt-get install webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1.',
  open,
  async stop() {
    display?.child.kill();
    display = undefined;
  },
};
