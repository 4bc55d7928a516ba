import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

/** Finds Firefox: `FIREFOX_PATH`, or on the PATH; null when there is none. */
export function findFirefox(): string | null {
  const path = process.env.FIREFOX_PATH;
  if (path) return existsSync(path) ? path : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

/** Puppeteer's own connection to the browser, for commands that have no method. */
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
  /** Returns the texts of the desktop's alerts. */
  alerts(): Promise<string[]>;
  /** Clicks the one alert with this text, as a user does. */
  clickAlert(words: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts a Firefox without a desktop, whose push service is the one at `socketUrl`.
 *
 * @param profile a folder for the data that the browser stores between runs
 */
export async function startFirefox(program: string, profile: string, socketUrl: string): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    userDataDir: profile,
    // Gives access to the alerts, which are the browser's own windows.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.push.serverURL': socketUrl,
      // By default Firefox connects to wss: only.
      'dom.push.testing.allowInsecureServerURL': true,
      // WebDriver turns push off.
      'dom.push.connection.enabled': true,
      // The first wait in ms before Firefox reconnects to a push service; doubled each time.
      'dom.push.retryBaseInterval': 500,
      'dom.push.loglevel': process.env.PUSH_LOG ?? 'Error',
      'alerts.useSystemBackend': false,
      'network.proxy.type': 0,
      'intl.accept_languages': 'en-US',
    },
    dumpio: process.env.PUSH_LOG !== undefined,
  });
  const { connection } = browser as unknown as Line;

  /** Runs an expression in the browser's own context, which sees its windows. */
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
