/** How the app gets onto a device where the page cannot ask for it. */
export type InstallWay = 'share-sheet' | 'dock' | 'firefox-menu' | 'browser-menu' | 'none';

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** An iPad says that it is a Mac, and has a touch screen. */
function isIos({ userAgent, maxTouchPoints }: Browser): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Told by the browser's name, because nothing else tells it: the words of a menu are not to be asked for. */
export function installWay(browser: Browser): InstallWay {
  const { userAgent } = browser;
  if (isIos(browser)) return 'share-sheet';
  if (/Firefox\//.test(userAgent)) return /Android/.test(userAgent) ? 'firefox-menu' : 'none';
  if (/Chrom(e|ium)\//.test(userAgent)) return 'browser-menu';
  return /Macintosh.*Version\/.*Safari\//.test(userAgent) ? 'dock' : 'none';
}
