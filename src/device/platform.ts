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
