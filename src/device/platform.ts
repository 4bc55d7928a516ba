/** What a browser says about itself: structured in Chromium, as one string in all. */
export type BrowserInfo = {
  userAgent: string;
  userAgentData?: { brands: readonly { brand: string }[]; platform: string };
  maxTouchPoints?: number;
};

/** Tells whether a browser runs on iOS. An iPad says that it is a Mac, and has a touch screen. */
export function isIos({ userAgent, maxTouchPoints = 0 }: BrowserInfo): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
/** The more particular names first: most browsers also call themselves Chrome and Safari. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /Edg/],
  ['Opera', /OPR|Opera/],
  ['Samsung Internet', /Samsung/],
  ['Brave', /Brave/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Chromium', /Chromium/],
  ['Safari', /Safari/],
];
const systems: readonly [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['ChromeOS', /CrOS|Chrome OS|Chromium OS/],
  ['Windows', /Windows/],
  ['Mac', /Mac/],
  ['Linux', /Linux|X11/],
];

function firstMatch(names: readonly [string, RegExp][], text: string, otherwise: string): string {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? otherwise;
}

/**
 * Names a device so that its user can tell it from their others: "Chrome on Android". Two tables instead of a parser of user agents:
 * the smallest maintained one (bowser) is 7 KB compressed, in the worker too, and its names would need a table of their own.
 */
export function deviceLabel({ userAgent, userAgentData, maxTouchPoints = 0 }: BrowserInfo): string {
  const brands = userAgentData?.brands.map(({ brand }) => brand).join(' ');
  const browser = firstMatch(browsers, brands || userAgent, 'Unknown browser');
  const system = firstMatch(systems, userAgentData?.platform || userAgent, '');
  if (system === '') return browser;
  // An iPad calls itself a Mac; no Mac has a touch screen.
  return `${browser} on ${system === 'Mac' && maxTouchPoints > 1 ? 'iPad' : system}`;
}

/** How the user installs the app where the page cannot ask for it. */
export type InstallMethod = 'share-sheet' | 'dock' | 'firefox-menu' | 'browser-menu' | 'none';

/** Returns how the app is installed by hand, judged by the browser's name: what its menu offers cannot be queried. */
export function installMethod(browser: BrowserInfo): InstallMethod {
  const { userAgent } = browser;
  if (isIos(browser)) return 'share-sheet';
  if (/Firefox\//.test(userAgent)) return /Android/.test(userAgent) ? 'firefox-menu' : 'none';
  if (/Chrom(e|ium)\//.test(userAgent)) return 'browser-menu';
  return /Macintosh.*Version\/.*Safari\//.test(userAgent) ? 'dock' : 'none';
}

/** Tells whether this window is the installed app. A browser in full screen is not. */
export function isInstalledApp(browser: object = navigator): boolean {
  const { standalone } = browser as { standalone?: boolean };
  const modes = ['standalone', 'minimal-ui', 'window-controls-overlay'];
  const isMode = (mode: string) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches;
  return standalone === true || modes.some(isMode);
}

/**
 * Tells whether this browser deletes everything that a site stores after seven days of use without a visit. WebKit does, which is
 * every browser of an iPhone, but not for an installed app.
 */
export function isStorageShortLived(): boolean {
  const way = installMethod(navigator);
  return (way === 'share-sheet' || way === 'dock') && !isInstalledApp();
}
