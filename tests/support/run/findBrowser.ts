import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const commands = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** Paths of the usual installers for a browser that is not on the PATH. */
const knownPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    if (!folder) return [];
    return [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Chromium', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
  }),
];

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return commands
    .flatMap((name) => folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))))
    .find((path) => existsSync(path));
}

/** Returns an installed browser: `CHROMIUM_PATH`, one on the system, Playwright's own. */
function installedBrowser(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  if (path) {
    if (existsSync(path)) return path;
    throw new Error(`CHROMIUM_PATH points at ${path}, but there is no file.`);
  }
  const own = chromium.executablePath();
  return onPath() ?? knownPlaces.find((path) => existsSync(path)) ?? (existsSync(own) ? own : undefined);
}

function run(command: string, args: string[], timeoutMs: number): boolean {
  return spawnSync(command, args, { stdio: 'inherit', timeout: timeoutMs }).status === 0;
}

function debianAsRoot(): boolean {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0;
}

/** Disabled by Playwright, whose list an argument of ours replaces. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages of the address bar, which every window loads: half a second of processor time each. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Arguments of the browser for tests with Playwright. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  `--disable-features=${[...disabledByPlaywright, ...addressBarPages].join(',')}`,
];

/** The environment of the browser for tests: its fonts are those the project brings, whatever is installed (Linux only). */
export const browserEnv = {
  ...process.env,
  FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)),
};

/**
 * Finds a Chromium to test with, and downloads one where none is installed: Playwright's first, then the system
 * package where that is possible without a prompt.
 */
export function findBrowser(): string {
  const found = installedBrowser();
  if (found) return found;
  console.log('No Chromium, Chrome or Edge is installed; fetching one for the browser tests.');
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  run(process.execPath, [playwright, 'install', 'chromium'], 300_000);
  if (!installedBrowser() && debianAsRoot()) {
    run('apt-get', ['update', '-q'], 300_000);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], 600_000);
  }
  const fetched = installedBrowser();
  if (fetched) return fetched;
  throw new Error(
    'The browser tests need Chromium, Chrome or Edge: install one, or set CHROMIUM_PATH to its program.',
  );
}
