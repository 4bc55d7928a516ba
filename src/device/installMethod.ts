import { type BrowserInfo, isInstalledApp, isIos } from './platform.ts';

/** How the user installs the app where the page cannot ask for it. */
export type InstallMethod = 'share-sheet' | 'dock' | 'firefox-menu' | 'taskbar' | 'browser-menu' | 'none';

/** The first Firefox that installs web apps on Windows. */
const firefoxWithTaskbar = 143;

function methodOfFirefox(userAgent: string, version: number): InstallMethod {
  if (/Android/.test(userAgent)) return 'firefox-menu';
  return /Windows/.test(userAgent) && version >= firefoxWithTaskbar ? 'taskbar' : 'none';
}

/** Returns how the app is installed by hand, judged by the browser's name: what its menu offers cannot be queried. */
export function installMethod(browser: BrowserInfo): InstallMethod {
  const { userAgent } = browser;
  if (isIos(browser)) return 'share-sheet';
  const [, firefox] = /Firefox\/(\d+)/.exec(userAgent) ?? [];
  if (firefox) return methodOfFirefox(userAgent, Number(firefox));
  if (/Chrom(e|ium)\//.test(userAgent)) return 'browser-menu';
  return /Macintosh.*Version\/.*Safari\//.test(userAgent) ? 'dock' : 'none';
}

/**
 * Tells whether this browser deletes everything that a site stores after seven days of use without a visit. WebKit does, which is
 * every browser of an iPhone, but not for an installed app.
 */
export function isStorageShortLived(): boolean {
  const way = installMethod(navigator);
  return (way === 'share-sheet' || way === 'dock') && !isInstalledApp();
}
