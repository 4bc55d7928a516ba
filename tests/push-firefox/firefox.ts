import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

/** Where Firefox is: `FIREFOX_PATH`, or on the PATH; null when there is none. */
export function findFirefox(): string | null {
  const told = process.env.FIREFOX_PATH;
  if (told) return existsSync(told) ? told : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Puppeteer's own line to the browser: what it has no method for is said over it. */
type Line = {
  connection: {
    send(method: string, parameters: object): Promise<{ result: Record<string, unknown> }>;
  };
};

export type Firefox = {
  browser: Browser;
  newPage(): Promise<Page>;
  /** Lets an origin show notifications, as a click on "Allow" does. */
  allowNotifications(origin: string): Promise<void>;
  /** What the alerts on the desktop say. */
  alerts(): Promise<string[]>;
  /** Clicks the one alert that says these words, as a person does. */
  clickAlert(words: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a Firefox without a desktop, whose push service is the one at `socketUrl`.
 *
 * @param profile a folder: what the browser keeps from one run to the next
 */
export async function startFirefox(program: string, profile: string, socketUrl: string): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    userDataDir: profile,
    // Only to look at the alerts, which are the browser's own windows.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.push.serverURL': socketUrl,
      // Else Firefox speaks to wss: only.
      'dom.push.testing.allowInsecureServerURL': true,
      // Whoever drives a browser has it switched off.
      'dom.push.connection.enabled': true,
      // ms until it looks again for a push service that went away; doubled each time.
      'dom.push.retryBaseInterval': 500,
      'dom.push.loglevel': process.env.PUSH_LOG ?? 'Error',
      'alerts.useSystemBackend': false,
      'network.proxy.type': 0,
      'intl.accept_languages': 'en-US',
    },
    dumpio: process.env.PUSH_LOG !== undefined,
  });
  const { connection } = browser as unknown as Line;

  /** Runs an expression as the browser itself, which may see its own windows. */
  async function asBrowser(expression: string): Promise<unknown> {
    const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
    const [window] = tree.result.contexts as { context: string }[];
    const { result } = await connection.send('script.evaluate', {
      expression: `JSON.stringify(${expression})`,
      target: { context: window?.context },
      awaitPromise: true,
    });
    if (result.type !== 'success') throw new Error(`Firefox says: ${JSON.stringify(result)}`);
    return JSON.parse((result.result as { value: string }).value);
  }

  const alertWindows = `[...Services.wm.getEnumerator('alert:alert')].filter((each) => !each.closed)`;
  const alerts = async () =>
    (await asBrowser(
      `${alertWindows}.map((each) => ['alertTitleLabel', 'alertTextLabel'].map((id) => each.document.getElementById(id)).map((label) => label.value || label.textContent).join(': '))`,
    )) as string[];

  return {
    browser,
    alerts,
    newPage: () => browser.newPage(),
    async allowNotifications(origin) {
      await connection.send('permissions.setPermission', {
        descriptor: { name: 'notifications' },
        state: 'granted',
        origin,
      });
    },
    async clickAlert(words) {
      const there = await alerts();
      const places = there.flatMap((alert, place) => (alert.includes(words) ? [place] : []));
      if (places.length !== 1) throw new Error(`“${words}” is in ${places.length} of: ${there.join(' | ')}`);
      await asBrowser(`${alertWindows}[${places[0]}].onAlertClick() ?? null`);
    },
    close: () => browser.close(),
  };
}
